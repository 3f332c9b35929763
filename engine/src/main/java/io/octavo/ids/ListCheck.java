package io.octavo.ids;

import io.octavo.commit.LastCheckpoint;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Verifies that the pages of a list follow each other (R31), and the index of the list (R33). Not
 * part of the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class ListCheck {
  /** Items that are compared with the index in one pass over the index: 16 MiB. */
  private static final int PART = 1 << 21;

  /** More problems of an index add no information. */
  private static final int MAX_PROBLEMS = 10;

  private final ListForm form;
  private final List<String> problems = new ArrayList<>();
  private long next;

  /**
   * Creates a check without pages.
   *
   * @param form the contents of the blocks of the list
   */
  public ListCheck(ListForm form) {
    this.form = form;
  }

  /**
   * Adds the next page of the list.
   *
   * @param page the page
   */
  public void add(byte[] page) {
    if (ListPage.form(page) != form) {
      problems.add("page " + PageHeader.number(page) + " has blocks of " + ListPage.form(page));
    }
    if (ListPage.first(page) != next) {
      problems.add(
          "page "
              + PageHeader.number(page)
              + " begins with item "
              + ListPage.first(page)
              + ", expected item "
              + next);
    }
    next = ListPage.first(page) + ListPage.items(page);
  }

  /** {@return the problems with the order of the pages} */
  public List<String> problems() {
    return problems;
  }

  /** The keys under which an index has the items of a list. */
  interface Keys {
    /** Reads the keys of the items of a block. */
    void read(byte[] page, int block, long[] keys);

    /** Returns whether an item may be under a later key, because others have its own. */
    boolean canMove();
  }

  /** Pairs are their keys. */
  record Values() implements Keys {
    @Override
    public void read(byte[] page, int block, long[] keys) {
      PairBlock.decode(page, ListPage.start(page, block), ListPage.items(page, block), keys, 0);
    }

    @Override
    public boolean canMove() {
      return false;
    }
  }

  /** The keys of byte strings are hashes. */
  record Homes(SipHash hash) implements Keys {
    @Override
    public void read(byte[] page, int block, long[] keys) {
      byte[][] texts = new byte[TextBlock.MAX_COUNT][];
      int count = ListPage.items(page, block);
      TextBlock.decode(page, ListPage.start(page, block), count, texts, 0);
      for (int i = 0; i < count; i++) {
        keys[i] = hash.home(texts[i], texts[i].length);
      }
    }

    @Override
    public boolean canMove() {
      return true;
    }
  }

  /** Compares an index with the keys of its list. */
  static List<String> indexProblems(
      LastCheckpoint durable, CatalogueRecord list, CatalogueRecord index, Keys keys) {
    List<String> problems = new ArrayList<>();
    if (index.entries() != list.entries()) {
      problems.add(
          "the index has " + index.entries() + " entries, the list " + list.entries() + " items");
      return problems;
    }
    long[] part = new long[(int) Math.min(PART, list.entries())];
    for (long from = 0; from < list.entries() && problems.isEmpty(); from += PART) {
      long first = from;
      long end = Math.min(list.entries(), first + PART);
      leaves(durable, list, first, end - 1, page -> read(page, keys, part, first, end));
      IndexPass pass = new IndexPass(durable, list, keys.canMove(), part, first, end);
      leaves(durable, index, Long.MIN_VALUE, Long.MAX_VALUE, pass::leaf);
      pass.verifyWrapped();
      problems.addAll(pass.problems);
    }
    return problems;
  }

  /** Reads the keys of items from a page. */
  private static void read(byte[] page, Keys keys, long[] part, long from, long end) {
    long[] block = new long[PairBlock.MAX_COUNT];
    for (int i = 0; i < ListPage.blocks(page); i++) {
      int count = ListPage.items(page, i);
      keys.read(page, i, block);
      long first = ListPage.first(page) + ListPage.place(page, i);
      int skipped = (int) Math.min(count, Math.max(0, from - first));
      int taken = (int) Math.max(0, Math.min(count, end - first) - skipped);
      if (taken > 0) {
        System.arraycopy(block, skipped, part, (int) (first + skipped - from), taken);
      }
    }
  }

  /**
   * One pass over an index, whose entries are compared with some items of the list. Each entry must
   * name an item whose key it has, and no item may be named twice: if there are as many entries as
   * items, each item has one. A key that has moved on must have found all keys between taken, by
   * other items.
   */
  private static final class IndexPass {
    private final LastCheckpoint durable;
    private final CatalogueRecord list;
    private final boolean canMove;
    private final long[] keys;
    private final long from;
    private final long end;
    private final List<String> problems = new ArrayList<>();
    private final BitSet named = new BitSet();

    /** The items of the entries whose keys follow each other, up to the current entry. */
    private final List<Long> run = new ArrayList<>();

    private long lastKey = Long.MIN_VALUE;

    /** Items of the first keys that the last keys must precede: the search continues at 0. */
    private final List<Wrapped> wrapped = new ArrayList<>();

    /**
     * An item whose home is one of the last keys.
     *
     * @param item the item
     * @param before how many of the last keys are searched for it
     */
    private record Wrapped(long item, long before) {}

    IndexPass(
        LastCheckpoint durable,
        CatalogueRecord list,
        boolean canMove,
        long[] keys,
        long from,
        long end) {
      this.durable = durable;
      this.list = list;
      this.canMove = canMove;
      this.keys = keys;
      this.from = from;
      this.end = end;
    }

    void leaf(byte[] leaf) {
      for (int i = 0; i < PageHeader.count(leaf) && problems.size() < MAX_PROBLEMS; i++) {
        long key = LeafPage.key(leaf, i);
        long item = LeafPage.value(leaf, i);
        if (canMove) {
          if (key != lastKey + 1) {
            run.clear();
          }
          run.add(item);
          lastKey = key;
        }
        if (!isRight(key, item)) {
          problems.add("the index says that " + key + " is item " + item);
        }
      }
    }

    private boolean isRight(long key, long item) {
      if (item < from || item >= end) {
        return item >= 0 && item < list.entries();
      }
      int place = (int) (item - from);
      if (named.get(place)) {
        return false;
      }
      named.set(place);
      if (!canMove || key == keys[place]) {
        return key == keys[place];
      }
      if (key < 0 || key >= 1L << SipHash.BITS) {
        return false;
      }
      long moved = (key - keys[place]) & ((1L << SipHash.BITS) - 1);
      int near = (int) Math.min(moved, run.size() - 1);
      if (moved > near) {
        long before = moved - near;
        if (key != near || before > list.entries()) {
          return false;
        }
        wrapped.add(new Wrapped(item, before));
      }
      return isNone(item, run.subList(run.size() - 1 - near, run.size() - 1));
    }

    /** Returns whether the byte string of an item is that of no other item. */
    private boolean isNone(long item, List<Long> others) {
      byte[] text = text(item);
      return others.stream().noneMatch(other -> Arrays.equals(text, text(other)));
    }

    /** Reads a byte string of the list. */
    private byte[] text(long item) {
      byte[][] texts = new byte[1 + TextBlock.MAX_COUNT][];
      if (item < 0 || item >= list.entries()) {
        return new byte[TextBlock.MAX_TEXT + 1];
      }
      leaves(
          durable,
          list,
          item,
          item,
          page -> {
            int place = (int) (item - ListPage.first(page));
            int block = ListPage.find(page, place, ListForm.TEXTS);
            TextBlock.decode(
                page, ListPage.start(page, block), ListPage.items(page, block), texts, 1);
            texts[0] = texts[1 + place - ListPage.place(page, block)];
          });
      return texts[0];
    }

    /** Looks at the items that the last keys must precede, which the pass has come to now. */
    void verifyWrapped() {
      boolean hasLast = lastKey == (1L << SipHash.BITS) - 1;
      for (Wrapped each : wrapped) {
        int first = (int) Math.max(-1, run.size() - each.before());
        boolean isRight =
            hasLast && first >= 0 && isNone(each.item(), run.subList(first, run.size()));
        if (!isRight && problems.size() < MAX_PROBLEMS) {
          problems.add("the index has item " + each.item() + " at its beginning");
        }
      }
    }
  }

  /**
   * Finds nodes that are in a list twice: same parent, same frame.
   *
   * @param durable the pages of the checkpoint that has the list
   * @param list the list
   * @return the problems
   */
  public static List<String> nodeProblems(LastCheckpoint durable, CatalogueRecord list) {
    List<String> problems = new ArrayList<>();
    int passes = (int) (list.entries() / PART) + 1;
    for (int pass = 0; pass < passes; pass++) {
      int present = pass;
      LongStream.Builder nodes = LongStream.builder();
      leaves(
          durable,
          list,
          0,
          Integer.MAX_VALUE,
          page -> nodes(page).filter(node -> pass(node, passes) == present).forEach(nodes));
      addRepeated(nodes.build().sorted().toArray(), problems);
    }
    return problems;
  }

  /** Returns the pass that looks at a node. */
  private static int pass(long node, int passes) {
    return Math.floorMod(Long.hashCode(node * 0x9E37_79B9_7F4A_7C15L), passes);
  }

  /** Returns the nodes of a page. */
  private static LongStream nodes(byte[] page) {
    int[] parents = new int[ListPage.items(page)];
    int[] frames = new int[parents.length];
    for (int i = 0; i < ListPage.blocks(page); i++) {
      int place = ListPage.place(page, i);
      int first = (int) ListPage.first(page) + place;
      int start = ListPage.start(page, i);
      NodeBlock.decode(page, start, first, ListPage.items(page, i), parents, frames, place);
    }
    return IntStream.range(0, parents.length).mapToLong(i -> StackTree.node(parents[i], frames[i]));
  }

  private static void addRepeated(long[] sorted, List<String> problems) {
    for (int i = 1; i < sorted.length && problems.size() < MAX_PROBLEMS; i++) {
      if (sorted[i] == sorted[i - 1]) {
        problems.add(
            "two nodes have the parent "
                + StackTree.parent(sorted[i])
                + " and the frame "
                + StackTree.frame(sorted[i]));
      }
    }
  }

  /** Visits the lowest pages of a list or an index that may have keys within bounds. */
  private static void leaves(
      LastCheckpoint durable, CatalogueRecord record, long from, long to, Consumer<byte[]> action) {
    if (!record.root().isNone()) {
      leaves(durable, record, record.root(), from, to, action);
    }
  }

  private static void leaves(
      LastCheckpoint durable,
      CatalogueRecord record,
      PageRef ref,
      long from,
      long to,
      Consumer<byte[]> action) {
    TreeKinds kinds = record.isOf(CatalogueRecord.INDEX) ? TreeKinds.LONGS : TreeKinds.LISTS;
    byte[] page = durable.read(ref, kinds.kind(ref.level()), record.id());
    if (ref.level() == 0) {
      action.accept(page);
      return;
    }
    int last = BranchPage.find(page, to);
    for (int i = BranchPage.find(page, from); i <= last; i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      leaves(durable, record, below, from, to, action);
    }
  }
}
