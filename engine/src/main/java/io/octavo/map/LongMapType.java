package io.octavo.map;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.UserType;
import io.octavo.view.Entries;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link LongMap}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class LongMapType extends UserType<LongMap> {
  /** The one instance. */
  public static final LongMapType TYPE = new LongMapType();

  private LongMapType() {
    super(CatalogueRecord.LONG_MAP, LongMap.class, TreeKinds.LONGS, "a map of longs");
  }

  @Override
  protected LongMap open(Handle handle, @Nullable CatalogueRecord record) {
    Changes changes = handle.transaction().changes();
    if (changes == null || record == null) {
      return new LongMap(handle, trees(handle.transaction(), record), null);
    }
    LongTreesWriter trees = new LongTreesWriter(changes, record);
    return new LongMap(handle, trees, trees);
  }

  private LongTrees trees(TransactionResources transaction, @Nullable CatalogueRecord record) {
    LongTrees trees = new LongTrees(transaction.longs(record, kinds()));
    FrontParts front =
        record == null ? null : FrontParts.of(transaction.catalogue(), record.id(), this);
    if (front != null && !front.isEmpty()) {
      trees.setFront(
          transaction.longs(front.puts(), kinds()), transaction.longs(front.deleted(), kinds()));
    }
    return trees;
  }

  @Override
  public boolean hasFront() {
    return true;
  }

  /**
   * Returns the entries of a map for a view of the JDK.
   *
   * @param map the map
   * @return its entries
   */
  public static Entries<Long, Long> entries(LongMap map) {
    return new LongEntries(map);
  }

  @Override
  public void copy(LongMap source, LongMap target) {
    target.load(source.cursor());
  }

  @Override
  public String described(CatalogueRecord record) {
    return "a map from LONG to LONG";
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    LongTreesWriter tree = new LongTreesWriter(changes, record);
    return new Operations(this, record) {
      @Override
      protected void put(long key, long value) {
        tree.put(key, value, true);
      }

      @Override
      protected void remove(long key) {
        tree.remove(key);
      }

      @Override
      protected void removeRange(long from, long to) {
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
    tree.longs();
  }
}
