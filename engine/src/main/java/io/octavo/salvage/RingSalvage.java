package io.octavo.salvage;

import io.octavo.CollectionType;
import io.octavo.collection.Types;
import io.octavo.map.BytesMap;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replays the commits of the ring on the salvaged maps. Unlike recovery, it skips operations that
 * cannot be performed. If collections have lost their records, an operation may belong to any of
 * them.
 */
final class RingSalvage implements OperationReader.Target {
  private final SalvageTarget target;
  private final boolean isCatalogueWhole;
  private final List<Loss> losses = new ArrayList<>();

  /** Names of collections of pieces. The ring holds large values as a whole. */
  private final Set<String> own = new HashSet<>();

  private final List<String> refusals = new ArrayList<>();
  private long sequence;
  private int nextCollectionId;
  private int selected;
  private int commits;
  private int replayed;

  /**
   * Begins with the salvaged maps.
   *
   * @param meta the last checkpoint
   * @param records the known collections
   * @param isCatalogueWhole whether these are all collections
   */
  RingSalvage(
      SalvageTarget target,
      Meta meta,
      Collection<CatalogueRecord> records,
      boolean isCatalogueWhole) {
    this.target = target;
    this.isCatalogueWhole = isCatalogueWhole;
    this.sequence = meta.sequence();
    this.nextCollectionId = meta.nextCollectionId();
    records.stream().filter(CatalogueRecord::isOwn).forEach(record -> own.add(record.name()));
  }

  /** Returns the number of commits that could be read. */
  int commits() {
    return commits;
  }

  /** Returns the number of commits that were replayed completely. */
  int replayed() {
    return replayed;
  }

  /** Returns the losses: operations that were skipped. */
  List<Loss> losses() {
    return losses;
  }

  /** Replays the next commit. */
  void replay(byte[] operations) {
    sequence++;
    selected = 0;
    refusals.clear();
    try {
      new OperationReader(operations, 0, operations.length).forEach(this);
    } catch (IllegalArgumentException e) {
      refusals.add(e.getMessage());
    }
    commits++;
    if (refusals.isEmpty()) {
      replayed++;
    } else {
      int others = refusals.size() - 1;
      losses.add(
          Loss.of(
              "commit "
                  + sequence
                  + " of the ring is skipped or applied in part: "
                  + refusals.get(0)
                  + (others == 0 ? "" : ", and " + Loss.count(others) + " more")));
    }
  }

  private boolean refuse(String why) {
    refusals.add(why);
    return false;
  }

  /**
   * Returns whether the collection can be of a kind. If its kind is unknown, a map of that kind is
   * created.
   */
  private boolean isOf(boolean isOfBytes) {
    if (target.has(selected, isOfBytes)) {
      return true;
    }
    if (target.has(selected, !isOfBytes)
        || target.hasItems(selected)
        || target.hasSeries(selected)) {
      return refuse("id=" + selected + " is not of " + (isOfBytes ? "bytes" : "longs"));
    }
    return isThere();
  }

  private boolean isThere() {
    boolean isThere = target.has(selected) || (!isCatalogueWhole && selected != 0);
    return isThere || refuse("id=" + Integer.toUnsignedString(selected) + " is not a collection");
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  @Override
  public void put(long key, long value) {
    if (target.hasItems(selected)) {
      requireItem(target.items(selected).put(key, value), key + ", " + value);
    } else if (target.hasSeries(selected)) {
      target.series(selected).add(key, value);
    } else if (isOf(false)) {
      target.map(selected).put(key, value);
    }
  }

  private void requireItem(boolean isDone, String item) {
    if (!isDone) {
      refuse("id=" + selected + " cannot have the item " + item);
    }
  }

  @Override
  public void remove(long key) {
    if (isOf(false)) {
      target.map(selected).remove(key);
    }
  }

  @Override
  public void removeRange(long from, long to) {
    if (target.hasSeries(selected)) {
      target.series(selected).removeRange(from, to);
    } else if (isOf(false)) {
      target.map(selected).removeRange(from, to);
    }
  }

  @Override
  public void putBytes(byte[] key, byte[] value) {
    if (target.hasItems(selected)) {
      boolean isDone = target.items(selected).putBytes(key, value);
      requireItem(isDone, "of " + key.length + " and " + value.length + " bytes");
      return;
    }
    if (key.length > BytesMap.MAX_KEY) {
      refuse("key.length=" + key.length + " is more than " + BytesMap.MAX_KEY + " bytes");
    } else if (isOf(true)) {
      target.bytesMap(selected).put(key, value);
    }
  }

  @Override
  public void removeBytes(byte[] key) {
    if (isOf(true)) {
      target.bytesMap(selected).remove(key);
    }
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    if (isOf(true)) {
      target.bytesMap(selected).removeRange(from, to);
    }
  }

  @Override
  public void clear() {
    if (target.hasItems(selected)) {
      target.items(selected).clear();
    } else if (target.hasSeries(selected)) {
      target.series(selected).clear();
    } else if (target.has(selected, true)) {
      target.bytesMap(selected).clear();
    } else if (isThere()) {
      target.map(selected).clear();
    }
  }

  @Override
  public void create(int type, String name) {
    if (canCreate(type, name)) {
      nextCollectionId += Types.ALL.of(type).hasIndex() ? 2 : 1;
      CollectionType known = SalvageTarget.type(type);
      if (known != null) {
        target.create(selected, name, known);
      } else if (type == CatalogueRecord.PIECES) {
        own.add(name);
      } else {
        refuse("map " + name + " is of unknown type " + type);
      }
    }
  }

  private boolean canCreate(int type, String name) {
    boolean isNext = isCatalogueWhole ? selected == nextCollectionId : !target.has(selected);
    if (!isNext) {
      return refuse("id=" + Integer.toUnsignedString(selected) + " is not the next identifier");
    }
    if (type != CatalogueRecord.PIECES && name.startsWith(CatalogueRecord.OWN)) {
      return refuse("name=" + name + " is reserved for the store");
    }
    if (isCatalogueWhole && (own.contains(name) || target.isTaken(name))) {
      return refuse("name=" + name + " is taken");
    }
    return true;
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    if (isThere() && target.hasSeries(selected)) {
      try {
        target.describeSeries(selected, keyCodec, valueCodec, tail);
      } catch (IllegalArgumentException e) {
        refuse(String.valueOf(e.getMessage()));
      }
    } else if (isThere()) {
      target.describe(selected, CodecNames.of(keyCodec, valueCodec, tail));
    }
  }

  @Override
  public void drop() {
    if (isThere()) {
      target.drop(selected);
    }
  }

  @Override
  public void rename(String name) {
    if (target.isTaken(name)) {
      refuse("name=" + name + " is taken");
    } else if (name.startsWith(CatalogueRecord.OWN)) {
      refuse("name=" + name + " is reserved for the store");
    } else if (isThere()) {
      target.rename(selected, name);
    }
  }
}
