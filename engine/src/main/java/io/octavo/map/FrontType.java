package io.octavo.map;

import io.octavo.commit.LastCheckpoint;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.transaction.KeyRange;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.TreeType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.ObjIntConsumer;

/** A part of the front of a map, which the operations of the map change. */
@SuppressWarnings("exports")
public final class FrontType extends TreeType {
  /** The parts of maps of longs. */
  public static final FrontType LONGS =
      new FrontType(
          CatalogueRecord.LONG_FRONT, TreeKinds.LONGS, "a part of the front of a map of longs");

  /** The parts of maps of byte strings. */
  public static final FrontType BYTES =
      new FrontType(
          CatalogueRecord.BYTES_FRONT,
          TreeKinds.BYTES,
          "a part of the front of a map of byte strings");

  /** More problems add no information. */
  private static final int MAX_PROBLEMS = 10;

  private final boolean isOfLongs;

  private FrontType(int code, TreeKinds kinds, String text) {
    super(code, kinds, text);
    isOfLongs = code == CatalogueRecord.LONG_FRONT;
  }

  @Override
  public boolean canBeCreated() {
    return false;
  }

  @Override
  public List<String> tailProblems(CatalogueRecord record) {
    if (record.keyCodec() != 0 || record.valueCodec() != 0) {
      return List.of("a part of a front has no codecs");
    }
    int length = record.tail().length;
    boolean isRight = length == 0 || (isOfLongs ? length == Long.BYTES : length >= Long.BYTES);
    return isRight
        ? List.of()
        : List.of("a position of " + length + " bytes where " + Long.BYTES + " are known");
  }

  @Override
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord puts, CatalogueRecord deleted) {
    Set<Object> keys = new HashSet<>();
    List<String> problems = new ArrayList<>();
    entries(
        pages,
        deleted,
        deleted.root(),
        (leaf, i) -> {
          keys.add(key(leaf, i));
          if (hasValue(leaf, i) && problems.size() < MAX_PROBLEMS) {
            problems.add("the deleted " + text(leaf, i) + " has a value");
          }
        });
    entries(
        pages,
        puts,
        puts.root(),
        (leaf, i) -> {
          if (keys.contains(key(leaf, i)) && problems.size() < MAX_PROBLEMS) {
            problems.add(text(leaf, i) + " is both put and deleted");
          }
        });
    return problems;
  }

  private Object key(byte[] leaf, int index) {
    return isOfLongs ? LeafPage.key(leaf, index) : ByteBuffer.wrap(BytesPage.key(leaf, index));
  }

  private String text(byte[] leaf, int index) {
    return isOfLongs
        ? "key " + LeafPage.key(leaf, index)
        : KeyRange.of(BytesPage.key(leaf, index)).text();
  }

  private boolean hasValue(byte[] leaf, int index) {
    return isOfLongs
        ? LeafPage.value(leaf, index) != 0
        : BytesPage.isLarge(leaf, index) || BytesPage.valueLength(leaf, index) != 0;
  }

  /** Visits the entries of a part. */
  private void entries(
      LastCheckpoint pages, CatalogueRecord record, PageRef ref, ObjIntConsumer<byte[]> action) {
    if (ref.isNone()) {
      return;
    }
    byte[] page = pages.read(ref, kinds().kind(ref.level()), record.id());
    for (int i = 0; i < PageHeader.count(page); i++) {
      if (ref.level() == 0) {
        action.accept(page, i);
      } else {
        long child = isOfLongs ? BranchPage.child(page, i) : BytesPage.child(page, i);
        entries(
            pages,
            record,
            new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1),
            action);
      }
    }
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    if (isOfLongs) {
      tree.longs();
    } else {
      tree.bytes(null);
    }
  }
}
