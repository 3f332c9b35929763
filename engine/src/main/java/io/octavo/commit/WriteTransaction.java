package io.octavo.commit;

import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.catalogue.State;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.space.TreePages;
import io.octavo.space.WriteSet;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write transaction: the pages that it changes, its edit of the catalogue, and the log of its
 * operations. There is one at a time, begun by {@link Pager#begin} and owned by the holder of the
 * writer slot.
 *
 * <p>It ends in one of three ways: {@link #link} makes it the newest commit by assignments that
 * cannot fail; {@link #join} makes it a part of the newest commit, if it changed nothing; or {@link
 * #end} rolls it back. Before the link, a failure ends the transaction alone, but for a failed
 * force of its own checkpoint; from the link on and in the roll back, it fails the store.
 */
public final class WriteTransaction {
  /** The purpose of a transaction. */
  public enum Purpose {
    /** Changes of a program: limited in length, recorded in the trace. */
    USER,
    /** A commit of the ring that is replayed: not limited, and neither logged nor recorded. */
    REPLAY,
    /** A step of a compaction: not limited, and durable by a checkpoint without a ring. */
    COMPACTION
  }

  private final Pager pager;
  private final Purpose purpose;
  private final CatalogueEdit catalogue;
  private final OperationLog operations;
  private final WriteSet pages;

  /** Whether the commit must be durable before readers see it; set when the commit begins. */
  private boolean mustBeDurable;

  /** The commit of the transaction, null if it is not committed. */
  private volatile @Nullable SealedCommit commit;

  /** Whether the transaction is the newest commit, or an earlier one, and cannot be undone. */
  public volatile boolean isLinked;

  WriteTransaction(
      Pager pager,
      Purpose purpose,
      CatalogueEdit catalogue,
      OperationLog operations,
      WriteSet pages) {
    this.pager = pager;
    this.purpose = purpose;
    this.catalogue = catalogue;
    this.operations = operations;
    this.pages = pages;
  }

  /** Returns the write set. */
  public WriteSet writeSet() {
    return pages;
  }

  /** Returns the log of its operations. */
  public OperationLog log() {
    return operations;
  }

  /** Returns the edit of the catalogue. */
  public CatalogueEdit catalogue() {
    return catalogue;
  }

  /** Returns the pages of a collection as the transaction sees them. */
  public TreePages pages(int owner, TreeKinds kinds) {
    return pager.pages(pages, owner, kinds);
  }

  /** Returns the identity of the store. */
  public UUID storeId() {
    return pager.checkpointer.durable().meta().storeId();
  }

  /**
   * Opens a snapshot of the changes so far, and of the commits that the transaction builds on. For
   * the thread inside the transaction, between changes. Takes constant time.
   *
   * @return a snapshot, to be closed; the transaction may end before
   * @throws IllegalStateException if the transaction has ended
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for the records of the
   *     changed collections
   */
  public Snapshot snapshot() {
    Catalogue current = catalogue.current();
    State state = new State(catalogue.base(), current, catalogue.nextId(), catalogue.features());
    return pages.snapshot(() -> pager.states.open(state));
  }

  /**
   * Makes the transaction the newest commit. If this throws, it is not, or the store has failed;
   * {@link #end} follows in all cases, except in a replay.
   *
   * @param isDurable whether the commit must be durable before readers see it; if not, readers see
   *     it and its predecessors at once
   * @return the commit, to {@linkplain Pager#await wait} for once the writer slot is released
   * @throws io.octavo.error.StoreException if the state could not be written; the store stays
   *     usable
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the commit is durable;
   *     the store then refuses to write until it is reopened
   */
  public SealedCommit commit(boolean isDurable) {
    mustBeDurable = isDurable;
    try {
      seal(catalogue.finish());
      publish();
      return Objects.requireNonNull(commit, "a commit that was not linked");
    } catch (RuntimeException | Error e) {
      if (isLinked) {
        pager.health.cause = e;
      }
      throw e;
    }
  }

  /** Makes the state of the transaction, and links it as soon as its durability permits. */
  private void seal(Catalogue changed) {
    State next =
        new State(pager.state.sequence() + 1, changed, catalogue.nextId(), catalogue.features());
    if (purpose == Purpose.REPLAY) {
      link(next, null);
      pager.log.follow(pager.newest);
      pager.states.publish(next);
      return;
    }
    assert catalogue.roots().stream().allMatch(root -> pages.isInTable(root.page()))
        : "I4: the root of a tree is not in the page table";
    pager.spilled += pages.spilled();
    if (pages.isEmpty() && changed == pager.state.catalogue()) {
      join();
      return;
    }
    pager.health.requireWritable();
    if (purpose == Purpose.COMPACTION) {
      pager.checkpoint(next, this, 0);
      return;
    }
    boolean isLogged = pager.isLogged();
    // A program that does not know a feature must not find its operations in the ring. A front has
    // none.
    long newFeatures = next.features() & ~pager.checkpointer.durable().meta().incompatible();
    boolean isNewFeature = (newFeatures & ~Meta.FRONTS) != 0;
    boolean isCheckpoint = isLogged ? operations.isFull() || isNewFeature : mustBeDurable;
    // A checkpoint extends the file by pages instead of zeros.
    boolean hasRoom =
        !isCheckpoint && pager.checkpointer.reserve().has(changed, operations.hasPuts());
    if (hasRoom && !isLogged) {
      link(next, null);
    } else if (hasRoom && pager.reserveRecord(next.sequence(), operations.length())) {
      byte[] logged = operations.toBytes();
      pager.lastLoggedLength = logged.length;
      link(next, logged);
      pager.loggedBytes.add(logged.length);
    } else if (isLogged && !isCheckpoint) {
      pager.checkpoint(next, this, pager.grownRing(operations.length()));
    } else {
      pager.checkpoint(next, this, pager.log.pages());
    }
  }

  /**
   * Ends a transaction that changed nothing: its commit is the newest commit, which it may have
   * read, and which may not be durable yet.
   */
  private void join() {
    commit = pager.newest;
    pager.open = null;
  }

  /**
   * Makes the transaction the newest commit.
   *
   * @param next the state of the transaction
   * @param logged the operations for the record, null if the commit gets no record
   */
  void link(State next, byte @Nullable [] logged) {
    SealedCommit made = pager.newest.follow(next, logged, pages.made(), pages.own(), pages.freed());
    // The commit happens with this assignment. Nothing below can fail: there are no calls and no
    // allocations.
    pager.newest.next = made;
    pager.newest = made;
    pager.state = next;
    commit = made;
    isLinked = true;
    pager.open = null;
  }

  /** Publishes a commit that need not be durable first, or that its own checkpoint made durable. */
  private void publish() {
    SealedCommit newest = pager.newest;
    if (!pager.isLogged()) {
      pager.log.follow(newest);
    }
    if ((!mustBeDurable || !newest.awaitsRecord())
        && pager.states.current().sequence() < pager.state.sequence()) {
      pager.states.publish(pager.state);
    }
  }

  /**
   * Ends the transaction: rolls it back if it has not become a commit, and notifies its log. Called
   * once. If it throws, the store has failed.
   */
  public void end() {
    try {
      if (pager.open == this) {
        pages.rollBack();
        pager.spilled += pages.spilled();
        pager.open = null;
      }
      pages.end();
      SealedCommit became = commit;
      if (became == null) {
        operations.rolledBack();
      } else {
        operations.committed(became.sequence());
      }
    } catch (RuntimeException | Error e) {
      pager.health.cause = e;
      throw e;
    }
  }
}
