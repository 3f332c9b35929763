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
 * The type of {@link StringTable}. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class StringType extends UserType<StringTable> {
  /** The one instance. */
  public static final StringType TYPE = new StringType();

  private StringType() {
    super(CatalogueRecord.STRINGS, StringTable.class, TreeKinds.LISTS, "a table of strings");
  }

  @Override
  protected StringTable open(Handle handle, @Nullable CatalogueRecord record) {
    TransactionResources transaction = handle.transaction();
    Changes changes = transaction.changes();
    if (changes == null || record == null) {
      StringTree tree =
          StringTree.open(
              transaction.longs(record, kinds()),
              transaction.index(record),
              transaction.storeId(),
              transaction.openItems());
      return new StringTable(handle, tree, null);
    }
    StringTreeWriter tree = writer(changes, record);
    return new StringTable(handle, tree, tree);
  }

  /** Returns the list and the index of a collection. */
  static StringTreeWriter writer(Changes changes, CatalogueRecord record) {
    return changes.list(
        record,
        StringTreeWriter.class,
        () ->
            StringTreeWriter.open(
                changes.transaction(),
                record,
                TreeType.indexOf(changes.catalogue(), record),
                changes.limits()));
  }

  @Override
  public void copy(StringTable source, StringTable target) {
    source.forEach((id, string) -> target.intern(string));
  }

  @Override
  public boolean hasIndex() {
    return true;
  }

  @Override
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord record, CatalogueRecord index) {
    return ListCheck.indexProblems(
        pages, record, index, new ListCheck.Homes(SipHash.of(storeId, record.id())));
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    StringTreeWriter table = writer(changes, record);
    return new Operations(this, record) {
      @Override
      protected void putBytes(byte[] key, byte[] value) {
        if (value.length > 0) {
          throw new IllegalArgumentException(
              "value.length=" + value.length + " of a string of a table of strings is not 0");
        }
        StringTreeWriter.requireLength(record.name(), key.length);
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
    tree.list(ListForm.TEXTS);
  }
}
