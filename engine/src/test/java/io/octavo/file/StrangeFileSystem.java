package io.octavo.file;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The file system of the machine, in which something is missing or goes wrong. Every call is told
 * to a listener first, which may throw.
 */
final class StrangeFileSystem extends FileSystemProvider {
  /** Is told of a call before it is done. */
  interface Listener {
    void called(String what, Path path) throws IOException;
  }

  private Listener listener = (what, path) -> {};
  private boolean isReadOnly;
  private final FileSystem system = new Strange();

  /** What was called, in order, as {@code createLink a.oct}. */
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** The locks that were ever taken, on all files. */
  final List<FileLock> locks = new CopyOnWriteArrayList<>();

  void listen(Listener newListener) {
    listener = newListener;
    calls.clear();
  }

  /** Interrupts the thread at its next call of one name, before the call is done. */
  void interruptAt(String name) {
    Thread caller = Thread.currentThread();
    boolean[] isDone = new boolean[1];
    listen(
        (what, path) -> {
          if (Thread.currentThread() == caller && what.equals(name) && !isDone[0]) {
            isDone[0] = true;
            caller.interrupt();
          }
        });
  }

  void setReadOnly() {
    isReadOnly = true;
  }

  /** Returns a path of this file system for the same file. */
  Path of(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> invoke(path, method, arguments));
  }

  private @Nullable Object invoke(Path path, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("getFileSystem")) {
      return system;
    }
    Object[] plain = arguments == null ? new Object[0] : arguments.clone();
    for (int i = 0; i < plain.length; i++) {
      plain[i] = plain[i] instanceof Path other ? plain(other) : plain[i];
    }
    try {
      Object result = method.invoke(path, plain);
      return result instanceof Path found ? of(found) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Returns the path of the machine's file system. */
  private static Path plain(Path path) {
    return Path.of(path.toString());
  }

  void called(String what, Path path) throws IOException {
    calls.add(what + " " + path.getFileName());
    listener.called(what, path);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    called("open", path);
    return new StrangeChannel(this, path, FileChannel.open(plain(path), options, attributes));
  }

  @Override
  public AsynchronousFileChannel newAsynchronousFileChannel(
      Path path,
      Set<? extends OpenOption> options,
      @Nullable ExecutorService executor,
      FileAttribute<?>... attributes)
      throws IOException {
    called("openToForce", path);
    return new StrangeForce(
        this, path, AsynchronousFileChannel.open(plain(path), options, executor, attributes));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    called("create", path);
    return Files.newByteChannel(plain(path), options, attributes);
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    called("createLink", link);
    Files.createLink(plain(link), plain(existing));
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    called("move", target);
    Files.move(plain(source), plain(target), options);
  }

  @Override
  public void delete(Path path) throws IOException {
    called("delete", path);
    Files.delete(plain(path));
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    called("readAttributes", path);
    return Files.readAttributes(plain(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    called("readAttributes", path);
    return Files.readAttributes(plain(path), attributes, options);
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (isReadOnly && List.of(modes).contains(AccessMode.WRITE)) {
      throw new FileSystemException(path.toString(), null, "Read-only file system");
    }
    plain(path).getFileSystem().provider().checkAccess(plain(path), modes);
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return new Store(Files.getFileStore(plain(path)));
  }

  @Override
  public String getScheme() {
    return "strange";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return Files.isSameFile(plain(path), plain(other));
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  /** The device, which may be one that nobody can write. */
  private final class Store extends FileStore {
    private final FileStore device;

    Store(FileStore device) {
      this.device = device;
    }

    @Override
    public boolean isReadOnly() {
      return isReadOnly;
    }

    @Override
    public String name() {
      return device.name();
    }

    @Override
    public String type() {
      return device.type();
    }

    @Override
    public long getTotalSpace() throws IOException {
      return device.getTotalSpace();
    }

    @Override
    public long getUsableSpace() throws IOException {
      return device.getUsableSpace();
    }

    @Override
    public long getUnallocatedSpace() throws IOException {
      return device.getUnallocatedSpace();
    }

    @Override
    public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
      return device.supportsFileAttributeView(type);
    }

    @Override
    public boolean supportsFileAttributeView(String name) {
      return device.supportsFileAttributeView(name);
    }

    @Override
    public <V extends FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
      return device.getFileStoreAttributeView(type);
    }

    @Override
    public Object getAttribute(String attribute) throws IOException {
      return device.getAttribute(attribute);
    }
  }

  /** What the paths belong to. */
  private final class Strange extends FileSystem {
    private final FileSystem plain = Path.of("").getFileSystem();

    @Override
    public FileSystemProvider provider() {
      return StrangeFileSystem.this;
    }

    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return isReadOnly;
    }

    @Override
    public String getSeparator() {
      return plain.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      return plain.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return plain.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return plain.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
      return of(plain.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      return plain.getPathMatcher(pattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return plain.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
      return plain.newWatchService();
    }
  }
}
