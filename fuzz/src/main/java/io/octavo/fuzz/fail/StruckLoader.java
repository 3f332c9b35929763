package io.octavo.fuzz.fail;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Loads all classes of the project anew, those of page and engine with points. What this package
 * has is shared with the loader above.
 */
public final class StruckLoader extends ClassLoader {
  private static final String PROJECT = "io.octavo.";
  private static final String SHARED = Points.class.getPackageName() + ".";

  /**
   * Never failing: arithmetic, and what only tells the JDK's recorder. Profiles stand above the
   * public API, as the programs of users do; whatever fails there is rolled back with its
   * transaction.
   */
  private static final Set<String> LEFT_OUT =
      Set.of("io.octavo.memory", "io.octavo.packed", "io.octavo.event", "io.octavo.profile");

  private final Set<String> roots;
  private final PointInserter inserter;

  /**
   * Makes a loader.
   *
   * @param inserter puts points into classes
   */
  public StruckLoader(PointInserter inserter) {
    super(StruckLoader.class.getClassLoader());
    this.inserter = inserter;
    this.roots = Set.of(root("io.octavo.Store"), root("io.octavo.page.PageHeader"));
  }

  private static String path(String name) {
    return name.replace('.', '/') + ".class";
  }

  /** Returns the directory or the archive that a class lies in. */
  private String root(String name) {
    URL url = getParent().getResource(path(name));
    if (url == null) {
      throw new IllegalStateException(name + " is not there");
    }
    String text = url.toString();
    return text.substring(0, text.length() - path(name).length());
  }

  /**
   * Puts points into all classes of page and engine that can have them, without loading them, so
   * that {@link Points} has all.
   *
   * @throws IOException if they cannot be read
   */
  public static void readAll() throws IOException {
    StruckLoader loader = new StruckLoader(new PointInserter(null));
    for (String root : new TreeSet<>(loader.roots)) {
      if (root.startsWith("jar:")) {
        URI archive = URI.create(root.substring("jar:".length(), root.indexOf('!')));
        try (FileSystem files = FileSystems.newFileSystem(Path.of(archive))) {
          loader.readAll(files.getPath("/"));
        }
      } else {
        loader.readAll(Path.of(URI.create(root)));
      }
    }
  }

  private void readAll(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String path = root.relativize(file).toString().replace('\\', '/');
        if (path.startsWith(PROJECT.replace('.', '/')) && path.endsWith(".class")) {
          String inPackage = path.substring(0, path.lastIndexOf('/')).replace('/', '.');
          if (!LEFT_OUT.contains(inPackage)) {
            inserter.insert(Files.readAllBytes(file));
          }
        }
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PROJECT) || name.startsWith(SHARED)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream stream = getParent().getResourceAsStream(path(name))) {
      if (stream == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = stream.readAllBytes();
      String inPackage = name.substring(0, name.lastIndexOf('.'));
      if (roots.contains(root(name)) && !LEFT_OUT.contains(inPackage)) {
        bytes = inserter.insert(bytes);
      }
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
