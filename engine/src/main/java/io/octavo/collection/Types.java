package io.octavo.collection;

import io.octavo.ids.PairType;
import io.octavo.ids.StackType;
import io.octavo.ids.StringType;
import io.octavo.map.BytesMapType;
import io.octavo.map.FrontType;
import io.octavo.map.LongMapType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.posting.PostingType;
import io.octavo.series.SeriesType;
import io.octavo.transaction.IndexType;
import io.octavo.transaction.PieceType;
import io.octavo.transaction.TreeType;
import io.octavo.transaction.TreeTypes;
import java.util.List;

/** All types of collections. A new type is a package, and a line here. */
public final class Types {
  /** The table. */
  public static final TreeTypes ALL =
      new TreeTypes(
          List.of(
              LongMapType.TYPE,
              FrontType.LONGS,
              BytesMapType.TYPE,
              FrontType.BYTES,
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
}
