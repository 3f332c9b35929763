package io.octavo.map;

import io.octavo.catalogue.Catalogue;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.TreeType;
import org.jspecify.annotations.Nullable;

/**
 * The two parts of the front of a map.
 *
 * @param puts the newest values
 * @param deleted the deleted keys
 */
record FrontParts(CatalogueRecord puts, CatalogueRecord deleted) {
  /** Returns the front of a map of a type, null if it has none. */
  static @Nullable FrontParts of(Catalogue catalogue, int map, TreeType type) {
    // Most stores have none, and most transactions are short.
    if (!catalogue.hasFronts()) {
      return null;
    }
    CatalogueRecord puts = TreeType.frontOf(catalogue, CatalogueRecord.frontOf(map));
    CatalogueRecord deleted =
        puts == null ? null : TreeType.frontOf(catalogue, CatalogueRecord.deletedOf(map));
    return puts != null && deleted != null && type.canHave(puts) && type.canHave(deleted)
        ? new FrontParts(puts, deleted)
        : null;
  }

  /** Returns whether no change waits. */
  boolean isEmpty() {
    return puts.entries() + deleted.entries() == 0;
  }
}
