package io.octavo.shrink;

import io.octavo.replay.TraceReplay;
import io.octavo.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A trace that fails, to be made smaller. */
public final class FailingTrace {
  /** The number of checks of a long trace while the place of the failure is searched. */
  private static final int CHECKS = 50;

  private final @Nullable String digest;
  private final @Nullable String exception;
  private List<TraceEvent> events = List.of();
  private long checkEvery;
  private TraceCheck.@Nullable Problem wanted;

  private FailingTrace(@Nullable String digest, @Nullable String exception) {
    this.digest = digest;
    this.exception = exception;
  }

  /**
   * Takes a trace that fails where {@link TraceCheck} finds something wrong.
   *
   * @param events the trace, from an empty store on
   * @param exception what must be in the class or the message of an exception, null if anything may
   *     be wrong
   * @return the trace, up to what is wrong
   * @throws IllegalArgumentException if it does not begin with an empty store, or nothing is wrong
   */
  public static FailingTrace ofCheck(List<TraceEvent> events, @Nullable String exception) {
    FailingTrace trace = new FailingTrace(null, exception);
    trace.find(TraceShrinker.normal(events));
    return trace;
  }

  /**
   * Takes a trace that "fails" where a replay of it ends with a digest.
   *
   * @param events the trace, from an empty store on
   * @param digest the digest, 16 hexadecimal digits
   * @return the trace
   * @throws IllegalArgumentException if it does not begin with an empty store, or ends with another
   *     digest
   */
  public static FailingTrace ofDigest(List<TraceEvent> events, String digest) {
    FailingTrace trace = new FailingTrace(digest.toLowerCase(Locale.ROOT), null);
    trace.events = TraceShrinker.normal(events);
    if (!trace.isFailing(trace.events)) {
      throw new IllegalArgumentException(
          "a replay ends with the digest " + digest(trace.events) + ", expected " + digest);
    }
    return trace;
  }

  /**
   * Counts the operations.
   *
   * @return those up to what is wrong
   */
  public long operations() {
    return events.stream().filter(event -> event instanceof TraceEvent.Operation).count();
  }

  /**
   * Returns what is wrong.
   *
   * @return a sentence
   */
  public String failure() {
    return digest == null ? String.valueOf(wanted) : "digest " + digest;
  }

  /**
   * Leaves out what the failure does not need.
   *
   * @param progress told now and then how far it is
   * @return a trace that fails in the same way
   */
  public List<TraceEvent> shrink(Consumer<String> progress) {
    return numbered(TraceShrinker.shrink(events, this::isFailing, progress));
  }

  /**
   * Finds the first failing event, drops the events after it, and chooses an interval of checks
   * that still finds the failure.
   */
  private void find(List<TraceEvent> whole) {
    long commits = whole.stream().filter(event -> event instanceof TraceEvent.Committed).count();
    // Check at long intervals first: a fault mostly persists, and a check takes as long as many
    // commits.
    long seldom = Math.max(1, commits / CHECKS);
    events = untilFailure(whole, seldom);
    if (events.isEmpty() && seldom > 1) {
      events = untilFailure(whole, 1);
    }
    if (events.isEmpty()) {
      throw new IllegalArgumentException(
          "does not fail" + (exception == null ? "" : " with " + exception));
    }
    // Check only at the end, if that finds the failure too.
    for (long every : new long[] {0, seldom, 1}) {
      checkEvery = every;
      if (isFailing(events)) {
        return;
      }
    }
  }

  private List<TraceEvent> untilFailure(List<TraceEvent> whole, long every) {
    TraceCheck check = TraceCheck.ofAny(every);
    int done = apply(whole, check);
    wanted = check.problem();
    return isAsked(wanted) ? List.copyOf(whole.subList(0, done)) : List.of();
  }

  /**
   * Applies events up to the first failure, the close of the store included. Returns the number of
   * events applied.
   */
  private static int apply(List<TraceEvent> some, TraceCheck check) {
    try (check) {
      int done = 0;
      while (done < some.size() && check.apply(some.get(done))) {
        done++;
      }
      check.check();
      return Math.min(done + 1, some.size());
    }
  }

  private boolean isAsked(TraceCheck.@Nullable Problem found) {
    return found != null
        && (exception == null
            || (found.kind() == TraceCheck.Kind.EXCEPTION
                && (found.sign().contains(exception) || found.text().contains(exception))));
  }

  private boolean isFailing(List<TraceEvent> some) {
    if (digest != null) {
      return digest(some).equals(digest);
    }
    TraceCheck check = TraceCheck.ofAny(checkEvery);
    apply(some, check);
    TraceCheck.Problem found = check.problem();
    return found != null && found.isLike(wanted) && isAsked(found);
  }

  private static String digest(List<TraceEvent> some) {
    // Without checks, which would change the digests.
    try (TraceReplay replay = TraceReplay.ofAny(null)) {
      some.forEach(replay::apply);
      return String.format(Locale.ROOT, "%016x", replay.digest());
    } catch (RuntimeException e) {
      return "none, but " + e;
    }
  }

  /** Renumbers commits and openings as the store numbers them, up to the failure. */
  private static List<TraceEvent> numbered(List<TraceEvent> events) {
    List<TraceEvent> numbered = new ArrayList<>();
    long sequence = 0;
    boolean isGoingOn = true;
    try (TraceCheck check = TraceCheck.ofAny(0)) {
      for (TraceEvent event : events) {
        if (event instanceof TraceEvent.Opened opened) {
          numbered.add(opened.at(sequence));
        }
        isGoingOn = isGoingOn && check.apply(event);
        sequence = Math.max(sequence, check.sequence());
        if (event instanceof TraceEvent.Committed commit) {
          numbered.add(isGoingOn ? new TraceEvent.Committed(sequence) : commit);
        } else if (!(event instanceof TraceEvent.Opened)) {
          numbered.add(event);
        }
      }
    }
    return numbered;
  }
}
