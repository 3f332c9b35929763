package io.octavo.fuzz.crash;

import java.util.List;

/** A promise that was not kept, with all that is needed to see it again. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient CrashTrace trace;

  Violation(CrashTrace trace, String place, List<String> pending, Throwable cause) {
    super(
        "seed "
            + trace.scenario().seed()
            + ", "
            + place
            + ", crashes "
            + trace.crashes()
            + ": "
            + cause
            + pending.stream().reduce("", (text, line) -> text + "\n  pending: " + line),
        cause);
    this.trace = trace;
  }

  CrashTrace trace() {
    return trace;
  }
}
