package io.octavo.posting;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;
import io.octavo.tree.BytesTreeWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorted lists as the entries that hold them, in the order of their keys: full blocks, for a map
 * that is empty.
 *
 * <p>What comes before the blocks counts them. For a list that is too long to be kept until it has
 * ended, and for all lists, there stands the greatest number first, which is put right at the end
 * in the same place: it can only become shorter.
 */
final class PostingPairs {
  /** The greatest number of ids that are collected before they are encoded. */
  private static final int MOST_KEPT = 1 << 15;

  private final SortedIds source;
  private final BlockEncoder encoder = new BlockEncoder();
  private final byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
  private final Deque<Entry> entries = new ArrayDeque<>();
  private final List<Head> unknown = new ArrayList<>();
  private long lists;

  /** Ids of the current list that are not encoded yet. */
  private final long[] ids = new long[MOST_KEPT];

  private int kept;
  private long list;
  private long total;
  private long blocks;
  private boolean isInList;

  /** An entry of the tree. */
  @SuppressWarnings("ArrayRecordComponent") // entries are not compared
  private record Entry(byte[] key, byte[] value) {}

  /** The numbers for the head of a long list. */
  private record Head(long list, long ids, long blocks) {}

  private PostingPairs(SortedIds source) {
    this.source = source;
  }

  /**
   * Adds lists to a tree; an empty one is filled in the order of its entries.
   *
   * @param source the lists
   * @param target the tree
   * @throws IllegalArgumentException if a key or an id is not above the one before
   */
  public static void load(SortedIds source, PostingTreeWriter target) {
    if (target.isEmpty()) {
      new PostingPairs(source).fill(target);
    } else {
      addAll(source, target);
    }
  }

  private static void addAll(SortedIds source, PostingTreeWriter target) {
    long[] ids = new long[MOST_KEPT];
    while (source.nextList()) {
      for (int count = source.read(ids, 0); count > 0; count = source.read(ids, 0)) {
        target.add(source.key(), ids, 0, count);
      }
    }
  }

  private void fill(PostingTreeWriter target) {
    for (Entry entry = next(); entry != null; entry = next()) {
      target.writer().put(entry.key(), entry.value(), BytesTreeWriter.Put.ALWAYS);
    }
    // The heads and the number of lists, which were unknown when the pairs before them were
    // returned.
    if (lists > 0) {
      target.setLists(lists);
    }
    unknown.forEach(head -> target.setHead(head.list(), head.ids(), head.blocks()));
  }

  private @Nullable Entry next() {
    boolean goesOn = true;
    while (entries.isEmpty() && goesOn) {
      goesOn = isInList ? goOn() : begin();
    }
    return entries.poll();
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
      entries.addFirst(new Entry(PostingKeys.lists(), value));
    }
    return true;
  }

  private Entry head(long idCount, long blockCount) {
    return new Entry(PostingKeys.head(list), PostingKeys.numbers(idCount, blockCount));
  }

  /** Reads more ids of a long list. */
  private boolean goOn() {
    kept += source.read(ids, kept);
    isInList = kept == ids.length;
    encode(!isInList);
    if (!isInList) {
      unknown.add(new Head(list, total, blocks));
    }
    return true;
  }

  /** Encodes the collected ids as blocks. The last block is encoded only if no more ids follow. */
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
      entries.add(new Entry(PostingKeys.block(list, ids[at]), value));
      blocks++;
      total += count;
      at += count;
    }
    kept -= at;
    System.arraycopy(ids, at, ids, 0, kept);
  }
}
