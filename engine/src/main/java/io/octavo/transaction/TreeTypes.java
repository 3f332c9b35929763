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
   * Returns the type of a collection, {@link TreeType#UNKNOWN} if this version does not know it. A
   * newer version of a type has the pages of the type.
   */
  public TreeType of(CatalogueRecord record) {
    return of(record.type());
  }

  /** Returns the type of a code, {@link TreeType#UNKNOWN} if this version does not know it. */
  public TreeType of(int code) {
    return types.getOrDefault(code, TreeType.UNKNOWN);
  }

  /**
   * Returns whether this version knows the type of a collection and its version. Otherwise the
   * record must not change.
   */
  public boolean isKnown(CatalogueRecord record) {
    return of(record) != TreeType.UNKNOWN && record.typeVersion() == CatalogueRecord.TYPE_VERSION;
  }

  /**
   * Returns the kinds of the pages of a collection, null if the type is unknown: the pages must not
   * be moved.
   */
  public @Nullable TreeKinds knownKinds(CatalogueRecord record) {
    return isKnown(record) ? of(record).kinds() : null;
  }

  /** Returns the operations of a log on a collection; none on one of a newer version. */
  Operations operationsOf(Changes changes, CatalogueRecord record) {
    TreeType type = of(record);
    return isKnown(record) ? type.operations(changes, record) : new Operations(type, record);
  }
}
