package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file on the heap whose bytes outlive the store that closes it. */
public final class KeptFile implements StoreFile {
  private final MemoryFile bytes = new MemoryFile();

  /** Makes an empty file. */
  public KeptFile() {}

  /** Makes a file with contents. */
  public KeptFile(byte[] content) {
    bytes.write(ByteBuffer.wrap(content), 0);
  }

  /** Returns a copy of the contents. */
  public byte[] content() {
    byte[] content = new byte[Math.toIntExact(bytes.length())];
    bytes.read(ByteBuffer.wrap(content), 0);
    return content;
  }

  @Override
  public String name() {
    return bytes.name();
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return bytes.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    bytes.write(source, position);
  }

  @Override
  public void force() throws IOException {
    bytes.force();
  }

  @Override
  public long length() throws IOException {
    return bytes.length();
  }

  @Override
  public void truncate(long length) throws IOException {
    bytes.truncate(length);
  }

  @Override
  public void close() {}
}
