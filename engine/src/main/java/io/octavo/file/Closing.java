package io.octavo.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several things, all of them whatever one says to it. */
final class Closing {
  private Closing() {}

  static void all(List<? extends AutoCloseable> resources) throws IOException {
    Throwable first = null;
    for (AutoCloseable resource : resources) {
      first = close(resource, first);
    }
    if (first instanceof Error e) {
      throw e;
    }
    if (first != null) {
      throw first instanceof IOException e ? e : new IOException(first);
    }
  }

  private static @Nullable Throwable close(AutoCloseable resource, @Nullable Throwable first) {
    try {
      resource.close();
      return first;
    } catch (Exception | Error e) {
      if (first == null) {
        return e;
      }
      first.addSuppressed(e);
      return first;
    }
  }

  /** Closes after a failure; what is said to it is added to the failure. */
  static void after(Throwable failure, AutoCloseable resource) {
    Throwable unused = close(resource, failure);
  }
}
