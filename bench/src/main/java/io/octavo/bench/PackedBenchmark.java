package io.octavo.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time to encode, and to decode with prefix sum, all lists of a set; divide by its ids.
 *
 * <p>The sets are {@link DrawnLists}; with {@code -jvmArgsAppend -Ddata=DIRECTORY -p set=...},
 * those that {@link ListSets} reads from there.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class PackedBenchmark {
  /** Who keeps lists. */
  public enum Contestant {
    /** {@link OctavoLists}. */
    OCTAVO {
      @Override
      ListCodec codec(long[][] lists) {
        return new OctavoLists(lists);
      }
    },
    /** {@link FastPforLists}. */
    FASTPFOR {
      @Override
      ListCodec codec(long[][] lists) {
        return new FastPforLists(lists);
      }
    };

    abstract ListCodec codec(long[][] lists);
  }

  @Param({"article", "sparse", "dense", "clustered", "short"})
  String set = "";

  @Param({"1", "10000"})
  int atLeast;

  @Param Contestant contestant = Contestant.OCTAVO;

  private ListCodec codec = new OctavoLists(new long[0][]);

  /** Reads the lists and encodes them once. */
  @Setup(Level.Trial)
  public void setUp() throws IOException {
    codec = contestant.codec(ListSets.atLeast(ListSets.read(set), atLeast)).keepAll();
  }

  /** Encodes. */
  @Benchmark
  public long encode() {
    return codec.encodeAll();
  }

  /** Decodes. */
  @Benchmark
  public long decode() {
    return codec.decodeAll();
  }
}
