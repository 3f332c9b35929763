package io.octavo;

import io.octavo.collection.TreeType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import java.io.IOException;

/** The type of a collection in a store. */
public enum CollectionType {
  /** An ordered map from long to long, a {@link LongMap}. */
  LONG_MAP(CatalogueRecord.LONG_MAP) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      target.longMap(record.name()).load(source.longMap(record.name()).cursor());
    }

    @Override
    String described(CatalogueRecord record) {
      return "a map from LONG to LONG";
    }
  },

  /** An ordered map from byte string to byte string, a {@link BytesMap}. */
  BYTES_MAP(CatalogueRecord.BYTES_MAP) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) throws IOException {
      if (record.keyCodec() != 0 || record.valueCodec() != 0 || record.tail().length > 0) {
        // The identifiers of codecs and the tail are copied, even if this program does not know the
        // codecs.
        target.describe(record.name(), null, record.keyCodec(), record.valueCodec(), record.tail());
      }
      BytesMap map = target.bytesMap(record.name());
      for (BytesCursor cursor = source.bytesMap(record.name()).cursor(); cursor.next(); ) {
        int length = cursor.value(NOTHING, 0);
        if (length > PART) {
          map.put(cursor.key(), cursor.open(), length);
        } else {
          map.put(cursor.key(), cursor.value());
        }
      }
    }

    @Override
    String described(CatalogueRecord record) {
      CodecNames codecs = CodecNames.of(record);
      return codecs.key().isEmpty() && codecs.value().isEmpty()
          ? "a map from BYTES to BYTES"
          : "a map from " + codecs.key() + " to " + codecs.value();
    }
  },

  /** Posting lists, a {@link PostingMap}. */
  POSTINGS(CatalogueRecord.POSTINGS) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      target.postings(record.name()).load(source.postings(record.name()).lists());
    }

    @Override
    String described(CatalogueRecord record) {
      return "a collection of posting lists";
    }
  },

  /** Byte strings by their ids, a {@link Dictionary}. */
  DICTIONARY(CatalogueRecord.DICTIONARY) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      Dictionary copy = target.dictionary(record.name());
      source.dictionary(record.name()).forEach((id, string) -> copy.intern(string));
    }

    @Override
    String described(CatalogueRecord record) {
      return "a dictionary";
    }
  },

  /** Longs by their ids, a {@link PairTable}. */
  PAIRS(CatalogueRecord.PAIRS) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      PairTable copy = target.pairs(record.name());
      source.pairs(record.name()).forEach((id, value) -> copy.intern(value));
    }

    @Override
    String described(CatalogueRecord record) {
      return "a table of pairs";
    }
  },

  /** Call stacks by ids, a {@link StackTable}. */
  STACKS(CatalogueRecord.STACKS) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      target.stacks(record.name()).append(source.stacks(record.name()));
    }

    @Override
    String described(CatalogueRecord record) {
      return "a table of stacks";
    }
  },

  /** Longs by times, a {@link Series}. */
  SERIES(CatalogueRecord.SERIES) {
    @Override
    void copy(Transaction source, Transaction target, CatalogueRecord record) {
      target.series(record.name()).append(source.series(record.name()));
    }

    @Override
    String described(CatalogueRecord record) {
      return "a series";
    }
  };

  /** The greatest part of a value that is on the heap at once. */
  private static final int PART = 1 << 16;

  private static final byte[] NOTHING = {};

  private final int code;

  CollectionType(int code) {
    this.code = code;
  }

  /**
   * Returns the type of a collection.
   *
   * @throws IllegalArgumentException if this version does not know it
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
            + TreeType.textOf(record)
            + ", which this version of Octavo does not know");
  }

  /** Copies the contents of a collection into an empty one of the same name, in key order. */
  abstract void copy(Transaction source, Transaction target, CatalogueRecord record)
      throws IOException;

  /** Returns a description for messages: "a map from ... to ...". */
  abstract String described(CatalogueRecord record);
}
