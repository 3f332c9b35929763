package io.octavo.transaction;

import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.BytesTreeWriter;
import org.jspecify.annotations.Nullable;

/** The operations of a log on a tree of byte strings. */
public final class BytesOperations extends Operations {
  private final BytesTreeWriter tree;

  /** Makes the operations on a collection. */
  public BytesOperations(TreeType type, CatalogueRecord record, BytesTreeWriter tree) {
    super(type, record);
    this.tree = tree;
  }

  @Override
  protected void putBytes(byte[] key, byte[] value) {
    if (key.length > BytesPage.MAX_KEY) {
      throw new IllegalArgumentException(
          "key.length=" + key.length + " is more than " + BytesPage.MAX_KEY + " bytes");
    }
    tree.put(key, value, BytesTreeWriter.Put.ALWAYS);
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
}
