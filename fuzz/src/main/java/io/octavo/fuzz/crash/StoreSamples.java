package io.octavo.fuzz.crash;

import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.Dictionary;
import io.octavo.LongCursor;
import io.octavo.LongMap;
import io.octavo.PairTable;
import io.octavo.PostingListCursor;
import io.octavo.PostingMap;
import io.octavo.StackTable;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.page.MetaPage;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.zip.CRC32C;
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
  }

  private void make(String name, TreeLimits limits, boolean isClosed, Filling filling)
      throws IOException {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(MetaPage.FORMAT_VERSION, name.hashCode()));
    Store store = TestStores.open(file, StoreOptions.defaults().cacheBytes(1 << 20), limits);
    filling.fill(store);
    List<String> description = describe(store);
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
   * Describes what a store holds: a line for each map, with a checksum of its keys and values: of
   * longs as big-endian numbers of eight bytes, of byte strings each behind its length as one of
   * four, of posting lists as the key, the count and the ids. Interned items follow each other in
   * the order of ids: byte strings behind their lengths, pairs, and nodes as parent and frame.
   */
  static List<String> describe(Store store) {
    return store.read(
        transaction -> {
          List<String> lines = new ArrayList<>();
          for (String name : transaction.names()) {
            if (Interned.isName(name)) {
              lines.add(describeInterned(name, transaction));
              continue;
            }
            if (Lists.isName(name)) {
              lines.add(describe(name, transaction.postings(name)));
              continue;
            }
            if (Strings.isName(name)) {
              lines.add(describe(name, transaction.bytesMap(name)));
              continue;
            }
            LongMap map = transaction.longMap(name);
            CRC32C crc = new CRC32C();
            for (LongCursor c = map.cursor(); c.next(); ) {
              ByteBuffer entry = ByteBuffer.allocate(16).putLong(c.key()).putLong(c.value());
              crc.update(entry.flip());
            }
            lines.add(
                String.format("%d entries, crc32c %08x: %s", map.size(), crc.getValue(), name));
          }
          return lines;
        });
  }

  private static String describe(String name, BytesMap map) {
    CRC32C crc = new CRC32C();
    for (BytesCursor c = map.cursor(); c.next(); ) {
      for (byte[] part : List.of(c.key(), c.value())) {
        update(crc, part);
      }
    }
    return String.format("%d entries, crc32c %08x: %s", map.size(), crc.getValue(), name);
  }

  private static String describe(String name, PostingMap map) {
    CRC32C crc = new CRC32C();
    for (PostingListCursor lists = map.lists(); lists.next(); ) {
      long[] ids = Lists.ids(map.cursor(lists.key()), 1 << 12);
      ByteBuffer list = ByteBuffer.allocate((2 + ids.length) * Long.BYTES);
      list.putLong(lists.key()).putLong(lists.count()).asLongBuffer().put(ids);
      crc.update(list.rewind());
    }
    return String.format("%d lists, crc32c %08x: %s", map.size(), crc.getValue(), name);
  }

  private static void update(CRC32C crc, byte[] string) {
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, string.length));
    crc.update(string);
  }

  private static String describeInterned(String name, Transaction transaction) {
    CRC32C crc = new CRC32C();
    ByteBuffer item = ByteBuffer.allocate(Long.BYTES);
    int size;
    if (Interned.isDictionary(name)) {
      Dictionary dictionary = transaction.dictionary(name);
      dictionary.forEach((id, string) -> update(crc, string));
      size = dictionary.size();
    } else if (Interned.isPairs(name)) {
      PairTable table = transaction.pairs(name);
      table.forEach((id, pair) -> crc.update(item.clear().putLong(0, pair)));
      size = table.size();
    } else {
      StackTable table = transaction.stacks(name);
      size = table.size();
      for (int id = 0; id < size; id++) {
        crc.update(item.clear().putInt(0, table.parent(id)).putInt(4, table.frame(id)));
      }
    }
    return String.format("%d items, crc32c %08x: %s", size, crc.getValue(), name);
  }

  /** Items of all sorts, in several commits and pages; the least and the greatest there are. */
  private static void interned(Store store) {
    List<String> types = List.of(Interned.DICTIONARY, Interned.PAIRS, Interned.STACKS);
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
          Dictionary strings = transaction.dictionary(Interned.DICTIONARY + "edges");
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
    for (String type : List.of(Interned.DICTIONARY, Interned.PAIRS, Interned.STACKS)) {
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
