package io.octavo.posting;

import io.octavo.memory.Memory;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.packed.Varint;
import io.octavo.page.bytes.BytesPage;
import io.octavo.transaction.TreeCheck;
import java.util.ArrayList;
import java.util.List;

/** Checks the entries of posting lists, in their order, against each other (R30). */
final class PostingCheck implements TreeCheck.EntryCheck {
  private final List<String> problems = new ArrayList<>();
  private final List<String> contradictions = new ArrayList<>();
  private final byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
  private final long[] ids = new long[PackedBlock.MAX_COUNT];
  private long lists;
  private long statedLists;
  private boolean hasLists;

  // The current list.
  private boolean isInList;
  private boolean isSound;
  private long list;
  private long total;
  private long blocks;
  private long last;
  private boolean hasHead;
  private long statedTotal;
  private long statedBlocks;

  @Override
  public void add(byte[] leaf, int index) {
    byte[] key = BytesPage.key(leaf, index);
    if (BytesPage.isLarge(leaf, index)) {
      problems.add("the value of a key of " + key.length + " bytes is large");
      isSound = false;
      return;
    }
    byte[] value = BytesPage.value(leaf, index);
    if (key.length == 0) {
      long[] numbers = numbers(value, 1);
      statedLists = numbers[0];
      hasLists = true;
      return;
    }
    int end = OrderedLong.end(key, 0, key.length);
    boolean isBlock = end < key.length;
    if (end < 0 || (isBlock && OrderedLong.end(key, end, key.length) != key.length)) {
      problems.add("a key of " + key.length + " bytes is that of no list and no block");
      isSound = false;
      return;
    }
    long of = OrderedLong.get(key, 0);
    if (!isInList || of != list) {
      endList();
      begin(of);
    }
    if (isBlock) {
      addBlock(OrderedLong.get(key, end), value);
    } else {
      hasHead = true;
      long[] numbers = numbers(value, 2);
      statedTotal = numbers[0];
      statedBlocks = numbers[1];
    }
  }

  private long[] numbers(byte[] value, int count) {
    long[] numbers = new long[count];
    int end = 0;
    for (int i = 0; i < count && end >= 0; i++) {
      int next = Varint.end(value, end, value.length);
      numbers[i] = next < 0 ? 0 : Varint.get(value, end);
      end = next;
    }
    if (end != value.length) {
      problems.add(value.length + " bytes are not " + count + " numbers that count");
    }
    return numbers;
  }

  private void begin(long of) {
    isInList = true;
    isSound = true;
    list = of;
    lists++;
    total = 0;
    blocks = 0;
    hasHead = false;
  }

  private void addBlock(long first, byte[] value) {
    int count = PackedBlock.DAMAGED;
    if (value.length <= PackedBlock.MAX_LENGTH) {
      Memory.put(block, 0, value, 0, value.length);
      count = PackedBlock.decodeRest(block, 0, value.length, first, ids, 0);
    }
    if (count == PackedBlock.DAMAGED) {
      problems.add("list " + list + ": the block from " + first + " on is damaged");
      isSound = false;
      return;
    }
    if (blocks > 0 && first <= last) {
      contradictions.add("list " + list + ": a block begins with " + first + " behind " + last);
    }
    blocks++;
    total += count;
    last = ids[count - 1];
  }

  private void endList() {
    if (!isInList || !isSound) {
      return;
    }
    if (hasHead ? blocks < 2 : blocks > 1) {
      contradictions.add(
          "list " + list + " has " + blocks + " blocks and " + (hasHead ? "a" : "no") + " head");
    } else if (hasHead && (total != statedTotal || blocks != statedBlocks)) {
      contradictions.add(
          "list "
              + list
              + " has "
              + total
              + " ids in "
              + blocks
              + " blocks, its head says "
              + statedTotal
              + " in "
              + statedBlocks);
    }
  }

  /**
   * Returns descriptions of the problems.
   *
   * @param isComplete whether all entries were added, so that totals can be compared
   */
  public List<String> problems(boolean isComplete) {
    endList();
    isInList = false;
    List<String> all = new ArrayList<>(problems);
    if (isComplete) {
      all.addAll(contradictions);
      if (problems.isEmpty() && lists != statedLists) {
        all.add("there are " + lists + " lists, " + statedLists + " are counted");
      } else if (problems.isEmpty() && lists == 0 && hasLists) {
        all.add("there is no list, but an entry that counts them");
      }
    }
    return all;
  }
}
