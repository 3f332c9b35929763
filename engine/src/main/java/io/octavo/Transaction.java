package io.octavo;

import io.octavo.codec.Codec;
import io.octavo.commit.Pager;
import io.octavo.commit.WriteTransaction;
import io.octavo.error.StoreFullException;
import io.octavo.ids.PairTable;
import io.octavo.ids.PairType;
import io.octavo.ids.StackTable;
import io.octavo.ids.StackType;
import io.octavo.ids.StringTable;
import io.octavo.ids.StringType;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import io.octavo.map.LongMap;
import io.octavo.map.LongMapType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.posting.PostingMap;
import io.octavo.posting.PostingType;
import io.octavo.series.Series;
import io.octavo.series.SeriesType;
import io.octavo.snapshot.SealedCommit;
import io.octavo.transaction.Changes;
import io.octavo.transaction.TransactionResources;
import io.octavo.transaction.TransactionScope;
import io.octavo.view.Entries;
import io.octavo.view.OpenAccess;
import java.lang.ref.Reference;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A consistent view of the store; a write transaction can also change it.
 *
 * <p>A read transaction and its maps are safe for use by many threads. A write transaction belongs
 * to the thread that began it, until that thread calls {@link #handOver}. A call of another thread
 * throws {@link java.util.ConcurrentModificationException}; if the call would have made a change,
 * the transaction has failed. To write in parallel, use {@link Store#map}; to read in parallel,
 * take a {@link #snapshot}. A source or function called by a change may use the transaction, but
 * must not commit it, hand it over, or take a snapshot of it.
 *
 * <p>A transaction must be closed: an open transaction keeps the pages of its state from being
 * reused. Closing a transaction without a commit discards its changes. If a call that changes the
 * transaction fails, the transaction has failed and can only be closed.
 *
 * <p>A transaction that becomes unreachable while open, or is open when the store is closed, is
 * logged as a warning, see {@link StoreOptions#traceTransactions}. The garbage collector releases
 * the resources of an unreachable transaction, at an unspecified time or never; until then an
 * unreachable write transaction blocks all other writers.
 */
public final class Transaction implements AutoCloseable {
  private final Transactions transactions;
  private final TransactionResources resources;
  private final TransactionScope scope;
  private Durability durability;
  private boolean isRunning;

  /** The store, which is not forgotten while the program has a transaction of it. */
  @Nullable Store store;

  Transaction(Transactions transactions, TransactionResources resources) {
    this.transactions = transactions;
    this.resources = resources;
    this.scope = new TransactionScope(resources, this);
    this.durability = transactions.durability();
  }

  /** Returns the resources of the transaction. */
  TransactionResources resources() {
    return resources;
  }

  /** Returns the pager of the transaction. */
  Pager pager() {
    return transactions.pager();
  }

  /** Returns what the transaction shares with its collections. */
  TransactionScope scope() {
    return scope;
  }

  /**
   * Returns whether the transaction only reads.
   *
   * @return false for a write transaction, also after its end
   */
  public boolean isReadOnly() {
    return resources.changes() == null;
  }

  /**
   * Opens a map of longs.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the map; if no map has the name, a new map in a write transaction and an empty map in a
   *     read transaction
   * @throws IllegalArgumentException if the name is empty, too long or invalid, or belongs to a
   *     collection of another type
   * @throws IllegalStateException if the transaction has ended or failed
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for another name: it
   *     holds some 10,000 names of maximal length, or many more short ones; the transaction can
   *     continue
   */
  public LongMap longMap(String name) {
    return scope.open(name, LongMapType.TYPE);
  }

  /**
   * Opens a map with keys and values of any type as a map of the JDK. The map behaves like a {@link
   * java.util.concurrent.ConcurrentSkipListMap}: it permits no nulls, its iterators are weakly
   * consistent, and its entries are immutable. If the order of the key codec is not the natural
   * order of the keys, the map has the comparator of the codec. A map from LONG to LONG is stored
   * as a {@link LongMap}.
   *
   * <p>In a read transaction, methods that change the map throw {@link
   * UnsupportedOperationException}. In a write transaction, the functions passed to {@code
   * compute}, {@code merge} and similar methods must not change the map. All methods throw {@link
   * IllegalStateException} if the transaction has ended or failed or the map was dropped, {@link
   * io.octavo.error.CodecException} if bytes cannot be decoded, and {@link
   * io.octavo.error.StoreException} if the file cannot be read or is damaged. Methods that put
   * throw {@link IllegalArgumentException} for keys of more than 2,000 bytes.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @param keys codec of the keys
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map; if no map has the name, a new map in a write transaction and an empty map in a
   *     read transaction
   * @throws IllegalArgumentException if the name is empty, too long or invalid, or belongs to a map
   *     of other codecs, which the message names, or to no map; or if a codec has no valid name
   * @throws io.octavo.error.OutdatedCodecException if the codecs of the map are newer than those
   *     passed, see {@link io.octavo.codec.RecordCodecBuilder}
   * @throws IllegalStateException if the transaction has ended or failed
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for another name; the
   *     transaction can continue
   */
  public <K, V> OrderedMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
    Entries<K, V> entries = new TypedMap<>(name, keys, values).entries(this);
    return new OrderedView<>(new OpenAccess<>(entries, resources.changes() != null), keys);
  }

  /**
   * Assigns codecs to a map of byte strings and opens it, as {@link #map} does from then on. For a
   * map that was filled as bytes, by {@link BytesMap#load} or by another program. Decodes every
   * entry first.
   *
   * @param name the name of the map
   * @param keys codec of the keys; each key must be as the codec encodes it
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws io.octavo.error.CodecException if an entry does not decode; the message names the first
   *     such key, the map stays as it is, and the transaction can continue
   * @throws IllegalArgumentException if there is no map of the name, or as {@link #map}
   * @throws io.octavo.error.OutdatedCodecException as {@link #map}
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   * @throws io.octavo.error.StoreFullException as {@link #map}
   */
  public <K, V> OrderedMap<K, V> adopt(String name, Codec<K> keys, Codec<V> values) {
    var unused = scope.requireWrite();
    new TypedMap<>(name, keys, values).adopt(this);
    return map(name, keys, values);
  }

  /**
   * Opens a map of byte strings. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the map
   */
  public BytesMap bytesMap(String name) {
    return scope.open(name, BytesMapType.TYPE);
  }

  /**
   * Opens a collection of posting lists. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the collection
   */
  public PostingMap postings(String name) {
    return scope.open(name, PostingType.TYPE);
  }

  /**
   * Opens a table of strings. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the table
   */
  public StringTable strings(String name) {
    return scope.open(name, StringType.TYPE);
  }

  /**
   * Opens a table of pairs. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the table
   */
  public PairTable pairs(String name) {
    return scope.open(name, PairType.TYPE);
  }

  /**
   * Opens a table of call stacks. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the table
   */
  public StackTable stacks(String name) {
    return scope.open(name, StackType.TYPE);
  }

  /**
   * Opens a series of values by time. New collections and errors are as for {@link #longMap}.
   *
   * @param name the name, 1 to 255 bytes of UTF-8
   * @return the series
   */
  public Series series(String name) {
    return scope.open(name, SeriesType.TYPE);
  }

  /**
   * Returns the next number of a sequence: 1, 2, 3 and so on. A number is returned again only if
   * its transaction was not committed.
   *
   * <p>A sequence is a map of longs with one entry, from 0 to the last number. To continue after
   * other numbers, put the last of them there. Each sequence uses a page; for many sequences, call
   * {@link LongMap#addTo} on the keys of one map.
   *
   * @param name name of the sequence, 1 to 255 bytes of UTF-8
   * @return the next number
   * @throws IllegalArgumentException if the name is invalid, or belongs to a collection of another
   *     type or to a map that has other entries; nothing is changed
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   * @throws ArithmeticException if the last number is {@link Long#MAX_VALUE}; the transaction has
   *     then failed
   * @throws io.octavo.error.StoreFullException as {@link #longMap}
   */
  public long nextId(String name) {
    return scope.change(
        scope.requireWrite(),
        () -> {
          LongMap sequence = longMap(name);
          if (sequence.lower(0) != null || sequence.higher(0) != null) {
            throw new IllegalArgumentException(
                "name=" + name + " has keys other than 0, so it is not a sequence");
          }
          return sequence.addTo(0, 1);
        });
  }

  /**
   * Opens a read transaction that sees the changes that this write transaction has made so far, and
   * no later ones. The snapshot may stay open, and still sees these changes, after this transaction
   * is committed or rolled back.
   *
   * <p>Any thread may call this method. If a call of another thread that changes the transaction is
   * running, this method waits until that call returns; a change that begins meanwhile waits for
   * this method. Programs that iterate over entries while they change them can iterate over a
   * snapshot.
   *
   * <p>The cost does not depend on the number of changes: no page is copied or written. While a
   * snapshot is open, the transaction copies each page of its own once, when the page is next
   * changed; the copies use memory and space in the file until the snapshots that see them are
   * closed.
   *
   * @return a read transaction, to be closed
   * @throws IllegalStateException if the transaction only reads, has ended or failed; or if a call
   *     of this thread that changes it has not returned
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for the records of the
   *     changed collections
   */
  public Transaction snapshot() {
    Changes changes = scope.requireWrite();
    scope.beginRead();
    scope.requireOutside("snapshot");
    try {
      Transaction snapshot = transactions.beginRead(changes);
      snapshot.store = store;
      return snapshot;
    } catch (StoreFullException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      scope.fail(e);
      throw e;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Hands the transaction over: it belongs to the next thread that uses it. Actions of the calling
   * thread before this call <i>happen-before</i> actions of that thread on the transaction.
   *
   * <pre>{@code
   * Transaction tx = store.beginWrite();
   * tx.longMap("m").put(1, 1);
   * tx.handOver();
   * executor.execute(tx::commit);
   * }</pre>
   *
   * @throws IllegalStateException if the transaction only reads or has ended; or if a call of this
   *     thread that changes it has not returned
   * @throws ConcurrentModificationException if the transaction belongs to another thread
   */
  public void handOver() {
    resources.requireOpen();
    if (resources.changes() == null) {
      throw TransactionScope.onlyReads();
    }
    scope.require();
    scope.requireOutside("handOver");
    scope.handOver();
  }

  /**
   * Returns the type of a collection.
   *
   * @param name its name
   * @return the type; null if no collection has the name
   * @throws IllegalArgumentException if the type is unknown to this version
   * @throws IllegalStateException if the transaction has ended or failed
   */
  public @Nullable CollectionType type(String name) {
    CatalogueRecord record = scope.read(() -> scope.find(name));
    return record == null ? null : CollectionType.of(record);
  }

  /**
   * Returns the names of the codecs that a map was created with, see {@link Codec#name}.
   *
   * @param name its name
   * @return the names of the codecs of its keys and of its values; empty if it has none, as a map
   *     of longs, or if no collection has the name; a codec unknown to this version appears as
   *     {@code #} and a number
   * @throws IllegalStateException if the transaction has ended or failed
   */
  public List<String> codecs(String name) {
    CatalogueRecord record = scope.read(() -> scope.find(name));
    CodecNames codecs = record == null ? CodecNames.NONE : CodecNames.of(record);
    return codecs.equals(CodecNames.NONE) ? List.of() : List.of(codecs.key(), codecs.value());
  }

  /**
   * Returns the names of all collections.
   *
   * @return the names, in the order of their UTF-8 bytes; a copy
   * @throws IllegalStateException if the transaction has ended or failed
   */
  public Set<String> names() {
    return scope.read(() -> resources.catalogue().names());
  }

  /**
   * Returns whether a collection exists.
   *
   * @param name the name
   * @return true if a collection has the name
   * @throws IllegalStateException if the transaction has ended or failed
   */
  public boolean exists(String name) {
    return scope.read(() -> scope.find(name) != null);
  }

  /**
   * Removes a collection and its contents. Open handles of the collection become invalid.
   *
   * @param name the name
   * @return false if no collection has the name
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public boolean drop(String name) {
    return scope.drop(name);
  }

  /**
   * Renames a collection. Open handles of the collection stay valid.
   *
   * @param from the current name
   * @param to the new name, 1 to 255 bytes of UTF-8
   * @return false if no collection has the current name
   * @throws IllegalArgumentException if the new name is invalid, or in use by another collection
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   * @throws io.octavo.error.StoreFullException if the catalogue has no room for a longer name; the
   *     transaction can continue
   */
  public boolean rename(String from, String to) {
    return scope.rename(from, to);
  }

  /**
   * Commits the changes and ends the transaction, even if this method throws. When this method
   * returns, the changes are visible to all transactions that begin later. With {@link
   * Durability#SYNC}, the changes are also durable. See {@link #durability} and {@link
   * #commitLater}.
   *
   * @throws IllegalStateException if the transaction only reads, has ended or failed, or is run by
   *     {@link Store#write(Consumer)}, or if a call of this thread that changes it has not returned
   * @throws ConcurrentModificationException if the transaction belongs to another thread; the
   *     transaction stays open
   * @throws io.octavo.error.StoreFullException if the disk is full or the file has reached its
   *     limit; nothing is changed and the store stays open
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the changes are durable;
   *     to find out, reopen the store
   * @throws io.octavo.error.StoreException if the pages cannot be written; nothing is changed and
   *     the store stays open
   */
  public void commit() {
    var unused = commit("commit", durability.isAwaited());
  }

  /**
   * Commits the changes, ends the transaction, even if this method throws, and returns a ticket
   * without waiting until the commit is durable. With {@link Durability#SYNC} the store begins to
   * write the record at once; with {@link Durability#ASYNC} and {@link Durability#CHECKPOINT} it
   * makes the commit durable at the time that these specify, or when {@link CommitTicket#await} is
   * called. One thread can have many commits in flight; they share writes and become durable in
   * order. A commit that is a checkpoint waits for the disk: the first after an open, one too large
   * for the commit ring, and a commit with {@link Durability#SYNC} in a store that is open with
   * {@link Durability#CHECKPOINT}.
   *
   * <p>With {@link Durability#SYNC}, readers, this thread included, see the commit as {@link
   * Durability#SYNC} says; the next write transaction sees it at once.
   *
   * <pre>{@code
   * CommitTicket ticket = tx.commitLater();
   * ... // more transactions
   * ticket.await();
   * }</pre>
   *
   * @return the ticket of the commit
   * @throws IllegalStateException as {@link #commit}
   * @throws ConcurrentModificationException as {@link #commit}
   * @throws io.octavo.error.StoreException as {@link #commit}
   */
  public CommitTicket commitLater() {
    CommitTicket ticket = new CommitTicket(transactions);
    ticket.commit = commit("commitLater", false);
    return ticket;
  }

  private SealedCommit commit(String call, boolean isAwaited) {
    WriteTransaction changes = scope.requireWrite().transaction();
    scope.require();
    if (isRunning) {
      throw isRun(call);
    }
    scope.requireOutside(call);
    try {
      return transactions.commit(resources, durability, isAwaited);
    } catch (RuntimeException | Error e) {
      // A linked commit cannot be undone. Whether it is linked is not known from the calls that
      // have returned: a lock that finds the stack full throws when a compiled caller returns, past
      // the handlers of that caller (JEP 270).
      if (changes.isLinked && resources.health.cause == null) {
        resources.health.cause = e;
      }
      throw e;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Sets the durability of this transaction. Default: {@link StoreOptions#durability}. A durable
   * commit makes all earlier commits durable. In a store that is open with {@link
   * Durability#CHECKPOINT}, a commit with {@link Durability#SYNC} is a checkpoint, and slower than
   * a record.
   *
   * @param level the level
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public void durability(Durability level) {
    var unused = scope.requireWrite();
    durability = Objects.requireNonNull(level, "level");
  }

  /**
   * Ends the transaction and discards changes that were not committed. Further calls have no
   * effect.
   *
   * @throws ConcurrentModificationException if the transaction belongs to another thread; the
   *     transaction stays open
   * @throws IllegalStateException if the transaction is run by {@link Store#write(Consumer)} or
   *     {@link Store#read}
   */
  @Override
  public void close() {
    if (resources.lease.isReleased) {
      return;
    }
    if (isRunning) {
      throw isRun("close");
    }
    try {
      scope.require();
      Changes undone = resources.changes();
      if (undone != null && !resources.isEnded()) {
        // The trace must contain all operations.
        undone.transaction().log().flush();
      }
      end();
    } catch (ConcurrentModificationException e) {
      throw e; // of another thread: nothing has begun
    } catch (RuntimeException | Error e) {
      // Assignments alone, because the stack may be full.
      if (resources.changes() != null && !resources.ended) {
        resources.health.cause = e;
      }
      resources.lease.isReleased = true;
      throw e;
    }
  }

  /** Ends the transaction, in every state. */
  void end() {
    try {
      resources.end();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Ends the transaction because of an error. A failure to end is added to the error. */
  void endAfter(Throwable cause) {
    try {
      resources.endAfter(cause);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Runs a query, which may neither commit nor close the transaction. */
  <R extends @Nullable Object> R run(Function<? super Transaction, ? extends R> query) {
    isRunning = true;
    try {
      return query.apply(this);
    } finally {
      isRunning = false;
    }
  }

  private static IllegalStateException isRun(String call) {
    return new IllegalStateException(
        call + ": the store ends this transaction itself when the work returns or throws");
  }
}
