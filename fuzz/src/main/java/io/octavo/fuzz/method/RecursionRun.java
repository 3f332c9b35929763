package io.octavo.fuzz.method;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.fuzz.fail.Actor;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A program that recurses until its stack is full: in a function that it gives to {@link
 * Store#write}, or with a commit at each level. The seed decides how many frames lie between two
 * calls of the store, and so which of its methods finds the stack full.
 */
public final class RecursionRun extends NumberedRun {
  private static final long STACK_BYTES = 256 << 10;
  private static final int MOST_FRAMES = 100;
  private static final int COMMITS = 6;
  private static final int MOST_SHOWN = 4;
  private static final List<Durability> LEVELS =
      List.of(Durability.SYNC, Durability.CHECKPOINT, Durability.ASYNC);

  private final NumberedCommits commits;
  private final Durability durability;
  private final SplittableRandom random;
  private final boolean isInFunction;
  private long levels;
  private @Nullable Transaction open;
  private volatile @Nullable Throwable thrown;

  RecursionRun(long seed) {
    this(seed, LEVELS.get((int) (seed % LEVELS.size())), new NumberedCommits("m"));
  }

  private RecursionRun(long seed, Durability durability, NumberedCommits commits) {
    super(seed, durability, List.of(commits), (task, nanos) -> task.run());
    this.durability = durability;
    this.commits = commits;
    random = new SplittableRandom(seed);
    isInFunction = seed % 4 == 0;
    for (int i = 0; i < COMMITS; i++) {
      commits.commit(store());
    }
    // A class must not be initialised first where there is no stack for it.
    Transaction warm = store().beginWrite();
    commits.put(warm, Long.MAX_VALUE);
    warm.close();
  }

  @Override
  @Nullable Actor actor() {
    return null;
  }

  @Override
  boolean isMeant(Throwable e) {
    return e instanceof StackOverflowError;
  }

  @Override
  boolean hasStruck() {
    return thrown != null;
  }

  @Override
  String place() {
    return (isInFunction ? "a function that recurses, " : "commits that recurse, ")
        + durability
        + ", level "
        + levels
        + where();
  }

  /** Returns which call found the stack full. */
  private String where() {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append("\n  thrown ").append(cause);
      Arrays.stream(cause.getStackTrace())
          .limit(MOST_SHOWN)
          .forEach(at -> text.append("\n    at ").append(at));
    }
    return text.toString();
  }

  @Override
  void perform() {
    Thread caller = new Thread(null, () -> judge(this::overflow), "recursion", STACK_BYTES);
    caller.setDaemon(true);
    caller.start();
    join(caller, null);
    lookAfterwards();
  }

  private void overflow() {
    try {
      if (isInFunction) {
        store().write(this::putAndRecurse);
      } else {
        commitAndRecurse();
      }
    } catch (Throwable e) {
      Explanation.require(e, this::isMeant);
      thrown = e;
    }
    if (thrown == null) {
      throw new AssertionError("the stack has no end");
    }
    Transaction left = open;
    if (left != null) {
      // Where it was begun was no stack to close it.
      calmly(left::close);
    }
  }

  private void putAndRecurse(Transaction transaction) {
    levels++;
    transaction.longMap("m").put(levels, levels);
    descend(random.nextInt(MOST_FRAMES), () -> putAndRecurse(transaction));
  }

  private void commitAndRecurse() {
    levels++;
    long number = commits.begin();
    Transaction transaction = store().beginWrite();
    open = transaction;
    commits.put(transaction, number);
    transaction.commit();
    commits.acknowledged = number;
    transaction.close();
    open = null;
    descend(random.nextInt(MOST_FRAMES), this::commitAndRecurse);
  }

  private static void descend(int frames, Runnable next) {
    if (frames == 0) {
      next.run();
    } else {
      descend(frames - 1, next);
    }
  }
}
