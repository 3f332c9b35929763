package io.octavo.collection;

import io.octavo.commit.WriteTransaction;
import io.octavo.ids.PairType;
import io.octavo.ids.StackType;
import io.octavo.ids.StringType;
import io.octavo.map.BytesMapType;
import io.octavo.map.LongMapType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.posting.PostingType;
import io.octavo.series.SeriesType;
import io.octavo.transaction.Changes;
import io.octavo.transaction.IndexType;
import io.octavo.transaction.PieceType;
import io.octavo.transaction.StoreMemory;
import io.octavo.transaction.TreeType;
import io.octavo.transaction.TreeTypes;
import io.octavo.tree.TreeLimits;
import java.util.List;

/** All types of collections. A new type is its package, and a line here. */
public final class Types {
  /** The table. */
  public static final TreeTypes ALL =
      new TreeTypes(
          List.of(
              LongMapType.TYPE,
              BytesMapType.TYPE,
              PieceType.TYPE,
              PostingType.TYPE,
              StringType.TYPE,
              PairType.TYPE,
              StackType.TYPE,
              SeriesType.TYPE,
              IndexType.TYPE));

  private Types() {}

  /**
   * Finds the type of a collection, as {@link TreeTypes#of(CatalogueRecord)} does.
   *
   * @param record the collection
   * @return its type
   */
  public static TreeType of(CatalogueRecord record) {
    return ALL.of(record);
  }

  /**
   * Begins the changes of a transaction that no store of a program runs: of a replay, for example.
   *
   * @param transaction gets the changes
   * @param limits how many entries and children a page may have
   * @return no changes yet
   */
  public static Changes begin(WriteTransaction transaction, TreeLimits limits) {
    return new Changes(transaction, limits, ALL, new StoreMemory("", Long.MAX_VALUE));
  }
}
