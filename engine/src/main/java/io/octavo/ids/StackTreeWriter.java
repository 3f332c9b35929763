package io.octavo.ids;

import io.octavo.commit.WriteTransaction;
import io.octavo.error.StoreFullException;
import io.octavo.event.Events;
import io.octavo.event.StackIndexEvent;
import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.tree.ListedTree;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;
import org.jspecify.annotations.Nullable;

/** The stacks of a write transaction. One thread at a time. */
final class StackTreeWriter extends StackTree implements ListedTree {
  /** What {@link #find} returns for a node that is absent. */
  public static final int ABSENT = -1;

  /** Nodes that are read at once to build an index. */
  private static final int READ = 4096;

  private final ListTreeWriter writer;
  private final Nodes open;
  private final OperationLog log;
  private final StackIndexes indexes;

  /** The transaction, for the indexes. */
  private final long user;

  private final Walk probe = walk();
  private long seenChanges;

  /** Whether nodes were removed, which a roll back would bring back. */
  private boolean isCleared;

  /** The index; null until it has all nodes. */
  private @Nullable StackIndex index;

  private StackTreeWriter(
      ListTreeWriter writer, Nodes open, OperationLog log, StackIndexes indexes, long user) {
    super(writer, open);
    this.writer = writer;
    this.open = open;
    this.log = log;
    this.indexes = indexes;
    this.user = user;
  }

  /** Opens stacks for writing. */
  public static StackTreeWriter open(
      WriteTransaction transaction,
      CatalogueRecord record,
      TreeLimits limits,
      StackIndexes indexes,
      Object user) {
    Nodes open = new Nodes();
    return new StackTreeWriter(
        new ListTreeWriter(transaction, record, limits, ListForm.NODES, open),
        open,
        transaction.log(),
        indexes,
        indexes.user(user));
  }

  private int collection() {
    return list.root().owner();
  }

  /**
   * Returns whether nodes can be found.
   *
   * @return false if {@link #prepare} must come first
   */
  public boolean isPrepared() {
    return index != null;
  }

  /**
   * Prepares to find nodes. Reads the whole table, if the index lacks nodes.
   *
   * @param more the number of nodes that may be added; the index has space for them if there is
   *     memory
   * @throws io.octavo.error.StoreException if an index of the nodes of the table does not fit
   *     memory; nothing is changed
   */
  public void prepare(int more) {
    StackIndex present = indexes.take(collection());
    if (present.bytes() == 0 || present.covered() < size()) {
      build(present, size(), more);
    }
    index = present;
  }

  /**
   * Returns whether nodes can be added without more memory for the index, which is prepared.
   *
   * @param nodes the number of nodes
   * @return false if {@link #reserve} must come first
   */
  public boolean hasSpace(int nodes) {
    return prepared().hasSpace(nodes);
  }

  /**
   * Makes space in the index, which is prepared. Reads the whole table.
   *
   * @param nodes the number of nodes that will be added
   * @throws io.octavo.error.StoreException if the index does not fit memory; nothing is changed,
   *     and nodes can still be found
   */
  public void reserve(int nodes) {
    StackIndex present = prepared();
    build(present, (long) size() + nodes, 0);
    index = present;
  }

  private void build(StackIndex target, long nodes, long more) {
    // A thirty-second more, so that ids of rolled back transactions do not fill it soon.
    indexes.reserve(target, nodes, more + size() / 32);
    index = null;
    fill(target);
  }

  private StackIndex prepared() {
    StackIndex present = index;
    if (present == null) {
      throw new IllegalStateException("the index is not prepared");
    }
    return present;
  }

  private void fill(StackIndex target) {
    StackIndexEvent event = Events.begin(StackIndexEvent::new);
    int[] parents = new int[READ];
    int[] frames = new int[READ];
    int from = 0;
    while (from < size()) {
      int count = read(from, parents, frames, 0, Math.min(READ, size() - from));
      for (int i = 0; i < count; i++) {
        target.add(node(parents[i], frames[i]), from + i);
      }
      from += count;
    }
    if (event != null && event.shouldCommit()) {
      event.store = indexes.store();
      event.collection = collection();
      event.nodes = size();
      event.bytes = target.bytes();
      event.commit();
    }
  }

  /**
   * Finds a node. The index {@linkplain #isPrepared is prepared}.
   *
   * @param parent the id of the parent, which the table has, or {@link #NONE}
   * @param frame the frame, 0 or more
   * @return the id, or {@link #ABSENT}
   */
  public int find(int parent, int frame) {
    if (seenChanges != writer.pageChanges()) {
      // The page may be another by now.
      probe.reset();
      seenChanges = writer.pageChanges();
    }
    return prepared().find(node(parent, frame), size(), probe);
  }

  /**
   * Adds a node that the table does not have. The index {@linkplain #hasSpace has space}.
   *
   * @param parent the id of the parent, which the table has, or {@link #NONE}
   * @param frame the frame, 0 or more
   * @return the id, which is the number of nodes before
   * @throws StoreFullException if all ids are in use; nothing is changed
   */
  public int add(int parent, int frame) {
    StackIndex target = prepared();
    int id = addToList(parent, frame);
    target.add(node(parent, frame), id);
    return id;
  }

  /**
   * Adds a node that the table does not have, without a look at the index.
   *
   * @param parent the id of the parent, which the table has, or {@link #NONE}
   * @param frame the frame, 0 or more
   */
  public void append(int parent, int frame) {
    forgetIndex();
    addToList(parent, frame);
  }

  private int addToList(int parent, int frame) {
    int id = size();
    if (id == Integer.MAX_VALUE) {
      throw new StoreFullException(
          "all " + id + " ids of the table are in use; begin another table", null);
    }
    writer.open();
    open.add(parent, frame);
    writer.appended();
    log.put(collection(), parent, frame);
    return id;
  }

  /** Removes all nodes; ids begin at 0 again. */
  public void clear() {
    if (size() > 0) {
      forgetIndex();
      isCleared = true;
      writer.clear();
      log.clear(collection());
    }
  }

  private void forgetIndex() {
    index = null;
    indexes.forget(collection());
  }

  @Override
  public void addOpen(OpenItems to) {
    to.add(collection(), open.copy());
  }

  @Override
  public void finish() {
    writer.finish();
    StackIndex present = index;
    index = null;
    // If the commit fails, the nodes come back that were removed, and the index lacks them.
    if (present != null && !isCleared) {
      indexes.giveBack(collection(), present, user);
    }
  }
}
