package io.octavo.posting;

import io.octavo.catalogue.TreeRoot;
import io.octavo.commit.LastCheckpoint;
import io.octavo.map.BytesMap;
import io.octavo.packed.OrderedLong;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.BytesOperations;
import io.octavo.transaction.Changes;
import io.octavo.transaction.Handle;
import io.octavo.transaction.KeyRange;
import io.octavo.transaction.Operations;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.UserType;
import io.octavo.tree.BytesTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link PostingMap}. The operations are those of byte strings. Not part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class PostingType extends UserType<PostingMap> {
  /** The one instance. */
  public static final PostingType TYPE = new PostingType();

  private PostingType() {
    super(CatalogueRecord.POSTINGS, PostingMap.class, TreeKinds.BYTES, "posting lists");
  }

  @Override
  public boolean hasPieces() {
    return true;
  }

  @Override
  protected PostingMap open(Handle handle, @Nullable CatalogueRecord record) {
    TransactionResources transaction = handle.transaction();
    Changes changes = transaction.changes();
    if (changes == null || record == null) {
      TreeRoot root = TreeRoot.of(record);
      BytesTree tree = new BytesTree(transaction.pages(root, kinds()), root, () -> null);
      return new PostingMap(handle, new PostingTree(tree), null);
    }
    PostingTreeWriter lists = new PostingTreeWriter(changes.bytesTree(record));
    return new PostingMap(handle, lists, lists);
  }

  /**
   * Returns the stored entries of posting lists.
   *
   * @param lists the posting lists
   * @return a read-only map
   */
  public static BytesMap entries(PostingMap lists) {
    return lists.entries();
  }

  @Override
  public void copy(PostingMap source, PostingMap target) {
    target.load(source.lists());
  }

  @Override
  public String described(CatalogueRecord record) {
    return "a collection of posting lists";
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    return new BytesOperations(this, record, changes.bytesTree(record));
  }

  @Override
  public KeyRange keys(byte[] from, byte @Nullable [] to) {
    long last = to == null || to.length == 0 ? Long.MAX_VALUE : lastList(to);
    return KeyRange.of("lists", from.length == 0 ? Long.MIN_VALUE : list(from), last);
  }

  /**
   * Returns the least list that a separator admits. The separator may end within the number of the
   * list.
   */
  private static long list(byte[] separator) {
    return OrderedLong.get(
        Arrays.copyOf(separator, Math.max(separator.length, OrderedLong.MAX_LENGTH)), 0);
  }

  private static long lastList(byte[] bound) {
    long list = list(bound);
    // If the separator is not above the head, all of the list is above the range.
    boolean isWhole = Arrays.compareUnsigned(bound, PostingKeys.head(list)) <= 0;
    return isWhole && list > Long.MIN_VALUE ? list - 1 : list;
  }

  /** The first entry of all is the number of lists; there are more entries than lists. */
  @Override
  public @Nullable Long count(LastCheckpoint pages, CatalogueRecord record) {
    PageRef ref = record.root();
    if (ref.isNone()) {
      return 0L;
    }
    while (ref.level() > 0) {
      long child = BytesPage.child(pages.read(ref, kinds().kind(ref.level()), record.id()), 0);
      ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
    }
    return PostingKeys.countOfLists(pages.read(ref, kinds().kind(0), record.id()));
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    PostingCheck lists = new PostingCheck();
    tree.bytes(lists);
    tree.report(Rule.R30, lists.problems(tree.isWhole()));
  }
}
