package io.octavo.fuzz.fail;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Set;

/**
 * Loads all classes of the project anew, those of page and engine with points. What this package
 * has is shared with the loader above.
 */
public final class StruckLoader extends ClassLoader {
  private static final String PROJECT = "io.octavo.";
  private static final String SHARED = Points.class.getPackageName() + ".";

  /** Never failing: arithmetic, and what only tells the JDK's recorder. */
  private static final Set<String> LEFT_OUT =
      Set.of("io.octavo.memory", "io.octavo.packed", "io.octavo.event");

  private final Set<String> roots;

  /** Makes a loader. */
  public StruckLoader() {
    super(StruckLoader.class.getClassLoader());
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
        bytes = PointInserter.insert(bytes);
      }
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
