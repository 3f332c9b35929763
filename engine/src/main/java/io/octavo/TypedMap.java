package io.octavo;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.error.CodecException;
import io.octavo.error.OutdatedCodecException;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import io.octavo.map.LongMap;
import io.octavo.map.LongMapType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecName;
import io.octavo.page.meta.CodecName.Relation;
import io.octavo.page.meta.CodecNames;
import io.octavo.transaction.TransactionScope;
import io.octavo.view.Access;
import io.octavo.view.Entries;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map with codecs of its keys and values, by its name. The catalogue holds the names of the
 * codecs. A map from longs to longs is a {@link LongMap}.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class TypedMap<K, V> {
  private final String name;
  private final Codec<K> keys;
  private final Codec<V> values;
  private final boolean isOfLongs;

  /** The names of the codecs in the catalogue. */
  private final CodecNames names;

  private final byte[] tail;

  TypedMap(String name, Codec<K> keys, Codec<V> values) {
    TransactionScope.requireName(name);
    requireSound(keys);
    requireSound(values);
    this.name = name;
    this.keys = keys;
    this.values = values;
    this.isOfLongs = isLong(keys) && isLong(values);
    // Plain maps of longs and of byte strings have no codecs in the catalogue; their type is
    // enough.
    boolean isPlain = isOfLongs || (isBytes(keys) && isBytes(values));
    this.names = isPlain ? CodecNames.NONE : new CodecNames(keys.name(), values.name());
    this.tail = names.tail();
  }

  /** Compares codecs as objects, whatever their type parameters are. */
  private static boolean isLong(Object codec) {
    return codec == Codecs.LONG;
  }

  private static boolean isBytes(Object codec) {
    return codec == Codecs.BYTES;
  }

  private static void requireSound(Codec<?> codec) {
    String name = codec.name();
    boolean isWritable =
        name.equals(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    if (name.isEmpty() || name.startsWith("#") || !isWritable) {
      throw new IllegalArgumentException("codec.name()=" + name + " is not one of a codec");
    }
    if (CodecNames.isKnown(name) && isOther(codec, Codecs.constant(name))) {
      throw new IllegalArgumentException(
          "codec.name()="
              + name
              + " is reserved for a constant of Codecs; name the codec differently");
    }
  }

  /**
   * Returns whether a codec has the name of a built-in one but is another object, even if equals
   * returns true.
   */
  private static boolean isOther(Object codec, @Nullable Object constant) {
    return codec != constant;
  }

  Codec<K> keys() {
    return keys;
  }

  /**
   * Opens the map. A write transaction creates a map that does not exist, and stores the names of
   * codecs that have grown.
   *
   * @throws IllegalArgumentException if it has other codecs, or is no map
   * @throws OutdatedCodecException if the stored codecs have grown since these
   */
  @SuppressWarnings("unchecked") // the codecs are those of longs
  Entries<K, V> entries(Transaction transaction) {
    CatalogueRecord record = requireReadable(transaction);
    if (isOfLongs) {
      return (Entries<K, V>) LongMapType.entries(transaction.longMap(name));
    }
    boolean isKept = record == null ? names.equals(CodecNames.NONE) : isKeptBy(record);
    if (!isKept
        && !transaction.scope().describe(name, record, names.keyId(), names.valueId(), tail)) {
      // Another thread has changed the record. That happens once at most, because the record is
      // then as this thread needs it.
      requireReadable(transaction);
    }
    return BytesMapType.entries(transaction.bytesMap(name), keys, values);
  }

  /**
   * Gives a map of byte strings without codecs the codecs of this map, if they decode all entries.
   *
   * @throws CodecException if they do not
   * @throws IllegalArgumentException if no collection has the name
   */
  void adopt(Transaction transaction) {
    CatalogueRecord record = transaction.scope().find(name);
    if (record == null) {
      throw new IllegalArgumentException("name=" + name + " is no collection; open a new map");
    }
    boolean isPlain =
        record.isOf(CatalogueRecord.BYTES_MAP) && CodecNames.of(record).equals(CodecNames.NONE);
    if (isPlain && !isOfLongs && !names.equals(CodecNames.NONE)) {
      BytesMap map = transaction.bytesMap(name);
      var unused =
          BytesMapType.entries(map, keys, values)
              .change(
                  () -> {
                    for (BytesCursor cursor = map.cursor(); cursor.next(); ) {
                      requireDecoded(cursor.key(), cursor.value());
                    }
                    return transaction
                        .scope()
                        .describe(name, record, names.keyId(), names.valueId(), tail);
                  });
    }
  }

  private void requireDecoded(byte[] key, byte[] value) {
    try {
      if (!Arrays.equals(keys.encode(keys.decode(key)), key)) {
        throw new CodecException(
            keys.name(), key, "the codec encodes what they stand for otherwise");
      }
      Objects.requireNonNull(values.decode(value), "a value");
    } catch (RuntimeException e) {
      throw new CodecException(
          keys.name() + " to " + values.name(),
          key,
          "the entry of this key in name=" + name + " does not decode: " + e.getMessage(),
          e);
    }
  }

  private boolean isKeptBy(CatalogueRecord record) {
    return record.keyCodec() == names.keyId()
        && record.valueCodec() == names.valueId()
        && Arrays.equals(record.tail(), tail);
  }

  /**
   * Finds the map. Returns null if no collection has the name.
   *
   * @throws IllegalArgumentException if it has codecs that these do not decode, or is no map
   * @throws OutdatedCodecException if the stored codecs have grown since these
   */
  @Nullable CatalogueRecord requireReadable(Transaction transaction) {
    transaction.scope().requireSound();
    CatalogueRecord record = transaction.scope().find(name);
    if (record == null) {
      return null;
    }
    int type = isOfLongs ? CatalogueRecord.LONG_MAP : CatalogueRecord.BYTES_MAP;
    boolean isOfType = record.isOf(type);
    if (isOfType && isKeptBy(record)) {
      return record;
    }
    Relation relation = isOfType ? relationTo(record) : Relation.OTHER;
    if (relation == Relation.EXTENSION) {
      return record;
    }
    String kept = CollectionType.of(record).type().described(record);
    String given = keys.name() + " to " + values.name();
    if (relation == Relation.OUTDATED) {
      throw new OutdatedCodecException(name, kept, given);
    }
    throw new IllegalArgumentException(
        "name=" + name + " is " + kept + ", not a map from " + given);
  }

  private Relation relationTo(CatalogueRecord record) {
    CodecNames kept = CodecNames.of(record);
    Relation ofKeys = CodecName.compare(names.key(), kept.key(), true);
    return ofKeys.and(CodecName.compare(names.value(), kept.value(), false));
  }

  /** Returns access to the newest visible entries; each call is a transaction of its own. */
  Access<K, V> live(Store store) {
    return new Access<>() {
      @Override
      public <R extends @Nullable Object> R read(Function<Entries<K, V>, R> query) {
        return store.read(transaction -> query.apply(entries(transaction)));
      }

      @Override
      public <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change) {
        requireWritable();
        return store.writeResult(transaction -> change.apply(entries(transaction)));
      }

      @Override
      public void requireWritable() {
        store.requireWritableMap(name);
      }

      @Override
      public boolean isLive() {
        return true;
      }

      @Override
      public boolean isFixed() {
        return false;
      }

      @Override
      public long version() {
        return store.published();
      }
    };
  }
}
