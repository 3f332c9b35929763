package io.octavo;

import io.octavo.page.CatalogueRecord;

/** What a collection of a store is. */
public enum CollectionType {
  /** An ordered map from long to long, a {@link LongMap}. */
  LONG_MAP,

  /** An ordered map from byte string to byte string, a {@link BytesMap}. */
  BYTES_MAP,

  /** Posting lists, a {@link PostingMap}. */
  POSTINGS;

  /** Returns what a collection is by its record. */
  static CollectionType of(CatalogueRecord record) {
    return switch (record.isKnown() ? record.type() : 0) {
      case CatalogueRecord.LONG_MAP -> LONG_MAP;
      case CatalogueRecord.BYTES_MAP -> BYTES_MAP;
      case CatalogueRecord.POSTINGS -> POSTINGS;
      default ->
          throw new IllegalArgumentException(
              "name=" + record.name() + " is a collection of unknown " + record.typeText());
    };
  }
}
