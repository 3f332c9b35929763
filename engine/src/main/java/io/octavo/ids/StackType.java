package io.octavo.ids;

import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.UserType;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link StackTable}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class StackType extends UserType<StackTable> {
  /** The one instance. */
  public static final StackType TYPE = new StackType();

  private StackType() {
    super(CatalogueRecord.STACKS, StackTable.class, TreeKinds.LISTS, "a table of stacks");
  }

  @Override
  protected StackTable open(Handle handle, @Nullable CatalogueRecord record) {
    TransactionResources transaction = handle.transaction();
    Changes changes = transaction.changes();
    if (changes == null || record == null) {
      StackTree tree = StackTree.open(transaction.longs(record, kinds()), transaction.openItems());
      return new StackTable(handle, tree, null);
    }
    StackTreeWriter tree = writer(changes, record);
    return new StackTable(handle, tree, tree);
  }

  private StackTreeWriter writer(Changes changes, CatalogueRecord record) {
    return changes.list(
        record,
        StackTreeWriter.class,
        () ->
            StackTreeWriter.open(
                changes.transaction(),
                record,
                changes.limits(),
                changes.memory().of(this, StackIndexes::new),
                changes));
  }

  @Override
  public void copy(StackTable source, StackTable target) {
    target.append(source);
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    StackTreeWriter table = writer(changes, record);
    return new Operations(this, record) {
      @Override
      protected void put(long key, long value) {
        if (key < StackTree.NONE || key >= table.size()) {
          throw new IllegalArgumentException(
              "parent=" + key + " is none of " + table.size() + " nodes");
        }
        if (value < 0 || value > Integer.MAX_VALUE) {
          throw new IllegalArgumentException("frame=" + value + " is not from 0 to 2^31 - 1");
        }
        table.append((int) key, (int) value);
      }

      @Override
      protected void clear() {
        table.clear();
      }
    };
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.list(ListForm.NODES);
    tree.stacks();
  }
}
