package io.octavo.command.cli;

import io.octavo.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Notifies a listener of the number of reads of a file. One thread at a time. */
public final class CountedFile implements StoreFile {
  private final StoreFile file;
  private LongConsumer listener = reads -> {};
  private long reads;

  public CountedFile(StoreFile file) {
    this.file = file;
  }

  public void onRead(LongConsumer newListener) {
    listener = newListener;
    reads = 0;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    listener.accept(++reads);
    return file.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    file.write(source, position);
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void truncate(long length) throws IOException {
    file.truncate(length);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
