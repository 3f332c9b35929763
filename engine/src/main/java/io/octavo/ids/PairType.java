package io.octavo.ids;

import io.octavo.commit.LastCheckpoint;
import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.TreeType;
import io.octavo.transaction.UserType;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link PairTable}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class PairType extends UserType<PairTable> {
  /** The one instance. */
  public static final PairType TYPE = new PairType();

  private PairType() {
    super(CatalogueRecord.PAIRS, PairTable.class, TreeKinds.LISTS, "a table of pairs");
  }

  @Override
  protected PairTable open(Handle handle, @Nullable CatalogueRecord record) {
    TransactionResources transaction = handle.transaction();
    Changes changes = transaction.changes();
    if (changes == null || record == null) {
      PairTree tree =
          PairTree.open(
              transaction.longs(record, kinds()),
              transaction.index(record),
              transaction.openItems());
      return new PairTable(handle, tree, null);
    }
    PairTreeWriter tree = writer(changes, record);
    return new PairTable(handle, tree, tree);
  }

  /** Returns the list and the index of a collection. */
  static PairTreeWriter writer(Changes changes, CatalogueRecord record) {
    return changes.list(
        record,
        PairTreeWriter.class,
        () ->
            PairTreeWriter.open(
                changes.transaction(),
                record,
                TreeType.indexOf(changes.catalogue(), record),
                changes.limits()));
  }

  @Override
  public void copy(PairTable source, PairTable target) {
    source.forEach((id, value) -> target.intern(value));
  }

  @Override
  public boolean hasIndex() {
    return true;
  }

  @Override
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord record, CatalogueRecord index) {
    return ListCheck.indexProblems(pages, record, index, new ListCheck.Values());
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    PairTreeWriter table = writer(changes, record);
    return new Operations(this, record) {
      @Override
      protected void put(long key, long value) {
        if (value != 0) {
          throw new IllegalArgumentException("value=" + value + " of a pair is not 0");
        }
        table.intern(key);
      }

      @Override
      protected void clear() {
        table.clear();
      }
    };
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.list(ListForm.PAIRS);
  }
}
