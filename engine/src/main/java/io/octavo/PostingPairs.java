package io.octavo;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;
import io.octavo.tree.PostingKeys;
import io.octavo.tree.PostingTreeWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Sorted lists as the entries that hold them, in the order of their keys: full blocks, for a map
 * that is empty.
 *
 * <p>What comes before the blocks counts them. For a list that is too long to be kept until it has
 * ended, and for all lists, there stands the greatest number first, which is put right at the end
 * in the same place: it can only become shorter.
 */
final class PostingPairs implements BytesPairs {
  /** Ids that are kept before they are encoded. */
  private static final int MOST_KEPT = 1 << 15;

  private final SortedIds source;
  private final BlockEncoder encoder = new BlockEncoder();
  private final byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
  private final Deque<BytesEntry> entries = new ArrayDeque<>();
  private final List<Head> unknown = new ArrayList<>();
  private BytesEntry present = new BytesEntry(PostingKeys.lists(), new byte[0]);
  private long lists;

  /** Ids of the present list that are not in an entry yet. */
  private final long[] ids = new long[MOST_KEPT];

  private int kept;
  private long list;
  private long total;
  private long blocks;
  private boolean isInList;

  /** What is to be said of a long list. */
  private record Head(long list, long ids, long blocks) {}

  PostingPairs(PostingLists source) {
    this.source = new SortedIds(source);
  }

  /** Adds all lists of a source to a map that is not empty. */
  static void addAll(PostingLists lists, PostingTreeWriter target) {
    SortedIds source = new SortedIds(lists);
    long[] ids = new long[MOST_KEPT];
    while (source.nextList()) {
      for (int count = source.read(ids, 0); count > 0; count = source.read(ids, 0)) {
        target.add(source.key(), ids, 0, count);
      }
    }
  }

  /** Puts the numbers right that were not known in time. */
  void complete(PostingTreeWriter target) {
    if (lists > 0) {
      target.setLists(lists);
    }
    unknown.forEach(head -> target.setHead(head.list(), head.ids(), head.blocks()));
  }

  @Override
  public boolean next() {
    boolean goesOn = true;
    while (entries.isEmpty() && goesOn) {
      goesOn = isInList ? goOn() : begin();
    }
    if (entries.isEmpty()) {
      return false;
    }
    present = entries.remove();
    return true;
  }

  private boolean begin() {
    if (!source.nextList()) {
      return false;
    }
    kept = source.read(ids, 0);
    if (kept == 0) {
      return true;
    }
    list = source.key();
    total = 0;
    blocks = 0;
    isInList = kept == ids.length;
    encode(!isInList);
    if (isInList) {
      entries.addFirst(head(Long.MAX_VALUE, Long.MAX_VALUE));
    } else if (blocks > 1) {
      entries.addFirst(head(total, blocks));
    }
    if (lists++ == 0) {
      byte[] value = PostingKeys.numbers(Long.MAX_VALUE);
      entries.addFirst(new BytesEntry(PostingKeys.lists(), value));
    }
    return true;
  }

  private BytesEntry head(long idCount, long blockCount) {
    return new BytesEntry(PostingKeys.head(list), PostingKeys.numbers(idCount, blockCount));
  }

  /** Takes more ids of a long list. */
  private boolean goOn() {
    kept += source.read(ids, kept);
    isInList = kept == ids.length;
    encode(!isInList);
    if (!isInList) {
      unknown.add(new Head(list, total, blocks));
    }
    return true;
  }

  /** Makes blocks of the ids that are kept; the last of them only if no more ids follow. */
  private void encode(boolean isAll) {
    int at = 0;
    while (at < kept) {
      int count = Math.min(kept - at, PackedBlock.MAX_COUNT);
      int length = encoder.encodeRest(ids, at, count, block, 0);
      if (length > PackedBlock.KEPT) {
        count = encoder.fitRest(ids, at, count, PackedBlock.KEPT);
        length = encoder.encodeRest(ids, at, count, block, 0);
      }
      if (!isAll && at + count == kept) {
        break;
      }
      byte[] value = new byte[length];
      Memory.get(block, 0, value, 0, length);
      entries.add(new BytesEntry(PostingKeys.block(list, ids[at]), value));
      blocks++;
      total += count;
      at += count;
    }
    kept -= at;
    System.arraycopy(ids, at, ids, 0, kept);
  }

  @Override
  public byte[] key() {
    return present.key();
  }

  @Override
  public byte[] value() {
    return present.value();
  }
}
