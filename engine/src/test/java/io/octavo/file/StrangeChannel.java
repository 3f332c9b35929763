package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A channel of a {@link StrangeFileSystem}. */
final class StrangeChannel extends FileChannel {
  private final StrangeFileSystem system;
  private final Path path;
  private final FileChannel channel;

  StrangeChannel(StrangeFileSystem system, Path path, FileChannel channel) {
    this.system = system;
    this.path = path;
    this.channel = channel;
  }

  @Override
  public @Nullable FileLock tryLock(long position, long size, boolean isShared) throws IOException {
    system.called("lock", path);
    FileLock lock = channel.tryLock(position, size, isShared);
    if (lock != null) {
      system.locks.add(lock);
    }
    return lock;
  }

  @Override
  public FileLock lock(long position, long size, boolean isShared) throws IOException {
    return channel.lock(position, size, isShared);
  }

  @Override
  public void force(boolean metaData) throws IOException {
    system.called("force", path);
    channel.force(metaData);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    system.called("read", path);
    return channel.read(target, position);
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    system.called("write", path);
    return channel.write(source, position);
  }

  @Override
  public long size() throws IOException {
    system.called("size", path);
    return channel.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    system.called("truncate", path);
    channel.truncate(size);
    return this;
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return channel.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return channel.read(targets, offset, length);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    return channel.write(source);
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    return channel.write(sources, offset, length);
  }

  @Override
  public long position() throws IOException {
    return channel.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    channel.position(position);
    return this;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return channel.transferTo(position, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    return channel.transferFrom(source, position, count);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    return channel.map(mode, position, size);
  }
}
