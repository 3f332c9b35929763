package io.octavo.map;

import io.octavo.commit.LastCheckpoint;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.Changes;
import io.octavo.transaction.KeyRange;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.TreeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A part of the front of a map of byte strings, which the operations of the map change. */
@SuppressWarnings("exports")
public final class BytesFrontType extends TreeType {
  /** The one instance. */
  public static final BytesFrontType TYPE = new BytesFrontType();

  /** More problems say nothing new. */
  private static final int MAX_PROBLEMS = 10;

  private BytesFrontType() {
    super(
        CatalogueRecord.BYTES_FRONT,
        TreeKinds.BYTES,
        "a part of the front of a map of byte strings");
  }

  @Override
  public boolean canBeCreated() {
    return false;
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    return new Operations(this, record) {
      @Override
      protected void clear() {
        throw refusal("the map that has the front");
      }
    };
  }

  @Override
  public List<String> tailProblems(CatalogueRecord record) {
    int length = record.tail().length;
    return length == 0 || length >= Long.BYTES
        ? List.of()
        : List.of("a count of " + length + " bytes where 8 are known");
  }

  @Override
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord puts, CatalogueRecord deleted) {
    List<byte[]> keys = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    leaves(
        pages,
        deleted,
        deleted.root(),
        leaf -> {
          for (int i = 0; i < PageHeader.count(leaf); i++) {
            byte[] key = BytesPage.key(leaf, i);
            keys.add(key);
            boolean isEmpty = !BytesPage.isLarge(leaf, i) && BytesPage.valueLength(leaf, i) == 0;
            if (!isEmpty && problems.size() < MAX_PROBLEMS) {
              problems.add("the deleted " + KeyRange.of(key).text() + " has a value");
            }
          }
        });
    keys.sort(Arrays::compareUnsigned);
    leaves(
        pages,
        puts,
        puts.root(),
        leaf -> {
          for (int i = 0; i < PageHeader.count(leaf) && problems.size() < MAX_PROBLEMS; i++) {
            byte[] key = BytesPage.key(leaf, i);
            if (Collections.binarySearch(keys, key, Arrays::compareUnsigned) >= 0) {
              problems.add(KeyRange.of(key).text() + " is both put and deleted");
            }
          }
        });
    return problems;
  }

  private void leaves(
      LastCheckpoint pages, CatalogueRecord record, PageRef ref, Consumer<byte[]> action) {
    if (ref.isNone()) {
      return;
    }
    byte[] page = pages.read(ref, kinds().kind(ref.level()), record.id());
    if (ref.level() == 0) {
      action.accept(page);
      return;
    }
    for (int i = 0; i < PageHeader.count(page); i++) {
      long child = BytesPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      leaves(pages, record, below, action);
    }
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.bytes(null);
  }
}
