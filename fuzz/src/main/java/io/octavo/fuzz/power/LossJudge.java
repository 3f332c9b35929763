package io.octavo.fuzz.power;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.check.DamagedFile;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.History;
import io.octavo.fuzz.workload.Judge;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.salvage.TestSalvage;
import io.octavo.tree.TreeLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a loss of power left to what was promised: it is opened, read only, and salvaged, and
 * each time the same is found, a prefix of the commits.
 */
final class LossJudge {
  private static final int FURTHER_TRANSACTIONS = 20;
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);

  /** With room for all that may have to be recovered in memory. */
  private static final StoreOptions READ_ONLY =
      StoreOptions.defaults().cacheBytes(64 << 20).readOnly(true);

  private final TreeLimits limits;
  private final Judge judge;
  private long uncertain;

  LossJudge(TreeLimits limits, List<String> names) {
    this.limits = limits;
    this.judge = new Judge(limits, names);
  }

  /** What a store holds: the number of its last commit, and a hash of everything. */
  record Found(long last, long hash) {
    static Found in(Store store) {
      return store.read(
          transaction ->
              new Found(
                  Journal.last(transaction), Content.hash(transaction, ScenarioRun.MOST_ENTRIES)));
    }
  }

  /**
   * Judges.
   *
   * @param disk what was left; not changed
   * @param loss when it was left
   * @param journal what was done
   * @param seed of what is done further
   * @return the number of the last commit that it holds
   */
  long judge(Image disk, Loss loss, Journal journal, long seed) {
    FaultFile file = FaultFile.of(disk.copy());
    Store store = TestStores.open(file, OPTIONS, limits);
    Found found = Found.in(store);
    requireWithin("opened", found, loss.acknowledged(), loss.begun());
    Content content = journal.content(found.last());
    requireSame("opened", found, new Found(found.last(), content.hash()));
    ScenarioRun.requireSound(store);
    requireSame("opened read only", readOnly(disk), found);
    requireSalvaged(disk, found);
    judge.goOn(store, file, new History(content), seed, FURTHER_TRANSACTIONS, () -> {});
    return found.last();
  }

  /** Judges a copy of the store that was written while others went on. */
  void judgeBackup(byte[] backup, long acknowledged, Journal journal) {
    try (Store store = TestStores.open(FaultFile.of(Image.of(backup)), OPTIONS, TreeLimits.PAGE)) {
      Found found = Found.in(store);
      requireWithin("backup", found, acknowledged, journal.begun());
      requireSame("backup", found, new Found(found.last(), journal.content(found.last()).hash()));
      ScenarioRun.requireSound(store);
    }
  }

  private Found readOnly(Image disk) {
    FaultFile file = FaultFile.of(disk.copy());
    Found found;
    try (Store store = TestStores.open(file, READ_ONLY, limits)) {
      found = Found.in(store);
    }
    if (file.changes() > 0) {
      throw new AssertionError("opened read only, the file was changed");
    }
    return found;
  }

  /**
   * Salvages. Where both copies of a meta page were cut off, nobody can tell whether that was the
   * newest state, and salvage may bring back more than there was; it has to say so.
   */
  private void requireSalvaged(Image disk, Found expected) {
    boolean isCertain = isEachMetaKnown(disk);
    try (Store target = Store.inMemory()) {
      List<String> losses = TestSalvage.salvage(FaultFile.of(disk.copy()), target);
      if (isCertain && !losses.isEmpty()) {
        throw new AssertionError("salvage of a sound store lost " + losses);
      }
      if (losses.isEmpty()) {
        requireSame("salvaged", Found.in(target), expected);
      } else {
        uncertain++;
      }
    }
  }

  private static boolean isEachMetaKnown(Image disk) {
    List<@Nullable Meta> metas = new DamagedFile(FaultFile.of(disk.copy())).metas(problem -> {});
    boolean isKnown = true;
    for (int slot = 0; slot < MetaPage.SLOTS; slot++) {
      isKnown &= metas.get(slot) != null || metas.get(slot + MetaPage.SLOTS) != null;
    }
    return isKnown;
  }

  /** Counts losses of which nobody can tell what the newest state was. */
  long uncertain() {
    return uncertain;
  }

  static void requireWithin(String what, Found found, long least, long most) {
    if (found.last() < least || found.last() > most) {
      throw new AssertionError(
          what + ": holds commits up to " + found.last() + ", not " + least + " to " + most);
    }
  }

  static void requireSame(String what, Found found, Found expected) {
    if (!found.equals(expected)) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }
}
