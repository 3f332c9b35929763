package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Interned;
import io.octavo.fuzz.workload.Lists;
import io.octavo.fuzz.workload.Profiled;
import io.octavo.fuzz.workload.StoreDescription;
import io.octavo.fuzz.workload.Strings;
import io.octavo.fuzz.workload.Target;
import io.octavo.fuzz.workload.Timed;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.LongMap;
import io.octavo.page.meta.MetaPage;
import io.octavo.posting.PostingMap;
import io.octavo.series.Series;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;

/**
 * Makes small files of the present format version, each with a description of what it holds: {@code
 * vVERSION-NAME.oct.gz} and {@code .txt}. Those of earlier versions stay as they are.
 *
 * <pre>
 * StoreSamples [--directory fuzz/stores]
 * </pre>
 */
public final class StoreSamples {
  /** Few entries a page: many pages and levels in a short file. */
  private static final TreeLimits SMALL = new TreeLimits(12, 6);

  private final Path directory;

  private StoreSamples(Path directory) {
    this.directory = directory;
  }

  private interface Filling {
    void fill(Store store);
  }

  /**
   * Makes the files; those that exist are replaced.
   *
   * @param arguments as above
   * @throws IOException if a file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Arguments options = Arguments.of(arguments, "--directory");
    StoreSamples samples = new StoreSamples(Path.of(options.text("--directory", "fuzz/stores")));
    samples.make("empty-closed", TreeLimits.PAGE, true, store -> {});
    samples.make("one-leaf-closed", TreeLimits.PAGE, true, StoreSamples::allSizes);
    samples.make("deep-closed", SMALL, true, StoreSamples::deep);
    samples.make("many-names-closed", TreeLimits.PAGE, true, StoreSamples::manyNames);
    samples.make("new-killed", TreeLimits.PAGE, false, StoreSamples::allOperations);
    samples.make(
        "deep-killed",
        SMALL,
        false,
        store -> {
          deep(store);
          allOperations(store);
        });
    samples.make("strings-closed", TreeLimits.PAGE, true, StoreSamples::strings);
    samples.make(
        "strings-killed",
        SMALL,
        false,
        store -> {
          strings(store);
          stringOperations(store);
        });
    samples.make("postings-closed", TreeLimits.PAGE, true, StoreSamples::postings);
    samples.make(
        "postings-killed",
        SMALL,
        false,
        store -> {
          postings(store);
          postingOperations(store);
        });
    samples.make("interned-closed", TreeLimits.PAGE, true, StoreSamples::interned);
    samples.make(
        "interned-killed",
        SMALL,
        false,
        store -> {
          interned(store);
          internedOperations(store);
        });
    samples.make("series-closed", TreeLimits.PAGE, true, store -> series(store, 2_000));
    samples.make(
        "series-killed",
        SMALL,
        false,
        store -> {
          series(store, 100);
          seriesOperations(store);
        });
    samples.make("profiles-closed", TreeLimits.PAGE, true, StoreSamples::profiles);
    samples.make(
        "profiles-killed",
        SMALL,
        false,
        store -> {
          profiles(store);
          profileOperations(store);
        });
  }

  private void make(String name, TreeLimits limits, boolean isClosed, Filling filling)
      throws IOException {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(MetaPage.FORMAT_VERSION, name.hashCode()));
    Store store = TestStores.open(file, StoreOptions.defaults().cacheBytes(1 << 20), limits);
    filling.fill(store);
    List<String> description = StoreDescription.of(store);
    if (isClosed) {
      store.close();
    }
    String base = "v" + MetaPage.FORMAT_VERSION + "-" + name;
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve(base + ".oct.gz")))) {
      out.write(file.live().content());
    }
    Files.write(directory.resolve(base + ".txt"), description);
  }

  /**
   * Series of several leaves, of all widths, with late entries, and what removals leave of them.
   *
   * @param size how many entries a gauge gets in each of three rounds
   */
  private static void series(Store store, int size) {
    long step = 10_000;
    for (int round = 0; round < 3; round++) {
      SplittableRandom random = new SplittableRandom(round);
      long begin = step * size * round;
      store.write(
          transaction -> {
            Series gauge = transaction.series(Timed.NAME + "gauge");
            gauge.describe(TimeUnit.MILLISECONDS, 2);
            Series events = transaction.series(Timed.NAME + "events");
            events.describeEvents(TimeUnit.NANOSECONDS);
            long value = 0;
            for (int i = 0; i < size; i++) {
              value += random.nextInt(-20, 21);
              gauge.add(begin + i * step + random.nextInt(100), value);
              if (i % 3 == 0) {
                // Events of five steps begin at the same time.
                long duration = random.nextLong(1L << random.nextInt(1, 24));
                events.add(begin + step * (i / 15), duration);
              }
            }
          });
      store.checkpoint();
      long end = begin + size * step;
      store.write(
          transaction -> {
            Series gauge = transaction.series(Timed.NAME + "gauge");
            for (int i = 0; i < 20; i++) {
              gauge.add(random.nextLong(end), i - 25);
            }
            gauge.removeRange(begin + size * step / 3, begin + size * step / 2);
            Target.of(transaction, Timed.NAME + "late").put(90 - end % 7, 2 * end);
          });
    }
    store.write(
        transaction -> {
          Series edges = transaction.series(Timed.NAME + "edges");
          for (long time : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, time}) {
              edges.add(time, value);
            }
          }
          Series equal = transaction.series(Timed.NAME + "equal");
          equal.addAll(new long[300], LongStream.range(0, 300).toArray(), 0, 300);
          transaction.series(Timed.NAME + "empty").describe(null, 18);
          Target.of(transaction, Timed.NAME + "removed").put(1, 14);
        });
    store.write(
        transaction -> transaction.series(Timed.NAME + "removed").removeRange(Long.MIN_VALUE, 0));
  }

  /** One commit for each operation on series. */
  private static void seriesOperations(Store store) {
    for (int i = 0; i < 40; i++) {
      int key = i;
      store.write(transaction -> Target.of(transaction, Timed.NAME + "a").put(key % 15, 5L * key));
    }
    store.write(transaction -> transaction.series(Timed.NAME + "gauge").removeRange(0, 100_000));
    store.write(transaction -> transaction.series(Timed.NAME + "a").describe(TimeUnit.DAYS, 1));
    store.write(transaction -> Target.of(transaction, Timed.NAME + "a").removeRange(20, 30));
    store.write(transaction -> Target.of(transaction, Timed.NAME + "dropped").put(1, 14));
    store.write(transaction -> transaction.drop(Timed.NAME + "dropped"));
    store.write(transaction -> Target.of(transaction, Timed.NAME + "cleared").put(1, 14));
    store.write(transaction -> Target.of(transaction, Timed.NAME + "cleared").clear());
    store.write(transaction -> Target.of(transaction, Timed.NAME + "cleared").put(3, 4));
    store.write(transaction -> transaction.rename(Timed.NAME + "a", Timed.NAME + "b"));
  }

  /**
   * A profile with late samples, nodes of some levels, and a border before which all was deleted.
   */
  private static void profiles(Store store) {
    for (int round = 0; round < 3; round++) {
      int first = round;
      store.write(
          transaction -> {
            Target profile = Target.of(transaction, Profiled.NAME + "profile");
            for (int i = first; i < 300; i += 3) {
              profile.put(i, 19L * i + first);
            }
          });
      store.checkpoint();
    }
    store.write(
        transaction -> Target.of(transaction, Profiled.NAME + "profile").removeRange(80, 80));
    store.write(transaction -> Target.of(transaction, Profiled.NAME + "empty").clear());
  }

  /** One commit for each operation on profiles. */
  private static void profileOperations(Store store) {
    for (int i = 0; i < 10; i++) {
      int key = i;
      store.write(
          transaction -> Target.of(transaction, Profiled.NAME + "a").put(20L * key, 5L * key));
    }
    store.write(transaction -> Target.of(transaction, Profiled.NAME + "a").put(7, 1));
    store.write(transaction -> Target.of(transaction, Profiled.NAME + "a").removeRange(200, 200));
    store.write(transaction -> Target.of(transaction, Profiled.NAME + "profile").put(500, 1));
  }

  /** Items of all sorts, in several commits and pages; the least and the greatest there are. */
  private static void interned(Store store) {
    List<String> types = List.of(Interned.STRINGS, Interned.PAIRS, Interned.STACKS);
    for (int round = 0; round < 3; round++) {
      int first = round;
      store.write(
          transaction -> {
            for (String type : types) {
              Target items = Target.of(transaction, type + "items");
              for (int i = first; i < 120; i += 2) {
                items.put(i, 19L * i + first);
              }
            }
          });
      store.checkpoint();
    }
    store.write(
        transaction -> {
          StringTable strings = transaction.strings(Interned.STRINGS + "edges");
          PairTable pairs = transaction.pairs(Interned.PAIRS + "edges");
          StackTable stacks = transaction.stacks(Interned.STACKS + "edges");
          for (int length : new int[] {0, 4_000, 3_999, 1}) {
            strings.intern(new byte[length]);
          }
          for (long pair : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
            pairs.intern(pair);
          }
          int parent = stacks.intern(StackTable.NONE, Integer.MAX_VALUE);
          for (int i = 0; i < 600; i++) {
            parent = stacks.intern(parent, i % 7);
          }
          stacks.intern(0, 1);
        });
    store.write(
        transaction ->
            types.forEach(
                type -> {
                  Target.of(transaction, type + "empty").put(1, 1);
                  Target.of(transaction, type + "empty").clear();
                }));
  }

  /** One commit for each operation on interned items. */
  private static void internedOperations(Store store) {
    for (String type : List.of(Interned.STRINGS, Interned.PAIRS, Interned.STACKS)) {
      for (int i = 0; i < 20; i++) {
        int key = i;
        store.write(transaction -> Target.of(transaction, type + "a").put(key % 15, 5L * key));
      }
      store.write(transaction -> Target.of(transaction, type + "items").put(500, 1));
      store.write(transaction -> Target.of(transaction, type + "dropped").put(1, 14));
      store.write(transaction -> transaction.drop(type + "dropped"));
      store.write(transaction -> Target.of(transaction, type + "cleared").put(1, 14));
      store.write(transaction -> Target.of(transaction, type + "cleared").clear());
      store.write(transaction -> Target.of(transaction, type + "cleared").put(3, 4));
      store.write(transaction -> transaction.rename(type + "a", type + "b"));
    }
  }

  /** Lists of one block and of many, of all widths, some of them shortened and removed. */
  private static void postings(Store store) {
    for (int round = 0; round < 3; round++) {
      int first = round;
      store.write(
          transaction -> {
            Target map = Target.of(transaction, Lists.NAME + "postings");
            for (int i = first; i < 40; i += 2) {
              map.put(i, 517L * i + first);
            }
            map.removeRange(10L * first, 10L * first + 4);
          });
      store.checkpoint();
    }
    store.write(
        transaction -> {
          PostingMap map = transaction.postings(Lists.NAME + "edges");
          for (long key : new long[] {Long.MIN_VALUE, -1, 0, 64, Long.MAX_VALUE}) {
            map.addAll(key, new long[] {Long.MIN_VALUE, -key - 1, Long.MAX_VALUE}, 0, 1);
            map.add(key, Long.MAX_VALUE);
          }
        });
    store.write(transaction -> transaction.postings(Lists.NAME + "empty"));
  }

  /** One commit for each operation on posting lists. */
  private static void postingOperations(Store store) {
    for (int i = 0; i < 20; i++) {
      int key = i;
      store.write(transaction -> Target.of(transaction, Lists.NAME + "a").put(key % 7, 301L * key));
    }
    store.write(transaction -> Target.of(transaction, Lists.NAME + "a").remove(3));
    store.write(transaction -> transaction.postings(Lists.NAME + "dropped").add(1, 14));
    store.write(transaction -> transaction.drop(Lists.NAME + "dropped"));
    store.write(transaction -> transaction.postings(Lists.NAME + "cleared").add(1, 14));
    store.write(transaction -> transaction.postings(Lists.NAME + "cleared").clear());
    store.write(transaction -> transaction.rename(Lists.NAME + "a", Lists.NAME + "b"));
  }

  /** Short and long keys and values, some of them large, some replaced and removed. */
  private static void strings(Store store) {
    for (int round = 0; round < 3; round++) {
      int first = round;
      store.write(
          transaction -> {
            Target map = Target.of(transaction, Strings.NAME + "strings");
            for (int i = first; i < 40; i += 2) {
              map.put(i, 19L * i + first);
            }
            map.removeRange(10L * first, 10L * first + 4);
          });
      store.checkpoint();
    }
    store.write(transaction -> Target.of(transaction, Strings.NAME + "empty").put(0, 0));
    store.write(transaction -> transaction.bytesMap(Strings.NAME + "empty").clear());
  }

  /** One commit for each operation on byte strings. */
  private static void stringOperations(Store store) {
    for (int i = 0; i < 20; i++) {
      int key = i;
      store.write(transaction -> Target.of(transaction, Strings.NAME + "a").put(key, 17L * key));
    }
    store.write(transaction -> Target.of(transaction, Strings.NAME + "a").remove(13));
    store.write(transaction -> Target.of(transaction, Strings.NAME + "a").removeRange(3, 5));
    store.write(
        transaction -> transaction.bytesMap(Strings.NAME + "a").removeRange(Strings.key(18), null));
    store.write(transaction -> Target.of(transaction, Strings.NAME + "dropped").put(1, 14));
    store.write(transaction -> transaction.drop(Strings.NAME + "dropped"));
    store.write(transaction -> Target.of(transaction, Strings.NAME + "cleared").put(1, 14));
    store.write(transaction -> transaction.bytesMap(Strings.NAME + "cleared").clear());
    store.write(transaction -> transaction.rename(Strings.NAME + "a", Strings.NAME + "b"));
  }

  /** Keys and values of all lengths, each with the other. */
  private static void allSizes(Store store) {
    store.write(
        transaction -> {
          LongMap map = transaction.longMap("all sizes");
          for (int keyBits = 0; keyBits < 64; keyBits += 4) {
            for (int valueBits = 0; valueBits < 64; valueBits += 8) {
              long key = (1L << keyBits) + valueBits;
              map.put(key, (1L << valueBits) - 1);
              map.put(-key, -(1L << valueBits));
            }
          }
          map.put(Long.MAX_VALUE, Long.MIN_VALUE);
          map.put(Long.MIN_VALUE, Long.MAX_VALUE);
        });
  }

  private static void deep(Store store) {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 6; round++) {
      store.write(
          transaction -> {
            for (int i = 0; i < 120; i++) {
              transaction.longMap("scattered").put(random.nextLong(), i);
              transaction.longMap("counted").put(random.nextInt(600), random.nextInt());
            }
          });
      long from = round * 90L;
      store.write(transaction -> transaction.longMap("counted").removeRange(from, from + 20));
      if (round % 2 == 0) {
        store.checkpoint();
      }
    }
  }

  private static void manyNames(Store store) {
    store.write(
        transaction -> {
          for (int i = 0; i < 150; i++) {
            String name = i + " " + "\u00E4\uD834\uDD1E".repeat(4) + "x".repeat(i % 100);
            LongMap map = transaction.longMap(name);
            if (i % 10 == 0) {
              map.put(i, -i);
            }
          }
        });
  }

  /** One commit for each operation there is, and some of many. */
  private static void allOperations(Store store) {
    for (long i = 0; i < 9; i++) {
      long key = i;
      store.write(transaction -> transaction.longMap("a").put(key * key, Long.MIN_VALUE >> key));
    }
    store.write(transaction -> transaction.longMap("a").remove(4));
    store.write(transaction -> transaction.longMap("a").removeRange(9, 25));
    store.write(transaction -> transaction.longMap("dropped").put(1, 1));
    store.write(transaction -> transaction.longMap("cleared").put(1, 1));
    store.write(transaction -> transaction.longMap("old name \u00E4").put(1, 1));
    store.write(transaction -> transaction.drop("dropped"));
    store.write(transaction -> transaction.longMap("cleared").clear());
    store.write(transaction -> transaction.rename("old name \u00E4", "new name \uD834\uDD1E"));
    store.write(
        transaction -> {
          // More than a block of the ring.
          for (long key = 0; key < 1_500; key++) {
            transaction.longMap("many").put(key, key << 30);
          }
        });
    store.write(transaction -> transaction.longMap("last").put(Long.MAX_VALUE, Long.MIN_VALUE));
  }
}
