package io.octavo.command.survey;

import io.octavo.command.collection.MapForm;
import io.octavo.page.meta.CatalogueRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of collections that users know.
 *
 * @param records the records of the catalogue
 */
public record CollectionNames(List<CatalogueRecord> records) {
  /** Returns the name of the owner of a page. */
  public String of(int owner) {
    if (owner == 0) {
      return "the store";
    }
    for (CatalogueRecord record : records) {
      if (record.id() == owner) {
        CatalogueRecord map = mapOf(record);
        if (!record.isOwn()) {
          return record.name();
        }
        String part =
            MapForm.textOf(record) + " of " + (map == null ? "a dropped map" : map.name());
        return record.name().startsWith(CatalogueRecord.OWN_DELETED)
            ? part + ", deleted keys"
            : part;
      }
    }
    return "collection " + Integer.toUnsignedString(owner);
  }

  /**
   * Returns the map that a collection belongs to: itself, or the one whose large values, index or
   * front it keeps.
   *
   * @return the map, null if it was dropped
   */
  public @Nullable CatalogueRecord mapOf(CatalogueRecord collection) {
    if (!collection.isOwn()) {
      return collection;
    }
    for (CatalogueRecord record : records) {
      if (collection.isPartOf(record.id())) {
        return record;
      }
    }
    return null;
  }
}
