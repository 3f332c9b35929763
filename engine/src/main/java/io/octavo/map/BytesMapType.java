package io.octavo.map;

import io.octavo.codec.Codec;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.UserType;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeWriter.Put;
import io.octavo.tree.ValueSink;
import io.octavo.view.Entries;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link BytesMap}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class BytesMapType extends UserType<BytesMap> {
  /** The one instance. */
  public static final BytesMapType TYPE = new BytesMapType();

  /** The greatest part of a value that is on the heap at once. */
  private static final int PART = 1 << 16;

  private static final byte[] NOTHING = {};

  private BytesMapType() {
    super(CatalogueRecord.BYTES_MAP, BytesMap.class, TreeKinds.BYTES, "a map of byte strings");
  }

  @Override
  public boolean hasPieces() {
    return true;
  }

  @Override
  protected BytesMap open(Handle handle, @Nullable CatalogueRecord record) {
    Changes changes = handle.transaction().changes();
    if (changes == null || record == null) {
      return new BytesMap(handle, trees(handle.transaction(), record), null);
    }
    BytesTreesWriter trees = new BytesTreesWriter(changes, record);
    return new BytesMap(handle, trees, trees);
  }

  private BytesTrees trees(TransactionResources transaction, @Nullable CatalogueRecord record) {
    BytesTrees trees = new BytesTrees(transaction.bytes(record));
    FrontParts front =
        record == null ? null : FrontParts.of(transaction.catalogue(), record.id(), this);
    if (front != null && !front.isEmpty()) {
      trees.setFront(transaction.bytes(front.puts()), transaction.bytes(front.deleted()));
    }
    return trees;
  }

  @Override
  public boolean hasFront() {
    return true;
  }

  /**
   * Returns a read-only map of a tree of another type.
   *
   * @param handle the collection that has the tree
   * @param tree the tree
   * @return a map of its entries
   */
  public static BytesMap of(Handle handle, BytesTree tree) {
    return new BytesMap(handle, new BytesTrees(tree), null);
  }

  /**
   * Returns the entries of a map for a view of the JDK.
   *
   * @param map the map
   * @param keys codec of the keys
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return its entries
   */
  public static <K, V> Entries<K, V> entries(BytesMap map, Codec<K> keys, Codec<V> values) {
    return new BytesEntries<>(map, keys, values);
  }

  /**
   * Passes the value of a key to a sink without a copy. The sink must not change the transaction.
   *
   * @param map the map
   * @param key the key
   * @param most the maximal length of a value that is passed
   * @param sink receives the value, unless it is longer
   * @return the length of the value; -1 if the key is absent
   */
  public static int show(BytesMap map, byte[] key, int most, ValueSink sink) {
    return map.show(key, most, sink);
  }

  /**
   * Passes the current value of a cursor to a sink without a copy, as {@link #show(BytesMap,
   * byte[], int, ValueSink)} does.
   *
   * @param cursor the cursor
   * @param most the maximal length of a value that is passed
   * @param sink receives the value, unless it is longer
   * @return the length of the value
   */
  public static int show(BytesCursor cursor, int most, ValueSink sink) {
    return cursor.showValue(most, sink);
  }

  @Override
  public void copy(BytesMap source, BytesMap target) {
    for (BytesCursor cursor = source.cursor(); cursor.next(); ) {
      int length = cursor.value(NOTHING, 0);
      if (length > PART) {
        try {
          target.put(cursor.key(), cursor.open(), length);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      } else {
        target.put(cursor.key(), cursor.value());
      }
    }
  }

  @Override
  public String described(CatalogueRecord record) {
    CodecNames codecs = CodecNames.of(record);
    return codecs.key().isEmpty() && codecs.value().isEmpty()
        ? "a map from BYTES to BYTES"
        : "a map from " + codecs.key() + " to " + codecs.value();
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    BytesTreesWriter tree = new BytesTreesWriter(changes, record);
    return new Operations(this, record) {
      @Override
      protected void putBytes(byte[] key, byte[] value) {
        BytesMap.requireKey(record.name(), key);
        tree.put(key, value, Put.ALWAYS);
      }

      @Override
      protected void removeBytes(byte[] key) {
        tree.remove(key);
      }

      @Override
      protected void removeBytesRange(byte[] from, byte @Nullable [] to) {
        tree.removeRange(from, to);
      }

      @Override
      protected void clear() {
        tree.clear();
      }
    };
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.bytes(null);
  }
}
