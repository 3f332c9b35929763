package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.StoreDescription;
import io.octavo.fuzz.workload.Strings;
import io.octavo.fuzz.workload.Target;
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
import java.util.function.Consumer;
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
  static final TreeLimits SMALL = new TreeLimits(12, 6);

  /** The families whose collections have fronts. */
  private static final List<Family> FRONTED = List.of(Family.LONGS, Family.BYTES);

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
    samples.makeKilled("deep", StoreSamples::deep, StoreSamples::allOperations);
    samples.makeBoth("strings", StoreSamples::strings, StoreSamples::stringOperations);
    samples.makeBoth("postings", StoreSamples::postings, StoreSamples::postingOperations);
    samples.makeBoth("interned", StoreSamples::interned, StoreSamples::internedOperations);
    samples.make("series-closed", TreeLimits.PAGE, true, store -> series(store, 2_000));
    samples.makeKilled("series", store -> series(store, 100), StoreSamples::seriesOperations);
    samples.makeBoth("profiles", StoreSamples::profiles, StoreSamples::profileOperations);
    // Of small pages both, because a map of full ones needs many entries to get a front.
    samples.make("fronts-closed", SMALL, true, StoreSamples::fronts);
    samples.makeKilled("fronts", StoreSamples::fronts, StoreSamples::frontOperations);
  }

  /** Makes a file of a closed store, and one of a killed store that operations follow in. */
  private void makeBoth(String name, Filling filling, Filling operations) throws IOException {
    make(name + "-closed", TreeLimits.PAGE, true, filling);
    makeKilled(name, filling, operations);
  }

  private void makeKilled(String name, Filling filling, Filling operations) throws IOException {
    make(
        name + "-killed",
        SMALL,
        false,
        store -> {
          filling.fill(store);
          operations.fill(store);
        });
  }

  private static void write(Store store, String name, Consumer<Target> change) {
    store.write(transaction -> change.accept(Target.of(transaction, name)));
  }

  /** Puts entries in three commits, and removes some of each. */
  private static void rounds(
      Store store, String name, int entries, int step, int factor, int removed) {
    for (int round = 0; round < 3; round++) {
      int first = round;
      write(
          store,
          name,
          target -> {
            for (int i = first; i < entries; i += step) {
              target.put(i, (long) factor * i + first);
            }
            if (removed > 0) {
              target.removeRange(10L * first, 10L * first + removed);
            }
          });
      store.checkpoint();
    }
  }

  /** One commit for each put into a collection. */
  private static void puts(Store store, String name, int count, int keys, long factor) {
    for (int i = 0; i < count; i++) {
      int key = i;
      write(store, name, target -> target.put(key % keys, factor * key));
    }
  }

  /** One commit for each way in which a collection goes or has another name. */
  private static void end(Store store, Family family) {
    write(store, family.prefix + "dropped", target -> target.put(1, 14));
    store.write(transaction -> transaction.drop(family.prefix + "dropped"));
    write(store, family.prefix + "cleared", target -> target.put(1, 14));
    write(store, family.prefix + "cleared", Target::clear);
    store.write(transaction -> transaction.rename(family.prefix + "a", family.prefix + "b"));
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
            Series gauge = transaction.series(Family.SERIES.prefix + "gauge");
            gauge.describe(TimeUnit.MILLISECONDS, 2);
            Series events = transaction.series(Family.SERIES.prefix + "events");
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
            Series gauge = transaction.series(Family.SERIES.prefix + "gauge");
            for (int i = 0; i < 20; i++) {
              gauge.add(random.nextLong(end), i - 25);
            }
            gauge.removeRange(begin + size * step / 3, begin + size * step / 2);
            Target.of(transaction, Family.SERIES.prefix + "late").put(90 - end % 7, 2 * end);
          });
    }
    store.write(
        transaction -> {
          Series edges = transaction.series(Family.SERIES.prefix + "edges");
          for (long time : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, time}) {
              edges.add(time, value);
            }
          }
          Series equal = transaction.series(Family.SERIES.prefix + "equal");
          equal.addAll(new long[300], LongStream.range(0, 300).toArray(), 0, 300);
          transaction.series(Family.SERIES.prefix + "empty").describe(null, 18);
          Target.of(transaction, Family.SERIES.prefix + "removed").put(1, 14);
        });
    store.write(
        transaction ->
            transaction.series(Family.SERIES.prefix + "removed").removeRange(Long.MIN_VALUE, 0));
  }

  /** One commit for each operation on series. */
  private static void seriesOperations(Store store) {
    String name = Family.SERIES.prefix + "a";
    puts(store, name, 40, 15, 5);
    store.write(
        transaction -> transaction.series(Family.SERIES.prefix + "gauge").removeRange(0, 100_000));
    store.write(transaction -> transaction.series(name).describe(TimeUnit.DAYS, 1));
    write(store, name, target -> target.removeRange(20, 30));
    end(store, Family.SERIES);
    write(store, Family.SERIES.prefix + "cleared", target -> target.put(3, 4));
  }

  /**
   * A profile with late samples, nodes of some levels, and a border before which all was deleted.
   */
  private static void profiles(Store store) {
    String name = Family.PROFILE.prefix + "profile";
    rounds(store, name, 300, 3, 19, 0);
    write(store, name, target -> target.removeRange(80, 80));
    write(store, Family.PROFILE.prefix + "empty", Target::clear);
  }

  /** One commit for each operation on profiles. */
  private static void profileOperations(Store store) {
    String name = Family.PROFILE.prefix + "a";
    for (int i = 0; i < 10; i++) {
      int key = i;
      write(store, name, target -> target.put(20L * key, 5L * key));
    }
    write(store, name, target -> target.put(7, 1));
    write(store, name, target -> target.removeRange(200, 200));
    write(store, Family.PROFILE.prefix + "profile", target -> target.put(500, 1));
  }

  /** Items of all sorts, in several commits and pages; the least and the greatest there are. */
  private static void interned(Store store) {
    for (Family family : Family.INTERNED) {
      rounds(store, family.prefix + "items", 120, 2, 19, 0);
    }
    store.write(
        transaction -> {
          StringTable strings = transaction.strings(Family.STRINGS.prefix + "edges");
          PairTable pairs = transaction.pairs(Family.PAIRS.prefix + "edges");
          StackTable stacks = transaction.stacks(Family.STACKS.prefix + "edges");
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
    for (Family family : Family.INTERNED) {
      write(store, family.prefix + "empty", target -> target.put(1, 1));
      write(store, family.prefix + "empty", Target::clear);
    }
  }

  /** One commit for each operation on interned items. */
  private static void internedOperations(Store store) {
    for (Family family : Family.INTERNED) {
      puts(store, family.prefix + "a", 20, 15, 5);
      write(store, family.prefix + "items", target -> target.put(500, 1));
      end(store, family);
      write(store, family.prefix + "cleared", target -> target.put(3, 4));
    }
  }

  /** Lists of one block and of many, of all widths, some of them shortened and removed. */
  private static void postings(Store store) {
    rounds(store, Family.LISTS.prefix + "postings", 40, 2, 517, 4);
    store.write(
        transaction -> {
          PostingMap map = transaction.postings(Family.LISTS.prefix + "edges");
          for (long key : new long[] {Long.MIN_VALUE, -1, 0, 64, Long.MAX_VALUE}) {
            map.addAll(key, new long[] {Long.MIN_VALUE, -key - 1, Long.MAX_VALUE}, 0, 1);
            map.add(key, Long.MAX_VALUE);
          }
        });
    store.write(transaction -> transaction.postings(Family.LISTS.prefix + "empty"));
  }

  /** One commit for each operation on posting lists. */
  private static void postingOperations(Store store) {
    puts(store, Family.LISTS.prefix + "a", 20, 7, 301);
    write(store, Family.LISTS.prefix + "a", target -> target.remove(3));
    end(store, Family.LISTS);
  }

  /** Short and long keys and values, some of them large, some replaced and removed. */
  private static void strings(Store store) {
    rounds(store, Family.BYTES.prefix + "strings", 40, 2, 19, 4);
    write(store, Family.BYTES.prefix + "empty", target -> target.put(0, 0));
    write(store, Family.BYTES.prefix + "empty", Target::clear);
  }

  /** One commit for each operation on byte strings. */
  private static void stringOperations(Store store) {
    String name = Family.BYTES.prefix + "a";
    puts(store, name, 20, 20, 17);
    write(store, name, target -> target.remove(13));
    write(store, name, target -> target.removeRange(3, 5));
    store.write(transaction -> transaction.bytesMap(name).removeRange(Strings.key(18), null));
    end(store, Family.BYTES);
  }

  /** A map of longs and one of byte strings whose fronts were swept, and hold changes again. */
  private static void fronts(Store store) {
    for (Family family : FRONTED) {
      String name = family.prefix + "fronted";
      rounds(store, name, 120, 3, 16, 0);
      write(store, name, target -> LongStream.of(1, 3, 5, 7, 9, 11).forEach(target::delete));
    }
  }

  /** One commit for each operation on maps with fronts. */
  private static void frontOperations(Store store) {
    for (Family family : FRONTED) {
      String name = family.prefix + "fronted";
      puts(store, name, 20, 7, 16);
      write(store, name, target -> target.delete(33));
      write(store, name, target -> target.delete(34));
      write(store, name, target -> target.remove(60));
      write(store, name, target -> target.removeRange(40, 50));
      // Of byte strings a large value, which is not in the front.
      write(store, name, target -> target.put(35, 14));
      write(store, name, target -> target.delete(37));
      store.write(transaction -> transaction.rename(name, family.prefix + "renamed"));
    }
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
