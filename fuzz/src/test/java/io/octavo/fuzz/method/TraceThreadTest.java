package io.octavo.fuzz.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.fuzz.fail.Strike;
import io.octavo.fuzz.fail.StruckLoader;
import io.octavo.fuzz.workload.Patience;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceThreadTest {
  /** Told of the failure on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  /** More than wait for the thread that writes them, each with a frame of its own. */
  private static final int COMMITS = 200;

  @Test
  void nobodyWaitsForATraceWhoseThreadHasDied(@TempDir Path directory) throws Exception {
    Level before = QUIET.getLevel();
    QUIET.setLevel(Level.OFF);
    Patience patience = new Patience();
    try {
      Method work =
          Class.forName(Work.class.getName(), true, new StruckLoader())
              .getMethod("commits", Path.class);
      assertThat(patience.call(() -> work.invoke(null, directory))).isEqualTo(COMMITS);
    } finally {
      Strike.doom(null);
      patience.end();
      QUIET.setLevel(before);
    }
  }

  /** What is done in classes that have points. */
  public static final class Work {
    private Work() {}

    /**
     * Commits while the thread of the trace dies.
     *
     * @param directory for the store and the trace
     * @return how many commits the store holds when it is opened again
     */
    public static int commits(Path directory) {
      Path file = directory.resolve("store.oct");
      StoreOptions recorded = StoreOptions.defaults().recordTo(directory.resolve("store.trace"));
      try (Store store = Store.open(file, recorded)) {
        Strike.doom("octavo-trace");
        byte[] value = new byte[100_000];
        for (int i = 0; i < COMMITS; i++) {
          byte[] key = {(byte) i};
          store.write(transaction -> transaction.bytesMap("m").put(key, value));
        }
      }
      try (Store store = Store.open(file)) {
        return store.read(transaction -> (int) transaction.bytesMap("m").size());
      }
    }
  }
}
