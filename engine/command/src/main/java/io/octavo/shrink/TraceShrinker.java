package io.octavo.shrink;

import io.octavo.shrink.TraceParts.Reopening;
import io.octavo.shrink.TraceParts.Step;
import io.octavo.shrink.TraceParts.Work;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Minimizes a failing trace: smaller pages, fewer transactions, fewer operations, fewer commits,
 * simpler keys and values, until nothing can be removed.
 */
final class TraceShrinker {
  private static final int MOST_ROUNDS = 8;

  private final Predicate<List<TraceEvent>> fails;
  private final Consumer<String> progress;
  private TraceParts present;
  private long tries;

  private TraceShrinker(
      TraceParts whole, Predicate<List<TraceEvent>> fails, Consumer<String> progress) {
    this.present = whole;
    this.fails = fails;
    this.progress = progress;
  }

  /**
   * Converts a trace to the form of all minimized traces.
   *
   * @param events a trace, from an empty store on
   * @return an equivalent trace
   * @throws IllegalArgumentException if it does not begin with an empty store
   */
  static List<TraceEvent> normal(List<TraceEvent> events) {
    return TraceParts.of(events).events();
  }

  /**
   * Minimizes a trace.
   *
   * @param events a trace that fails, in its normal form
   * @param fails returns whether a trace fails
   * @param progress receives the progress from time to time
   * @return a trace that fails
   */
  static List<TraceEvent> shrink(
      List<TraceEvent> events, Predicate<List<TraceEvent>> fails, Consumer<String> progress) {
    TraceShrinker shrinker = new TraceShrinker(TraceParts.of(events), fails, progress);
    shrinker.run();
    return shrinker.present.events();
  }

  private void run() {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      String before = size();
      TraceParts atFirst = present;
      // With small pages a tree of few entries is deep. Tried again when few operations are left.
      limit();
      leaveOutSteps();
      limit();
      leaveOutOperations();
      mergeCommits();
      if (round > 0 || present.countOperations() < 1_000) {
        simplify();
      }
      progress.accept(size() + ", " + tries + " tried");
      if (before.equals(size()) && round > 0 && present == atFirst) {
        break;
      }
    }
  }

  private String size() {
    return present.countOperations() + " operations in " + present.steps().size() + " steps";
  }

  private boolean accept(TraceParts candidate) {
    tries++;
    if (!fails.test(candidate.events())) {
      return false;
    }
    present = candidate;
    return true;
  }

  private boolean fails(TraceParts candidate) {
    tries++;
    return fails.test(candidate.events());
  }

  private void limit() {
    int leaf = present.first().leafLimit();
    int branch = present.first().branchLimit();
    for (int[] limits : new int[][] {{2, 4}, {4, 4}, {8, 8}, {32, 32}}) {
      if ((limits[0] < leaf || limits[1] < branch)
          && accept(present.with(Math.min(leaf, limits[0]), Math.min(branch, limits[1])))) {
        return;
      }
    }
  }

  private void leaveOutSteps() {
    TraceParts all = present;
    List<Step> left = DeltaDebugging.minimize(all.steps(), some -> fails(all.with(some)));
    if (left.size() < all.steps().size()) {
      present = all.with(List.copyOf(left));
    }
  }

  /** One operation of a transaction. */
  private record Unit(int step, Operation operation) {}

  private void leaveOutOperations() {
    TraceParts all = present;
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < all.steps().size(); i++) {
      if (all.steps().get(i) instanceof Work work) {
        for (Operation operation : work.operations()) {
          units.add(new Unit(i, operation));
        }
      }
    }
    List<Unit> left = DeltaDebugging.minimize(units, some -> fails(with(all, some)));
    if (left.size() < units.size()) {
      present = with(all, left);
    }
  }

  /**
   * Returns the same steps with some of their operations. Transactions without operations are
   * removed.
   */
  private static TraceParts with(TraceParts all, List<Unit> units) {
    List<Step> steps = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < all.steps().size(); i++) {
      if (all.steps().get(i) instanceof Work work) {
        List<Operation> operations = new ArrayList<>();
        for (; next < units.size() && units.get(next).step() == i; next++) {
          operations.add(units.get(next).operation());
        }
        if (!operations.isEmpty()) {
          steps.add(new Work(operations, work.isCommitted()));
        }
      } else {
        steps.add(all.steps().get(i));
      }
    }
    return all.with(steps);
  }

  private void mergeCommits() {
    TraceParts all = present;
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i + 1 < all.steps().size(); i++) {
      if (isCommitted(all.steps().get(i)) && isCommitted(all.steps().get(i + 1))) {
        ends.add(i);
      }
    }
    List<Integer> left = DeltaDebugging.minimize(ends, some -> fails(merged(all, ends, some)));
    if (left.size() < ends.size()) {
      present = merged(all, ends, left);
    }
  }

  private static boolean isCommitted(Step step) {
    return step instanceof Work work && work.isCommitted();
  }

  /** Merges transactions between which no commit is left. */
  private static TraceParts merged(TraceParts all, List<Integer> ends, List<Integer> left) {
    List<Step> steps = new ArrayList<>();
    List<Operation> open = new ArrayList<>();
    for (int i = 0; i < all.steps().size(); i++) {
      Step step = all.steps().get(i);
      if (!(step instanceof Work work) || !work.isCommitted()) {
        steps.add(step);
        continue;
      }
      open.addAll(work.operations());
      boolean isMerged =
          Arrays.binarySearch(ends.toArray(), i) >= 0 && Arrays.binarySearch(left.toArray(), i) < 0;
      if (!isMerged) {
        steps.add(new Work(List.copyOf(open), true));
        open.clear();
      }
    }
    return all.with(steps);
  }

  private void simplify() {
    for (int i = 0; i < present.steps().size(); i++) {
      if (present.steps().get(i) instanceof Work work) {
        if (!work.isCommitted()) {
          replace(i, new Work(work.operations(), true));
        }
        for (int j = 0; j < work.operations().size(); j++) {
          simplify(i, j);
        }
      } else if (present.steps().get(i) instanceof Reopening) {
        replace(i, new TraceParts.Single(new TraceEvent.Checkpointed(false)));
      }
    }
  }

  private boolean replace(int index, Step step) {
    List<Step> steps = new ArrayList<>(present.steps());
    steps.set(index, step);
    return accept(present.with(steps));
  }

  private void simplify(int step, int index) {
    for (int tried = 0; ; ) {
      Work work = (Work) present.steps().get(step);
      Operation whole = work.operations().get(index);
      List<Operation> simpler = simpler(whole);
      if (tried >= simpler.size()) {
        return;
      }
      List<Operation> operations = new ArrayList<>(work.operations());
      operations.set(index, simpler.get(tried));
      present.nodes().replace(whole, simpler.get(tried));
      // From the beginning with what is simpler now; each is shorter or nearer to zero.
      tried = replace(step, new Work(operations, work.isCommitted())) ? 0 : tried + 1;
    }
  }

  /** Returns simpler variants of an operation, the simplest first. */
  private static List<Operation> simpler(Operation operation) {
    List<Operation> simpler = new ArrayList<>();
    if (operation instanceof TraceEvent.Put put) {
      for (long value : simpler(put.value())) {
        simpler.add(new TraceEvent.Put(put.collection(), put.key(), value));
      }
      for (long key : simpler(put.key())) {
        simpler.add(new TraceEvent.Put(put.collection(), key, put.value()));
      }
    } else if (operation instanceof TraceEvent.Remove remove) {
      for (long key : simpler(remove.key())) {
        simpler.add(new TraceEvent.Remove(remove.collection(), key));
      }
    } else if (operation instanceof TraceEvent.RemoveRange range) {
      for (long from : simpler(range.from())) {
        simpler.add(new TraceEvent.RemoveRange(range.collection(), from, range.to()));
      }
      for (long to : simpler(range.to())) {
        simpler.add(new TraceEvent.RemoveRange(range.collection(), range.from(), to));
      }
    } else if (operation instanceof TraceEvent.PutBytes put) {
      for (byte[] value : simpler(put.value())) {
        simpler.add(new TraceEvent.PutBytes(put.collection(), put.key(), value));
      }
      for (byte[] key : simpler(put.key())) {
        simpler.add(new TraceEvent.PutBytes(put.collection(), key, put.value()));
      }
    } else if (operation instanceof TraceEvent.RemoveBytes remove) {
      for (byte[] key : simpler(remove.key())) {
        simpler.add(new TraceEvent.RemoveBytes(remove.collection(), key));
      }
    } else if (operation instanceof TraceEvent.RemoveBytesRange range) {
      byte @Nullable [] to = range.to();
      for (byte[] from : simpler(range.from())) {
        simpler.add(new TraceEvent.RemoveBytesRange(range.collection(), from, to));
      }
      if (to != null) {
        simpler.add(new TraceEvent.RemoveBytesRange(range.collection(), range.from(), null));
      }
    }
    return simpler;
  }

  private static long[] simpler(long number) {
    if (number == 0) {
      return new long[0];
    }
    // Steps of 1 only for small numbers.
    long half = number / 2;
    return Math.abs(half) > 8
        ? new long[] {0, half, number - number / 8}
        : half == 0 ? new long[] {0} : new long[] {0, half, number - Long.signum(number)};
  }

  private static List<byte[]> simpler(byte[] bytes) {
    int length = bytes.length;
    List<byte[]> simpler = new ArrayList<>();
    for (int shorter : new int[] {0, length / 2, length - Math.max(1, length / 8)}) {
      if (shorter >= 0 && shorter < length && (simpler.isEmpty() || shorter > 0)) {
        simpler.add(Arrays.copyOf(bytes, shorter));
      }
    }
    // Letters, because zeros are shown as escapes.
    byte[] plain = new byte[length];
    Arrays.fill(plain, (byte) 'a');
    if (!Arrays.equals(plain, bytes)) {
      simpler.add(plain);
    }
    return simpler;
  }
}
