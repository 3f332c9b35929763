package io.octavo.fuzz.workload;

import io.octavo.CollectionType;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.BytesCursor;
import io.octavo.map.LongCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import io.octavo.profile.ProfileStore;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Says in a few lines what a store holds, and makes a checksum of all of that. */
public final class StoreDescription {
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer longs = ByteBuffer.allocate(2 * Long.BYTES);

  private StoreDescription() {}

  /**
   * Describes what a store holds: a line for each collection, with a checksum of its contents. Of
   * maps these are the keys and values: of longs as big-endian numbers of eight bytes, of byte
   * strings each behind its length as one of four, of posting lists as the key, the count and the
   * ids. Interned items follow each other in the order of ids: byte strings behind their lengths,
   * pairs, and nodes as parent and frame. Entries of series are times and values; the line has
   * their sum too, which does not come from the entries. Profiles have a line with a hash of their
   * samples behind those of their collections.
   */
  public static List<String> of(Store store) {
    return store.read(
        transaction -> {
          List<String> lines = new ArrayList<>();
          for (String name : transaction.names()) {
            lines.add(new StoreDescription().line(transaction, name));
          }
          for (String profile : ProfileStore.names(transaction)) {
            long hash = Profiled.hash(transaction, profile + Profiled.SLOTS, Integer.MAX_VALUE);
            lines.add(String.format(Locale.ROOT, "samples %016x: %s", hash, profile));
          }
          return lines;
        });
  }

  private String line(Transaction transaction, String name) {
    CollectionType type = Objects.requireNonNull(transaction.type(name));
    String contents =
        switch (type) {
          case LONG_MAP -> longs(transaction, name);
          case BYTES_MAP -> strings(transaction, name);
          case POSTINGS -> lists(transaction.postings(name));
          case STRINGS -> texts(transaction.strings(name));
          case PAIRS -> pairs(transaction.pairs(name));
          case STACKS -> nodes(transaction.stacks(name));
          case SERIES -> series(transaction.series(name));
        };
    return String.format(Locale.ROOT, "%s, crc32c %08x: %s", contents, crc.getValue(), name);
  }

  private void add(long first, long second) {
    crc.update(longs.clear().putLong(first).putLong(second).flip());
  }

  private void add(byte[] string) {
    crc.update(longs.clear().putInt(string.length).flip());
    crc.update(string);
  }

  private String longs(Transaction transaction, String name) {
    for (LongCursor cursor = transaction.longMap(name).cursor(); cursor.next(); ) {
      add(cursor.key(), cursor.value());
    }
    return transaction.longMap(name).size() + " entries";
  }

  private String strings(Transaction transaction, String name) {
    for (BytesCursor cursor = transaction.bytesMap(name).cursor(); cursor.next(); ) {
      add(cursor.key());
      add(cursor.value());
    }
    return transaction.bytesMap(name).size() + " entries";
  }

  private String lists(PostingMap map) {
    for (PostingListCursor lists = map.lists(); lists.next(); ) {
      long[] ids = Lists.ids(map.cursor(lists.key()), 1 << 12);
      add(lists.key(), lists.count());
      ByteBuffer list = ByteBuffer.allocate(ids.length * Long.BYTES);
      list.asLongBuffer().put(ids);
      crc.update(list);
    }
    return map.size() + " lists";
  }

  private String texts(StringTable table) {
    table.forEach((id, string) -> add(string));
    return table.size() + " items";
  }

  private String pairs(PairTable table) {
    table.forEach((id, pair) -> crc.update(longs.clear().putLong(pair).flip()));
    return table.size() + " items";
  }

  private String nodes(StackTable table) {
    for (int id = 0; id < table.size(); id++) {
      crc.update(longs.clear().putInt(table.parent(id)).putInt(table.frame(id)).flip());
    }
    return table.size() + " items";
  }

  private String series(Series series) {
    for (SeriesCursor cursor = series.cursor(); cursor.next(); ) {
      add(cursor.time(), cursor.value());
    }
    return String.format(
        Locale.ROOT,
        "%d entries of %s, %s, sum %s",
        series.size(),
        series.timeUnit().map(Object::toString).orElse("no unit"),
        series.isOfEvents() ? "events" : series.places() + " places",
        series.summary(Long.MIN_VALUE, Long.MAX_VALUE).bigSum());
  }
}
