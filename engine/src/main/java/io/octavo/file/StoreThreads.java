package io.octavo.file;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes the threads of stores. They outlive the call that starts them, so they inherit nothing of
 * it: neither thread locals, nor the context class loader, nor the class loaders of all callers.
 */
public final class StoreThreads {
  private StoreThreads() {}

  /**
   * Makes a daemon thread whose context class loader is the system class loader.
   *
   * @param task the task, which the thread references until it ends
   * @return the thread, not started
   */
  // Up to JDK 23 a thread keeps the protection domains of all callers, and only this excludes them.
  @SuppressWarnings("removal")
  public static Thread daemon(Runnable task, String name) {
    return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> make(task, name));
  }

  private static Thread make(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    return thread;
  }
}
