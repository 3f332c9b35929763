package io.octavo.series;

import io.octavo.error.StoreException;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.UserType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link Series}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class SeriesType extends UserType<Series> {
  /** The one instance. */
  public static final SeriesType TYPE = new SeriesType();

  private SeriesType() {
    super(CatalogueRecord.SERIES, Series.class, TreeKinds.SERIES, "a series");
  }

  @Override
  protected Series open(Handle handle, @Nullable CatalogueRecord record) {
    SeriesUnits units = record == null ? SeriesUnits.NONE : units(record);
    TransactionResources transaction = handle.transaction();
    Changes changes = transaction.changes();
    if (changes == null || record == null) {
      SeriesTree tree =
          SeriesTree.open(transaction.longs(record, kinds()), transaction.openItems());
      return new Series(handle, tree, null, units);
    }
    SeriesTreeWriter series = writer(changes, record);
    return new Series(handle, series, series, units);
  }

  private static SeriesUnits units(CatalogueRecord record) {
    try {
      return SeriesUnits.of(record);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          "name="
              + record.name()
              + " is a series of units that this version of Octavo does not know: "
              + e.getMessage()
              + "; use the version that wrote it, or run octavo salvage",
          e);
    }
  }

  private static SeriesTreeWriter writer(Changes changes, CatalogueRecord record) {
    return changes.list(
        record,
        SeriesTreeWriter.class,
        () -> SeriesTreeWriter.open(changes.transaction(), record, changes.limits()));
  }

  @Override
  public void copy(Series source, Series target) {
    target.append(source);
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    SeriesTreeWriter series = writer(changes, record);
    return new Operations(this, record) {
      @Override
      protected void put(long key, long value) {
        series.add(key, value);
      }

      @Override
      protected void removeRange(long from, long to) {
        series.removeRange(from, to);
      }

      @Override
      protected void clear() {
        series.clear();
      }
    };
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.series();
  }

  @Override
  public List<String> tailProblems(CatalogueRecord record) {
    try {
      SeriesUnits.of(record);
    } catch (IllegalArgumentException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
    return List.of();
  }
}
