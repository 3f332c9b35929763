package io.octavo;

import io.octavo.collection.Types;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.UserType;

/** The type of a collection in a store. */
public enum CollectionType {
  /** An ordered map from long to long, a {@link io.octavo.map.LongMap}. */
  LONG_MAP(CatalogueRecord.LONG_MAP),

  /** An ordered map from byte string to byte string, a {@link io.octavo.map.BytesMap}. */
  BYTES_MAP(CatalogueRecord.BYTES_MAP),

  /** Posting lists, a {@link io.octavo.posting.PostingMap}. */
  POSTINGS(CatalogueRecord.POSTINGS),

  /** Byte strings by id, a {@link io.octavo.ids.StringTable}. */
  STRINGS(CatalogueRecord.STRINGS),

  /** Longs by id, a {@link io.octavo.ids.PairTable}. */
  PAIRS(CatalogueRecord.PAIRS),

  /** Call stacks by id, a {@link io.octavo.ids.StackTable}. */
  STACKS(CatalogueRecord.STACKS),

  /** Longs by time, a {@link io.octavo.series.Series}. */
  SERIES(CatalogueRecord.SERIES);

  private final int code;

  CollectionType(int code) {
    this.code = code;
  }

  /** Returns what the store knows of the type. */
  UserType<?> type() {
    return (UserType<?>) Types.ALL.of(code);
  }

  /**
   * Returns the type of a collection.
   *
   * @throws IllegalArgumentException if the type is unknown to this version
   */
  static CollectionType of(CatalogueRecord record) {
    for (CollectionType type : values()) {
      if (record.isOf(type.code)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "name="
            + record.name()
            + " is "
            + Types.of(record).textOf(record)
            + ", which this version of Octavo does not know");
  }
}
