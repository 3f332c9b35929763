package io.octavo;

/** What a collection of a store is. */
public enum CollectionType {
  /** An ordered map from long to long, a {@link LongMap}. */
  LONG_MAP,

  /** An ordered map from byte string to byte string, a {@link BytesMap}. */
  BYTES_MAP,

  /** Posting lists, a {@link PostingMap}. */
  POSTINGS
}
