package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of collections that a version knows, by their codes. Immutable. */
public final class TreeTypes {
  private final Map<Integer, TreeType> types;

  /**
   * Makes a table.
   *
   * @param types the types
   * @throws IllegalArgumentException if two have the same code
   */
  public TreeTypes(List<TreeType> types) {
    try {
      this.types = types.stream().collect(Collectors.toMap(TreeType::code, Function.identity()));
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("two types have one code: " + e.getMessage(), e);
    }
  }

  /**
   * Finds the type of a collection. A newer version of a type has the pages of the type.
   *
   * @param record the collection
   * @return its type; {@link TreeType#UNKNOWN} if this version does not know the type
   */
  public TreeType of(CatalogueRecord record) {
    return of(record.type());
  }

  /**
   * Finds a type.
   *
   * @param code the type, as records have it
   * @return the type; {@link TreeType#UNKNOWN} if this version does not know the type
   */
  public TreeType of(int code) {
    return types.getOrDefault(code, TreeType.UNKNOWN);
  }

  /**
   * Returns whether this version knows what the pages of a collection mean.
   *
   * @param record the collection
   * @return false if its type, or the version of the type, is not known: its record must not change
   */
  public boolean isKnown(CatalogueRecord record) {
    return of(record) != TreeType.UNKNOWN && record.typeVersion() == CatalogueRecord.TYPE_VERSION;
  }

  /**
   * Returns the kinds of the pages of a collection, if this version may move them.
   *
   * @param record the collection
   * @return the kinds, null if the type is not known
   */
  public @Nullable TreeKinds knownKinds(CatalogueRecord record) {
    return isKnown(record) ? of(record).kinds() : null;
  }

  /** Returns what the operations of a log do to a collection; nothing to one of a newer version. */
  Operations operationsOf(Changes changes, CatalogueRecord record) {
    TreeType type = of(record);
    return isKnown(record) ? type.operations(changes, record) : new Operations(type, record);
  }
}
