package io.octavo.fuzz.crash;

import io.octavo.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that many threads may use at once, over one that they may not. */
final class OneAtATime implements StoreFile {
  private final StoreFile file;

  OneAtATime(StoreFile file) {
    this.file = file;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public synchronized int read(ByteBuffer target, long position) throws IOException {
    return file.read(target, position);
  }

  @Override
  public synchronized void write(ByteBuffer source, long position) throws IOException {
    file.write(source, position);
  }

  @Override
  public synchronized void writeDurable(ByteBuffer source, long position) throws IOException {
    file.writeDurable(source, position);
  }

  @Override
  public synchronized void force() throws IOException {
    file.force();
  }

  @Override
  public synchronized void noteDurable(String state) throws IOException {
    file.noteDurable(state);
  }

  @Override
  public synchronized boolean isNotedDurable(String state) throws IOException {
    return file.isNotedDurable(state);
  }

  @Override
  public synchronized long length() throws IOException {
    return file.length();
  }

  @Override
  public synchronized void truncate(long length) throws IOException {
    file.truncate(length);
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
