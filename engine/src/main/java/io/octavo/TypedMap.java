package io.octavo;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.CodecNames;
import io.octavo.view.Entries;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map by its name and the codecs of its keys and values, which are kept in the catalogue. From
 * longs to longs it is a {@link LongMap}.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class TypedMap<K, V> {
  private final String name;
  private final Codec<K> keys;
  private final Codec<V> values;
  private final boolean isOfLongs;

  /** What the catalogue keeps of the codecs. */
  private final CodecNames names;

  private final byte[] tail;

  TypedMap(String name, Codec<K> keys, Codec<V> values) {
    Transaction.requireName(name);
    requireSound(keys);
    requireSound(values);
    this.name = name;
    this.keys = keys;
    this.values = values;
    this.isOfLongs = isLong(keys) && isLong(values);
    // Plain maps of longs and of bytes say by their type what they hold.
    boolean isPlain = isOfLongs || (isBytes(keys) && isBytes(values));
    this.names = isPlain ? CodecNames.NONE : new CodecNames(keys.name(), values.name());
    this.tail = names.tail();
  }

  /** Whatever their type parameters are, codecs are told apart by what they are. */
  private static boolean isLong(Object codec) {
    return codec == Codecs.LONG;
  }

  private static boolean isBytes(Object codec) {
    return codec == Codecs.BYTES;
  }

  /** A codec that only says it is equal is no constant. */
  private static boolean isConstant(String name, Object codec) {
    return Codecs.constant(name) == codec;
  }

  private static void requireSound(Codec<?> codec) {
    String name = codec.name();
    boolean isWritable =
        name.equals(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    if (name.isEmpty() || name.startsWith("#") || !isWritable) {
      throw new IllegalArgumentException("codec.name()=" + name + " is not one of a codec");
    }
    if (CodecNames.isKnown(name) && !isConstant(name, codec)) {
      throw new IllegalArgumentException(
          "codec.name()=" + name + " is that of a constant of Codecs, not of another codec");
    }
  }

  String name() {
    return name;
  }

  Codec<K> keys() {
    return keys;
  }

  /**
   * Opens the map; a write transaction creates it where it does not exist.
   *
   * @throws IllegalArgumentException if it has other codecs, or is no map
   */
  @SuppressWarnings("unchecked") // both codecs are those of longs
  Entries<K, V> entries(Transaction transaction) {
    CatalogueRecord record = requireSame(transaction);
    if (isOfLongs) {
      return (Entries<K, V>) new LongEntries(transaction.longMap(name));
    }
    if (record == null
        && !names.equals(CodecNames.NONE)
        && !transaction.createBytesMap(name, names.keyId(), names.valueId(), tail)) {
      requireSame(transaction);
    }
    return new BytesEntries<>(transaction.bytesMap(name), keys, values);
  }

  /**
   * Finds the map, null if there is none of the name.
   *
   * @throws IllegalArgumentException if it has other codecs, or is no map
   */
  @Nullable CatalogueRecord requireSame(Transaction transaction) {
    transaction.requireSound();
    CatalogueRecord record = transaction.find(name);
    if (record == null) {
      return null;
    }
    int type = isOfLongs ? CatalogueRecord.LONG_MAP : CatalogueRecord.BYTES_MAP;
    boolean isSame =
        record.isOf(type)
            && record.keyCodec() == names.keyId()
            && record.valueCodec() == names.valueId()
            && Arrays.equals(record.tail(), tail);
    if (!isSame) {
      throw new IllegalArgumentException(
          "name="
              + name
              + " is "
              + CollectionType.of(record).described(record)
              + ", not a map from "
              + keys.name()
              + " to "
              + values.name());
    }
    return record;
  }
}
