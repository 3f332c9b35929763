package io.octavo.fuzz.crash;

import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.ModelRun;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Calls a store from a recursion that has come close to the end of its stack, with every number of
 * frames left in turn. A stack that is full fails in each {@code finally} again, as nothing else
 * does; so this is done by real recursion.
 *
 * <pre>
 * RecursionSweep [--seconds N] [--runs N] [--frames N] [--each N]
 *     [--call NAME --left N --pads N --durability NAME]
 * </pre>
 *
 * <p>Pads are frames of another size at the beginning, so that the frames left end at other bytes.
 *
 * <p>Ends with status 1 where a promise was not kept, or the number of runs was not reached.
 */
public final class RecursionSweep {
  private static final long STACK_BYTES = 256 << 10;
  private static final List<Durability> LEVELS = List.of(Durability.values());
  private static final int PADS = 8;
  private static final long HANGING_MILLIS = 20_000;

  /** Told of failures on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private static final TreeLimits LIMITS = new TreeLimits(2, 4, new RingLimits(1, 2, 2));

  /** What is called with little stack left. */
  enum Call {
    WRITE,
    BEGIN_WRITE,
    PUT,
    COMMIT,
    ROLL_BACK,
    BEGIN_READ,
    READ,
    END_READ,
    CHECKPOINT,
    COMPACT,
    CLOSE
  }

  private long runs;
  private long overflown;
  private int violations;

  private RecursionSweep() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    if (!sweep(arguments)) {
      System.exit(1);
    }
  }

  /** Sweeps; tells whether all promises were kept. */
  static boolean sweep(String... arguments) {
    QUIET.setLevel(Level.OFF);
    Arguments options =
        Arguments.of(
            arguments,
            "--seconds",
            "--runs",
            "--frames",
            "--each",
            "--call",
            "--left",
            "--pads",
            "--durability");
    RecursionSweep sweep = new RecursionSweep();
    String only = options.text("--call", "");
    if (!only.isEmpty()) {
      sweep.run(
          Call.valueOf(only),
          Durability.valueOf(options.text("--durability", "SYNC")),
          (int) options.number("--left", 0),
          (int) options.number("--pads", 0));
      return sweep.violations == 0;
    }
    long end = System.nanoTime() + options.number("--seconds", 3600) * 1_000_000_000L;
    int each = (int) options.number("--each", 1);
    // From much stack to little, so that classes are initialised while they can be.
    for (int left = (int) options.number("--frames", 100); left >= 0; left -= each) {
      for (Call call : Call.values()) {
        for (int pads = 0; pads < PADS && System.nanoTime() < end; pads++) {
          sweep.run(call, LEVELS.get((left + pads) % LEVELS.size()), left, pads);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs, %d overflows, %d violations%n",
        sweep.runs,
        sweep.overflown,
        sweep.violations);
    if (sweep.runs < options.number("--runs", 0)) {
      System.out.println("too few runs: asked for " + options.number("--runs", 0));
      return false;
    }
    return sweep.violations == 0;
  }

  private void run(Call call, Durability durability, int left, int pads) {
    Run run = new Run(call, durability, left, pads);
    Thread thread = new Thread(null, run, "recursion", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    join(thread);
    Thread judge = new Thread(null, run::judge, "judge");
    judge.setDaemon(true);
    if (!thread.isAlive()) {
      judge.start();
      join(judge);
    }
    runs++;
    overflown += run.thrown == null ? 0 : 1;
    String wrong = thread.isAlive() || judge.isAlive() ? "a hang" : null;
    Throwable found = run.wrong;
    if (wrong == null && found != null) {
      wrong = found.toString();
    }
    if (wrong != null && violations++ < 50) {
      System.out.printf(
          Locale.ROOT,
          "VIOLATION: %s, %s, %d frames left: %s%n  thrown: %s%n%s  replay: java -ea -cp %s %s --call %s"
              + " --durability %s --left %d --pads %d%n",
          call,
          durability,
          left,
          wrong,
          run.thrown,
          stack(run.thrown),
          ModelRun.CLASS_PATH,
          RecursionSweep.class.getName(),
          call,
          durability,
          left,
          pads);
    }
  }

  private static String stack(@Nullable Throwable thrown) {
    StringBuilder text = new StringBuilder();
    if (thrown != null) {
      for (StackTraceElement at : thrown.getStackTrace()) {
        if (at.getClassName().startsWith(Run.class.getName())) {
          break;
        }
        text.append("    at ").append(at).append('\n');
      }
    }
    return text.toString();
  }

  private static void join(Thread thread) {
    try {
      thread.join(HANGING_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One call of one store. */
  private static final class Run implements Runnable {
    private final Call call;
    private final Durability durability;
    private final int left;
    private final int pads;
    private final FaultFile file = FaultFile.empty();
    private final Store store;
    private final @Nullable Transaction open;
    private boolean isDone;
    private boolean failed;
    private volatile @Nullable Throwable thrown;
    private volatile @Nullable Throwable wrong;
    private @Nullable Transaction begun;

    Run(Call call, Durability durability, int left, int pads) {
      this.call = call;
      this.durability = durability;
      this.left = left;
      this.pads = pads;
      TestStores.create(file, new UUID(left, 7));
      StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
      store = TestStores.open(file, options, LIMITS);
      for (long i = 0; i < 6; i++) {
        long number = i;
        store.write(transaction -> transaction.longMap("m").put(number, number));
      }
      open =
          switch (call) {
            case PUT, COMMIT, ROLL_BACK -> store.beginWrite();
            case READ, END_READ -> store.beginRead();
            default -> null;
          };
      if (call == Call.COMMIT || call == Call.ROLL_BACK) {
        transaction().longMap("m").put(100, 1);
      }
    }

    private Transaction transaction() {
      Transaction transaction = open;
      if (transaction == null) {
        throw new IllegalStateException("call=" + call);
      }
      return transaction;
    }

    @Override
    public void run() {
      try {
        pad(pads, 1, 2, 3);
        end();
      } catch (Throwable e) {
        wrong = e;
      }
    }

    private long pad(int more, long a, long b, long c) {
      return more == 0 ? descend() : pad(more - 1, b, c, a) + a;
    }

    /** Returns how many frames there were below this one. */
    @SuppressWarnings("InfiniteRecursion") // The end of the stack ends it.
    private int descend() {
      int below;
      try {
        below = descend() + 1;
      } catch (StackOverflowError e) {
        below = 0;
      }
      if (below == left && !isDone) {
        isDone = true;
        try {
          perform();
        } catch (Throwable e) {
          thrown = e;
        }
      }
      return below;
    }

    private void perform() {
      switch (call) {
        case WRITE -> store.write(transaction -> transaction.longMap("m").put(100, 1));
        case BEGIN_WRITE -> begun = store.beginWrite();
        case PUT -> transaction().longMap("m").put(100, 1);
        case COMMIT -> transaction().commit();
        case ROLL_BACK -> transaction().close();
        case BEGIN_READ -> begun = store.beginRead();
        case END_READ -> transaction().close();
        case READ -> transaction().longMap("m").get(3, 0);
        case CHECKPOINT -> store.checkpoint();
        case COMPACT -> store.compact(1 << 20);
        case CLOSE -> store.close();
      }
    }

    /** Ends the transaction in the thread that used it, where its stack has room again. */
    private void end() {
      if (begun != null) {
        begun.close();
      }
      if (call == Call.PUT && thrown == null) {
        transaction().commit();
      }
      if (open != null) {
        open.close();
      }
    }

    /** Looks at the store as its next user would. */
    void judge() {
      if (wrong == null) {
        try {
          look();
        } catch (Throwable e) {
          wrong = e;
        }
      }
    }

    private void look() {
      boolean isCommitted =
          thrown == null && (call == Call.WRITE || call == Call.COMMIT || call == Call.PUT);
      if (call != Call.CLOSE) {
        if (store.stats().openReaders() != 0) {
          throw new AssertionError("a reader is open");
        }
        requireTurn();
        if (!failed) {
          require(store, isCommitted, isCommitted);
          ScenarioRun.requireSound(store);
          store.write(transaction -> transaction.longMap("m").put(200, 2));
          store.checkpoint();
        }
      }
      close();
      requireLeft(FaultFile.of(file.durable().copy()), isCommitted);
      file.reopen();
      requireLeft(file, isCommitted);
    }

    private void requireTurn() {
      try {
        var turn = store.tryBeginWrite(Duration.ZERO);
        if (turn.isEmpty()) {
          throw new AssertionError("the writer slot was not given back");
        }
        turn.get().close();
      } catch (StoreFailedException e) {
        failed = true;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private void close() {
      try {
        // Does nothing where it was closed; one that could not begin is done now.
        store.close();
      } catch (StoreFailedException e) {
        failed = true;
      }
      if (!file.isClosed()) {
        throw new AssertionError("the file was not let go");
      }
    }

    private void requireLeft(FaultFile image, boolean isCommitted) {
      // A close that threw could not make durable what was not.
      boolean isDurable =
          TestStores.isAwaited(durability) || !(failed || (call == Call.CLOSE && thrown != null));
      Store again = TestStores.open(image, StoreOptions.defaults().cacheBytes(1 << 20), LIMITS);
      if (isDurable) {
        require(again, isCommitted, isCommitted || failed);
      }
      ScenarioRun.requireSound(again);
    }

    private static void require(Store in, boolean least, boolean most) {
      in.read(
          transaction -> {
            LongMap map = transaction.longMap("m");
            for (long i = 0; i < 6; i++) {
              if (map.get(i, -1) != i) {
                throw new AssertionError("key " + i + " is lost");
              }
            }
            boolean found = map.get(100, -1) == 1;
            if (found ? !most : least) {
              throw new AssertionError(
                  found ? "what threw has happened" : "what returned has not happened");
            }
            return true;
          });
    }
  }
}
