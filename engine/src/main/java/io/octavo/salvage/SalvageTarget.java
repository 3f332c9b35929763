package io.octavo.salvage;

import io.octavo.CollectionType;
import io.octavo.Transaction;
import io.octavo.collection.NamedCodec;
import io.octavo.error.OutdatedCodecException;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The target of a salvage, by the identifiers of the collections. The pieces of a damaged store may
 * be of several states and contradict each other, so contradictions are accepted.
 */
final class SalvageTarget {
  private final Transaction transaction;
  private final Map<Integer, String> names = new LinkedHashMap<>();
  private final Map<Integer, LongMap> maps = new HashMap<>();
  private final Map<Integer, BytesMap> bytesMaps = new HashMap<>();

  /** Names of maps that collect the entries of posting lists. */
  private final Map<Integer, String> drafts = new LinkedHashMap<>();

  /** The number of entries from which posting lists were made, by collection. */
  private final Map<Integer, Long> made = new HashMap<>();

  private final Set<Integer> series = new HashSet<>();

  /** Adds the leaves of fronts, whose changes follow all others. */
  private final List<Runnable> fronts = new ArrayList<>();

  /** Items of collections with ids, until all are there. */
  private final Map<Integer, ItemDraft> items = new LinkedHashMap<>();

  SalvageTarget(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Returns the type of a record or of an operation, null if there is none. */
  static @Nullable CollectionType type(int code) {
    return switch (code) {
      case CatalogueRecord.LONG_MAP -> CollectionType.LONG_MAP;
      case CatalogueRecord.BYTES_MAP -> CollectionType.BYTES_MAP;
      case CatalogueRecord.POSTINGS -> CollectionType.POSTINGS;
      case CatalogueRecord.STRINGS -> CollectionType.STRINGS;
      case CatalogueRecord.PAIRS -> CollectionType.PAIRS;
      case CatalogueRecord.STACKS -> CollectionType.STACKS;
      case CatalogueRecord.SERIES -> CollectionType.SERIES;
      default -> null;
    };
  }

  /** Creates what a collection of a type becomes. */
  void create(int id, String name, CollectionType type) {
    switch (type) {
      case LONG_MAP -> add(id, name);
      case BYTES_MAP -> addBytes(id, name);
      case POSTINGS -> addPostings(id, name);
      case SERIES -> addSeries(id, name);
      case STRINGS, PAIRS, STACKS -> addItems(id, name, type);
    }
  }

  /** Creates a map for a collection, under its name, or a longer one if that name is taken. */
  void add(int id, String name) {
    String free = name;
    if (transaction.exists(name)) {
      free = lostName(id);
    }
    maps.put(id, transaction.longMap(free));
    names.put(id, free);
  }

  private String lostName(int id) {
    String name = "lost-" + Integer.toUnsignedString(id);
    while (transaction.exists(name)) {
      name += "-again";
    }
    return name;
  }

  /** Returns the map of a collection, with a made-up name if its name is unknown. */
  LongMap map(int id) {
    LongMap map = maps.get(id);
    if (map == null) {
      add(id, lostName(id));
      map = transaction.longMap(name(id));
    }
    return map;
  }

  /**
   * Creates a map of byte strings for a collection, under its name, or a longer one if that name is
   * taken.
   */
  void addBytes(int id, @Nullable String name) {
    String free = name == null || transaction.exists(name) ? lostName(id) : name;
    bytesMaps.put(id, transaction.bytesMap(free));
    names.put(id, free);
  }

  /**
   * Sets the codecs of the map of a collection, if it is an empty map of byte strings. If the
   * codecs are invalid in this version, the map stays without codecs.
   */
  void describe(int id, CodecNames codecs) {
    BytesMap map = bytesMaps.get(id);
    boolean isPlain = codecs.equals(CodecNames.NONE);
    if (map == null || isPlain || drafts.containsKey(id) || map.size() > 0) {
      return;
    }
    transaction.drop(name(id));
    try {
      transaction.map(name(id), NamedCodec.of(codecs.key()), NamedCodec.of(codecs.value()));
    } catch (IllegalArgumentException | OutdatedCodecException e) {
      // Keep the bytes without the codecs.
    }
    bytesMaps.put(id, transaction.bytesMap(name(id)));
  }

  /** Returns the map of a collection, with a made-up name if its name is unknown. */
  BytesMap bytesMap(int id) {
    if (!bytesMaps.containsKey(id)) {
      addBytes(id, null);
    }
    return transaction.bytesMap(drafts.getOrDefault(id, name(id)));
  }

  /**
   * Creates posting lists for a collection, under its name, or a longer one if that name is taken.
   * Their entries are collected as byte strings first, because operations of the ring replace
   * entries; ids are decoded at the end.
   */
  void addPostings(int id, String name) {
    String draft = lostName(id);
    addBytes(id, draft);
    drafts.put(id, name(id));
    String free = transaction.exists(name) ? lostName(id) : name;
    transaction.postings(free);
    names.put(id, free);
  }

  /** Gives a collection whose items have ids a map of the name, or of a longer one as above. */
  void addItems(int id, @Nullable String name, CollectionType type) {
    String free = name == null || transaction.exists(name) ? lostName(id) : name;
    switch (type) {
      case STRINGS -> transaction.strings(free);
      case PAIRS -> transaction.pairs(free);
      default -> transaction.stacks(free);
    }
    names.put(id, free);
    items.put(id, ItemDraft.of(type, transaction, lostName(id)));
  }

  /** Returns the items of a collection that has some. */
  ItemDraft items(int id) {
    ItemDraft draft = items.get(id);
    if (draft == null) {
      throw new IllegalArgumentException("collection " + id + " has no items");
    }
    return draft;
  }

  boolean hasItems(int id) {
    return items.containsKey(id);
  }

  /** Creates a series for a collection, under its name, or a longer one as above. */
  void addSeries(int id, @Nullable String name) {
    String free = name == null || transaction.exists(name) ? lostName(id) : name;
    transaction.series(free);
    names.put(id, free);
    series.add(id);
  }

  /**
   * Keeps what times and values of a series count.
   *
   * @throws IllegalArgumentException if this version does not know that
   */
  void describeSeries(int id, int keyCodec, int valueCodec, byte[] tail) {
    CatalogueRecord record = CatalogueRecord.empty(name(id), 1, CatalogueRecord.SERIES, 0);
    SeriesUnits units = SeriesUnits.of(record.described(keyCodec, valueCodec, tail));
    TimeUnit unit = units.time();
    if (unit != null && units.isOfEvents()) {
      series(id).describeEvents(unit);
    } else {
      series(id).describe(unit, units.places());
    }
  }

  boolean hasSeries(int id) {
    return series.contains(id);
  }

  Series series(int id) {
    return transaction.series(name(id));
  }

  /** Makes posting lists of their entries, and collections of their items; tells what is lost. */
  void finish(Consumer<Loss> losses) {
    items.forEach((id, draft) -> draft.finish(name(id), losses));
    drafts.forEach(
        (id, draft) -> {
          BytesMap entries = transaction.bytesMap(draft);
          made.put(id, entries.size());
          long lost = PostingSalvage.move(entries, transaction.postings(name(id)));
          if (lost > 0) {
            losses.accept(Loss.of("map " + name(id) + " has " + lost + " entries that are no ids"));
          }
          transaction.drop(draft);
        });
  }

  String name(int id) {
    return names.getOrDefault(id, "");
  }

  /** Returns the name of a collection's map. Creates a map of longs if there is none. */
  String nameOrNew(int id) {
    if (!names.containsKey(id)) {
      map(id);
    }
    return name(id);
  }

  long size(int id) {
    ItemDraft draft = items.get(id);
    if (draft != null) {
      return draft.size();
    }
    if (hasSeries(id)) {
      return series(id).size();
    }
    Long entries = made.get(id);
    if (entries != null) {
      return entries;
    }
    return bytesMaps.containsKey(id) ? bytesMap(id).size() : map(id).size();
  }

  /**
   * Returns what has been made.
   *
   * @param expected the number of entries of each in the last checkpoint, where it is known
   */
  List<SalvagedMap> maps(Map<String, Long> expected) {
    List<SalvagedMap> maps = new ArrayList<>();
    names.forEach(
        (id, name) -> {
          long size = made.containsKey(id) ? transaction.postings(name).size() : size(id);
          CollectionType type = Objects.requireNonNull(transaction.type(name));
          Long wanted = expected.get(name);
          maps.add(
              new SalvagedMap(
                  name,
                  type,
                  size,
                  wanted == null ? OptionalLong.empty() : OptionalLong.of(wanted)));
        });
    return maps;
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** Returns the collection that a collection is a part of the front of, else the same. */
  static int mapOf(int id) {
    return id < 0 ? id & CatalogueRecord.MAX_FRONTED : id;
  }

  /**
   * Adds the entries of a leaf within a range of keys, both bounds inclusive. Those of a front wait
   * for {@link #addFronts}.
   */
  void addLeaf(int id, byte[] leaf, long from, long to) {
    if (id < 0) {
      byte[] copy = leaf.clone();
      fronts.add(() -> addFrontLeaf(id, copy, from, to));
      return;
    }
    LongMap map = map(id);
    for (int i = 0; i < PageHeader.count(leaf); i++) {
      long key = LeafPage.key(leaf, i);
      if (from <= key && key <= to) {
        map.put(key, LeafPage.value(leaf, i));
      }
    }
  }

  /** Adds the changes of fronts, which are newer than all other entries of their maps. */
  void addFronts() {
    fronts.forEach(Runnable::run);
    fronts.clear();
  }

  private void addFrontLeaf(int id, byte[] leaf, long from, long to) {
    LongMap map = map(mapOf(id));
    boolean isDeleted = (id & CatalogueRecord.DELETED) == CatalogueRecord.DELETED;
    for (int i = 0; i < PageHeader.count(leaf); i++) {
      long key = LeafPage.key(leaf, i);
      if (from <= key && key <= to) {
        if (isDeleted) {
          map.delete(key);
        } else {
          map.put(key, LeafPage.value(leaf, i));
        }
      }
    }
  }

  /** Adds an entry of a map of byte strings. */
  void addEntry(int id, byte[] key, byte[] value) {
    bytesMap(id).put(key, value);
  }

  /** Adds an entry with a large value. */
  void addLarge(int id, byte[] key, InputStream value, long length) {
    try {
      bytesMap(id).put(key, value, length);
    } catch (IOException e) {
      throw new UncheckedIOException("pieces that were read once", e);
    }
  }

  /** Returns whether a collection has a map of a kind: of longs, or of byte strings. */
  boolean has(int id, boolean isOfBytes) {
    return isOfBytes ? bytesMaps.containsKey(id) : maps.containsKey(id);
  }

  boolean has(int id) {
    return names.containsKey(id);
  }

  boolean isTaken(String name) {
    return transaction.exists(name);
  }

  /** Drops the map of a collection. */
  void drop(int id) {
    String name = names.remove(id);
    if (name != null) {
      transaction.drop(name);
      maps.remove(id);
      bytesMaps.remove(id);
      series.remove(id);
      ItemDraft itemsOfIt = items.remove(id);
      if (itemsOfIt != null) {
        itemsOfIt.drop();
      }
      String draft = drafts.remove(id);
      if (draft != null) {
        transaction.drop(draft);
      }
    }
  }

  /** Renames the map of a collection, to a longer name if the new name is taken. */
  void rename(int id, String name) {
    transaction.rename(nameOrNew(id), name);
    names.put(id, name);
  }
}
