package io.octavo.commit;

import io.octavo.catalogue.CatalogueEdit;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.Snapshot;
import io.octavo.space.Pages;
import io.octavo.space.WriteSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write transaction: the pages that it changes, its edit of the catalogue, and the log of its
 * operations. There is one at a time, begun by {@link Pager#begin} and owned by the holder of the
 * writer slot. It ends by {@link #commit} or {@link #end}.
 */
public final class WriteTransaction {
  /** What a transaction is for. */
  public enum Purpose {
    /** Changes of a program: limited in length, recorded in the trace. */
    USER,
    /** A commit of the ring that is replayed: not limited, and neither logged nor recorded. */
    REPLAY,
    /** A step of a compaction: not limited, and durable by a checkpoint without a ring. */
    COMPACTION
  }

  private final Writer writer;
  private final Purpose purpose;
  private final CatalogueEdit catalogue;
  private final OperationLog log;
  private final WriteSet pages;

  /** Whether the commit must be durable before readers see it; set when the commit begins. */
  boolean mustBeDurable;

  /** The commit of the transaction, null if it is not committed. */
  volatile @Nullable SealedCommit commit;

  WriteTransaction(
      Writer writer, Purpose purpose, CatalogueEdit catalogue, OperationLog log, WriteSet pages) {
    this.writer = writer;
    this.purpose = purpose;
    this.catalogue = catalogue;
    this.log = log;
    this.pages = pages;
  }

  /**
   * Returns the pages that the transaction changes.
   *
   * @return its write set
   */
  public WriteSet writeSet() {
    return pages;
  }

  /**
   * Returns the log of its operations.
   *
   * @return the log
   */
  public OperationLog log() {
    return log;
  }

  /**
   * Returns the collections as it changes them.
   *
   * @return its edit of the catalogue
   */
  public CatalogueEdit catalogue() {
    return catalogue;
  }

  /**
   * Returns the pages of a collection as the transaction sees them.
   *
   * @param owner the collection
   * @param kinds the kinds of its pages
   * @return its pages, those that the transaction has changed included
   */
  public Pages pages(int owner, TreeKinds kinds) {
    return writer.pages(owner, kinds, pages);
  }

  /**
   * Returns the identity of the store.
   *
   * @return the identity, drawn when the store was created
   */
  public UUID storeId() {
    return writer.storeId();
  }

  /**
   * Opens a snapshot of the changes so far, and of the commits that the transaction builds on. For
   * the thread inside the transaction, between changes. Takes the same time however many pages
   * changed.
   *
   * @return a snapshot, to be closed; the transaction may end before
   * @throws IllegalStateException if the transaction has ended
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for the records of the
   *     changed collections
   */
  public Snapshot snapshot() {
    return writer.snapshot(this);
  }

  Purpose purpose() {
    return purpose;
  }

  /**
   * Makes the transaction the newest commit. If this throws, it is not, or the store has failed;
   * {@link #end} follows in all cases.
   *
   * @param isDurable whether the commit must be durable before readers see it; if not, they see it
   *     at once, and with it the commits that it builds on
   * @return the commit, to {@linkplain Pager#await wait} for once the writer slot has been given up
   * @throws io.octavo.error.StoreException if the state could not be written; the store goes on
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the commit is durable;
   *     the store refuses to write from then on, and reopening it tells
   */
  public SealedCommit commit(boolean isDurable) {
    mustBeDurable = isDurable;
    return writer.commit(this);
  }

  /**
   * Ends the transaction: rolls it back if it has not become a commit, and notifies its log. Called
   * once. If it throws, the store has failed.
   */
  public void end() {
    writer.end(this);
  }

  /** Notifies the log of the end of the transaction. */
  void notifyLog() {
    SealedCommit became = commit;
    if (became == null) {
      log.rolledBack();
    } else {
      log.committed(became.sequence());
    }
  }
}
