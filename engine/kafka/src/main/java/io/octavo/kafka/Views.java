package io.octavo.kafka;

import io.octavo.Transaction;
import io.octavo.map.BytesMap;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * What the iterators of a store see: its tables as they were when the iterator was made.
 *
 * <p>A view reads from the open transaction until a table of the store is about to change; then all
 * such views get one snapshot of the transaction. So an iterator that is read before the next write
 * costs no snapshot, and commits need none, because they change no table. This class is the one
 * place that decides what an iterator reads from.
 *
 * <p>Views are held weakly, so the garbage collector releases the snapshot of a forgotten one.
 */
final class Views {
  /** From so many views on, those that the program has forgotten are removed. */
  private static final int MANY = 64;

  private final TaskFile file;

  /** The views of the open transaction. Guarded by the lock of the file, as is the other list. */
  private final List<WeakReference<View>> live = new ArrayList<>();

  private final List<WeakReference<View>> fixed = new ArrayList<>();

  Views(TaskFile file) {
    this.file = file;
  }

  TaskFile file() {
    return file;
  }

  /** Makes a view of the present state, to be closed. Needs the lock. */
  View open() {
    View view = new View();
    if (live.size() >= MANY) {
      live.removeIf(each -> each.get() == null);
    }
    live.add(view.self);
    return view;
  }

  /** Must be called before a table of the store is changed. */
  void beforeChange() {
    if (!live.isEmpty()) {
      fix();
    }
  }

  private void fix() {
    fixed.removeIf(each -> each.get() == null);
    Snapshot snapshot = null;
    for (WeakReference<View> each : live) {
      View view = each.get();
      if (view != null) {
        snapshot = snapshot == null ? new Snapshot(file.transaction().snapshot()) : snapshot;
        snapshot.users++;
        view.snapshot = snapshot;
        fixed.add(each);
      }
    }
    live.clear();
  }

  /** Ends all views, because the store is being closed. */
  void close() {
    file.lock();
    try {
      List<WeakReference<View>> all = new ArrayList<>(live);
      all.addAll(fixed);
      for (WeakReference<View> each : all) {
        View view = each.get();
        if (view != null) {
          view.close();
        }
      }
    } finally {
      file.unlock();
    }
  }

  /** A snapshot of the views that were open at a change; the last of them closes it. */
  private static final class Snapshot {
    private final Transaction transaction;
    private int users;

    Snapshot(Transaction transaction) {
      this.transaction = transaction;
    }
  }

  /** The tables as one iterator sees them. */
  final class View {
    private final WeakReference<View> self = new WeakReference<>(this);
    private volatile @Nullable Snapshot snapshot;
    private volatile boolean isClosed;

    /**
     * Lets a reader read from the maps, with the lock if they are those of the open transaction.
     */
    void read(Consumer<Table.Maps> reader) {
      Snapshot known = snapshot;
      if (known == null) {
        file.lock();
        try {
          known = snapshot;
          if (known == null) {
            requireOpen(null);
            reader.accept(Table::map);
            return;
          }
        } finally {
          file.unlock();
        }
      }
      Transaction transaction = known.transaction;
      try {
        reader.accept(table -> mapOf(transaction, table));
      } catch (IllegalStateException e) {
        requireOpen(e);
        throw e;
      }
    }

    private static BytesMap mapOf(Transaction transaction, Table table) {
      return transaction.bytesMap(table.name());
    }

    private void requireOpen(@Nullable IllegalStateException cause) {
      if (isClosed) {
        throw new InvalidStateStoreException("the iterator is closed, or its store is", cause);
      }
    }

    /** Closes the view; a second call does nothing. */
    void close() {
      file.lock();
      try {
        if (isClosed) {
          return;
        }
        isClosed = true;
        Snapshot known = snapshot;
        if (known == null) {
          remove(live);
        } else {
          remove(fixed);
          if (--known.users == 0) {
            known.transaction.close();
          }
        }
      } finally {
        file.unlock();
      }
    }

    /** The views that were opened last are closed first. */
    private void remove(List<WeakReference<View>> views) {
      views.remove(views.lastIndexOf(self));
    }
  }
}
