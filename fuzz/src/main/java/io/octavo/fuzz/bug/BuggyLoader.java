package io.octavo.fuzz.bug;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Loads all classes of the project anew, those with a bug in place of the sound ones. */
final class BuggyLoader extends ClassLoader {
  private final Map<String, byte[]> buggy;

  /**
   * Makes a loader.
   *
   * @param bug the bug
   * @throws IllegalArgumentException if the engine has changed so that the bug does not fit
   */
  BuggyLoader(SeededBug bug) {
    super(BuggyLoader.class.getClassLoader());
    // The invariants hunt too.
    setDefaultAssertionStatus(true);
    this.buggy = bug.classes();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.octavo.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = buggy.get(name);
      bytes = bytes == null ? soundBytes(name) : bytes;
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** Returns a class of the project as it was built. */
  static byte[] soundBytes(String name) throws ClassNotFoundException {
    String file = "/" + name.replace('.', '/') + ".class";
    try (InputStream stream = BuggyLoader.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new ClassNotFoundException("no class " + name);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
