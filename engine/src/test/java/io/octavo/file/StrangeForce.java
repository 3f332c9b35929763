package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A channel of a {@link StrangeFileSystem} that a store uses to force a file. */
final class StrangeForce extends AsynchronousFileChannel {
  private final StrangeFileSystem system;
  private final Path path;
  private final AsynchronousFileChannel channel;

  StrangeForce(StrangeFileSystem system, Path path, AsynchronousFileChannel channel) {
    this.system = system;
    this.path = path;
    this.channel = channel;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    system.called("force", path);
    channel.force(metaData);
  }

  @Override
  public @Nullable FileLock tryLock(long position, long size, boolean isShared) throws IOException {
    return channel.tryLock(position, size, isShared);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public AsynchronousFileChannel truncate(long size) throws IOException {
    channel.truncate(size);
    return this;
  }

  @Override
  public <A> void lock(
      long position,
      long size,
      boolean isShared,
      @Nullable A attachment,
      CompletionHandler<FileLock, ? super A> handler) {
    channel.lock(position, size, isShared, attachment, handler);
  }

  @Override
  public Future<FileLock> lock(long position, long size, boolean isShared) {
    return channel.lock(position, size, isShared);
  }

  @Override
  public <A> void read(
      ByteBuffer target,
      long position,
      @Nullable A attachment,
      CompletionHandler<Integer, ? super A> handler) {
    channel.read(target, position, attachment, handler);
  }

  @Override
  public Future<Integer> read(ByteBuffer target, long position) {
    return channel.read(target, position);
  }

  @Override
  public <A> void write(
      ByteBuffer source,
      long position,
      @Nullable A attachment,
      CompletionHandler<Integer, ? super A> handler) {
    channel.write(source, position, attachment, handler);
  }

  @Override
  public Future<Integer> write(ByteBuffer source, long position) {
    return channel.write(source, position);
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
