package io.octavo.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several resources, all of them even if some fail. */
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

  /** Closes a resource after a failure. A failure to close is added to that failure. */
  static void after(Throwable failure, AutoCloseable resource) {
    Throwable unused = close(resource, failure);
  }
}
