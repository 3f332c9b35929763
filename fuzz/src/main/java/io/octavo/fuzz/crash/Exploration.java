package io.octavo.fuzz.crash;

import io.octavo.fuzz.disk.Block;
import io.octavo.fuzz.disk.Change;
import io.octavo.fuzz.disk.Choice;
import io.octavo.fuzz.disk.CrashStates;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.History;
import io.octavo.fuzz.workload.Judge;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs one scenario and crashes it at every moment in every way that {@link CrashStates} chooses;
 * each time the store is recovered and judged, and some of the recoveries are crashed again.
 *
 * <p>With a script there is one crash only, at the moment that the script names, and likewise in
 * the recovery after it.
 */
final class Exploration {
  private static final int MOST_DEPTH = 3;
  private static final int WATCHED_TRANSACTIONS = 3;
  private static final int FURTHER_TRANSACTIONS = 20;
  private static final int META_BLOCKS = MetaPage.COUNT * PageHeader.PAGE_SIZE / Block.SIZE;
  private static final CrashStates IN_RECOVERY = new CrashStates(4, 2);

  private final CrashScenario scenario;
  private final @Nullable List<Crash> script;
  private final Counts counts;
  private final Judge judge;
  private final LongHashSet images = new LongHashSet();
  private final LongHashSet judged = new LongHashSet();
  private final List<Crash> path = new ArrayList<>();
  private final SplittableRandom random;
  private @Nullable ScenarioRun run;
  private @Nullable Violation found;

  /** What was looked at. */
  static final class Counts {
    long scenarios;
    long explored;
    long distinct;
    long judged;
    long distinctInRecovery;
    long killed;
    long wentOn;

    boolean reach(long states, long inRecovery) {
      return distinct >= states && distinctInRecovery >= inRecovery;
    }

    @Override
    public String toString() {
      return "scenarios "
          + scenarios
          + ", states "
          + explored
          + ", distinct "
          + distinct
          + ", of them in recovery "
          + distinctInRecovery
          + ", recovered "
          + judged
          + ", killed or forgotten "
          + killed
          + ", gone on with "
          + wentOn;
    }
  }

  Exploration(CrashScenario scenario, @Nullable List<Crash> script, Counts counts) {
    this.scenario = scenario;
    this.script = script;
    this.counts = counts;
    this.judge = new Judge(scenario.limits(), CrashScenario.names(scenario.seed()));
    this.random = new SplittableRandom(Hashes.mix(scenario.seed()));
  }

  /**
   * Explores.
   *
   * @throws Violation if a promise is not kept
   */
  void run() {
    FaultFile file = FaultFile.empty();
    CrashStates states = new CrashStates(scenario.mostExhaustive(), 6);
    Watch watch = new Watch(file, 0, states);
    ScenarioRun scenarioRun = new ScenarioRun(scenario, file, false, watch::acknowledged);
    run = scenarioRun;
    watch.history = scenarioRun::history;
    file.watch(watch);
    try {
      scenarioRun.run();
    } catch (RuntimeException | Error e) {
      if (found == null) {
        found = violation(List.of(), e);
      }
    }
    if (found != null) {
      throw found;
    }
    counts.scenarios++;
  }

  private Violation violation(List<Change> pending, Throwable cause) {
    List<String> dump = new ArrayList<>();
    for (Change change : pending) {
      dump.add(change.toString());
    }
    String place = run == null ? "" : run.place();
    return new Violation(new CrashTrace(scenario, path), place, dump, cause);
  }

  private interface Window {
    History history();
  }

  /** Crashes one file at each of its moments. */
  private final class Watch implements FaultFile.Witness {
    private final FaultFile file;
    private final int depth;
    private final CrashStates states;
    private Window history = History::new;
    private int moments;

    Watch(FaultFile file, int depth, CrashStates states) {
      this.file = file;
      this.depth = depth;
      this.states = states;
    }

    @Override
    public void moment(FaultFile changed, boolean isForcing) {
      int moment = moments++;
      if (found != null) {
        return;
      }
      if (script != null) {
        replay(moment, script);
      } else if (isForcing) {
        endAtForce(moment);
      } else if (isWorthwhile()) {
        explore(moment, file.takeSeen());
        if (depth == 0 && random.nextInt(isMetaPending() ? 12 : 96) == 0) {
          crash(new Crash(moment, Crash.Kind.KILL, Choice.all(file.pending().size())));
        }
      }
    }

    /**
     * Returns whether to stop here. Among very many pending changes, one more says little: of the
     * moments of a spill or a large checkpoint, the first are all taken, of the later ones ever
     * fewer.
     */
    private boolean isWorthwhile() {
      int count = file.pending().size();
      return count <= CrashStates.MANY || random.nextInt(count) < CrashStates.MANY / 4;
    }

    void acknowledged() {
      int moment = moments++;
      if (found != null) {
        return;
      }
      if (script != null) {
        replay(moment, script);
      } else {
        file.takeSeen();
        explore(moment, file.pending().size());
      }
    }

    private void replay(int moment, List<Crash> crashes) {
      if (path.size() == depth && depth < crashes.size() && crashes.get(depth).moment() == moment) {
        crash(crashes.get(depth));
      }
    }

    private void explore(int moment, int seen) {
      states.forEach(
          file.pending(),
          seen,
          random,
          choice -> crash(new Crash(moment, Crash.Kind.POWER, choice)));
    }

    private void endAtForce(int moment) {
      int count = file.pending().size();
      if (depth > 0 || count == 0) {
        return;
      }
      if (random.nextInt(16) == 0) {
        byte[] kept = new byte[count];
        if (random.nextBoolean()) {
          for (int i = 0; i < count; i++) {
            kept[i] = random.nextBoolean() ? Choice.ALL : 0;
          }
        }
        crash(new Crash(moment, Crash.Kind.GATE, Choice.of(kept)));
      }
    }

    private void crash(Crash crash) {
      if (found != null) {
        return;
      }
      counts.explored++;
      counts.killed += crash.kind() == Crash.Kind.POWER ? 0 : 1;
      FaultFile left = leave(crash);
      long hash = left.hash();
      if (images.add(hash)) {
        counts.distinct++;
        counts.distinctInRecovery += depth > 0 ? 1 : 0;
      }
      if (!judged.add(Hashes.mix(hash, expected(crash).window()))) {
        return;
      }
      counts.judged++;
      path.add(crash);
      try {
        recover(left, crash, hash);
      } catch (RuntimeException | Error e) {
        if (found == null) {
          found = violation(file.pending(), e);
        }
      }
      path.remove(path.size() - 1);
    }

    /**
     * Returns whether a recovery is crashed as well: always where only a second crash shows more.
     */
    private boolean isWatched(Crash crash, long hash) {
      if (crash.kind() != Crash.Kind.POWER) {
        return true;
      }
      // What is left of a meta page that was cut off meets the next write of that page.
      boolean isTornMeta = depth == 0 && crash.choice().hasGarbage() && isMetaPending();
      return (hash >>> 8) % (isTornMeta ? 48 : 1024) == 0;
    }

    private boolean isMetaPending() {
      return !file.pending().isEmpty() && file.pending().get(0).block() < META_BLOCKS;
    }

    /** Returns what a crash may leave. */
    private History expected(Crash crash) {
      boolean isKilled = depth == 0 && crash.kind() == Crash.Kind.KILL;
      return isKilled ? history.history().killed() : history.history();
    }

    private FaultFile leave(Crash crash) {
      Image disk =
          crash.kind() == Crash.Kind.KILL
              ? file.durable()
              : crash.choice().applyTo(file.durable(), file.pending(), file.live().length());
      return switch (crash.kind()) {
        case POWER -> FaultFile.of(disk);
        case KILL -> FaultFile.of(file.live(), disk, file.pending());
        case GATE -> FaultFile.of(file.live(), disk, List.of());
      };
    }

    private void recover(FaultFile left, Crash crash, long hash) {
      boolean watched =
          depth < MOST_DEPTH
              && (script != null ? script.size() > depth + 1 : isWatched(crash, hash));
      Watch watch = new Watch(left, depth + 1, IN_RECOVERY);
      watch.history = history;
      if (watched) {
        left.watch(watch);
      }
      Judge.Recovered recovered = judge.recover(left, expected(crash));
      if (recovered == null) {
        return;
      }
      History further = new History(recovered.content());
      watch.history = () -> further;
      if (watched) {
        watch.acknowledged();
      }
      recovered.check();
      boolean more = watched || (hash & 15) == 0;
      if (script != null || more) {
        counts.wentOn++;
        boolean isLast = !watched || script != null;
        judge.goOn(
            recovered.store(),
            left,
            further,
            hash,
            isLast ? FURTHER_TRANSACTIONS : WATCHED_TRANSACTIONS,
            watched ? watch::acknowledged : () -> {});
      }
    }
  }
}
