package io.octavo.examples.spring;

import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.error.StoreLockedException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says in two lines, instead of a stack trace, why the store of an application does not open. */
final class OctavoFailureAnalyzer implements FailureAnalyzer {
  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String action = action(cause);
      if (action != null) {
        return new FailureAnalysis(cause.getMessage(), action, cause);
      }
    }
    return null;
  }

  private static @Nullable String action(Throwable cause) {
    if (cause instanceof MissingPathException) {
      return "Set octavo.path, for instance octavo.path=orders.oct, or define a bean of type Store.";
    }
    if (cause instanceof StoreLockedException) {
      return "End the other program, or give each program a file of its own by octavo.path.";
    }
    if (cause instanceof FormatException) {
      return "Set octavo.path to a store, or to a file that does not exist yet.";
    }
    if (cause instanceof CorruptionException) {
      return "Look at the file with 'octavo check' and restore a backup, or run 'octavo salvage'.";
    }
    return null;
  }
}
