package io.octavo.fuzz.workload;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Opens the file that a crash left, and holds the store in it to what was promised. */
public final class Judge {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);

  private final TreeLimits limits;
  private final List<String> names;

  /**
   * Judges.
   *
   * @param limits of the pages
   * @param names the names that further transactions use
   */
  public Judge(TreeLimits limits, List<String> names) {
    this.limits = limits;
    this.names = names;
  }

  /**
   * Recovers.
   *
   * @param file what a crash left
   * @param history what it may hold
   * @return what it holds, or null if nothing was acknowledged and it holds no store
   */
  public @Nullable Recovered recover(FaultFile file, History history) {
    Store store;
    try {
      store = TestStores.open(file, OPTIONS, limits);
    } catch (FormatException | CorruptionException e) {
      if (history.exists()) {
        throw e;
      }
      return null;
    }
    long hash = ScenarioRun.hash(store);
    int index = history.find(hash);
    if (index < 0) {
      throw new AssertionError(history.explain(hash));
    }
    return new Recovered(store, history.content(index));
  }

  /** A store as it was found. */
  public record Recovered(Store store, Content content) {
    /** Requires that a check finds nothing wrong. */
    public void check() {
      ScenarioRun.requireSound(store);
    }
  }

  /**
   * Goes on with a recovered store: further transactions, close, loss of power, open.
   *
   * @param history begins with what was recovered; learns of each transaction
   * @param count how many transactions
   * @param onAcknowledged told whenever one of them is durable
   */
  public void goOn(
      Store store, FaultFile file, History history, long seed, int count, Runnable onAcknowledged) {
    SplittableRandom random = new SplittableRandom(seed);
    Content content = history.newest();
    for (int i = 0; i < count; i++) {
      Content next = content.successor();
      try (Transaction transaction = store.beginWrite()) {
        for (int j = random.nextInt(4); j >= 0; j--) {
          change(transaction, next, random);
        }
        history.attempt(next);
        transaction.commit();
      }
      history.acknowledge();
      onAcknowledged.run();
      content = next;
    }
    long expected = content.hash();
    requireSame("after further transactions", ScenarioRun.hash(store), expected);
    requireNoPageLost(store);
    store.close();
    Store again = TestStores.open(FaultFile.of(file.durable().copy()), OPTIONS, limits);
    requireSame("reopened after further transactions", ScenarioRun.hash(again), expected);
    ScenarioRun.requireSound(again);
  }

  /** Without readers, a checkpoint leaves no page taken but those in use. */
  private static void requireNoPageLost(Store store) {
    store.checkpoint();
    // A transaction begins by giving back what nothing reaches any more.
    store.beginWrite().close();
    StoreStats stats = store.stats();
    long taken = stats.fileBytes() - stats.freeBytes();
    if (stats.openReaders() == 0 && taken != stats.liveBytes()) {
      throw new AssertionError(
          "pages are lost: " + taken + " bytes taken, " + stats.liveBytes() + " in use");
    }
  }

  private void change(Transaction transaction, Content content, SplittableRandom random) {
    String name = names.get(random.nextInt(names.size()));
    Target map = new Target.Compared(Target.of(transaction, name), Target.of(content, name));
    long key = random.nextInt(64);
    if (random.nextInt(3) == 0) {
      map.remove(key);
    } else {
      map.put(key, random.nextInt(1000));
    }
  }

  private static void requireSame(String what, long found, long expected) {
    if (found != expected) {
      throw new AssertionError(what + ": not what was committed");
    }
  }
}
