package io.octavo.transaction;

import io.octavo.catalogue.CatalogueEdit;
import io.octavo.error.StoreFullException;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationReader;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Performs the operations of a log, which name collections by identifier, in a transaction. */
public final class LoggedOperations implements OperationReader.Target {
  private final Changes changes;
  private final CatalogueEdit catalogue;

  /** The operations of each collection, by identifier. */
  private final Map<Integer, Operations> operations = new HashMap<>();

  private int selected;

  /**
   * Begins with no collection selected.
   *
   * @param changes the transaction of the changes
   */
  public LoggedOperations(Changes changes) {
    this.changes = changes;
    this.catalogue = changes.transaction().catalogue();
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  private Operations operations() {
    // Known collections need no lookup in the catalogue.
    Operations known = operations.get(selected);
    if (known == null) {
      known = changes.types().operationsOf(changes, whole());
      operations.put(selected, known);
    }
    return known;
  }

  @Override
  public void put(long key, long value) {
    operations().put(key, value);
  }

  @Override
  public void remove(long key) {
    operations().remove(key);
  }

  @Override
  public void removeRange(long from, long to) {
    operations().removeRange(from, to);
  }

  @Override
  public void putBytes(byte[] key, byte[] value) {
    try {
      operations().putBytes(key, value);
    } catch (StoreFullException e) {
      // No writer logged it: there was no identifier for the collection of the pieces.
      throw catalogue.nextId() > CatalogueRecord.MAX_ID
              && TreeType.piecesOf(catalogue.catalogue(), selected()) == null
          ? new IllegalArgumentException(e.getMessage(), e)
          : e;
    }
  }

  @Override
  public void removeBytes(byte[] key) {
    operations().removeBytes(key);
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    operations().removeBytesRange(from, to);
  }

  @Override
  public void clear() {
    operations().clear();
  }

  @Override
  public void create(int type, String name) {
    refuseTaken(name);
    if (selected != catalogue.nextId()) {
      throw new IllegalArgumentException("id=" + selected + " is not the next one");
    }
    int last =
        changes.types().of(type).hasIndex() ? CatalogueRecord.MAX_ID - 1 : CatalogueRecord.MAX_ID;
    if (selected > last) {
      throw new IllegalArgumentException("id=" + selected + " is behind the last one, " + last);
    }
    if (!changes.types().of(type).canBeCreated()) {
      throw new IllegalArgumentException("type=" + type + " is created with its collection only");
    }
    changes.create(name, type);
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    catalogue.replace(described().described(keyCodec, valueCodec, tail));
  }

  @Override
  public void drop() {
    changes.drop(whole());
    operations.clear();
  }

  @Override
  public void rename(String name) {
    refuseTaken(name);
    changes.rename(described(), name);
    operations.clear();
  }

  private void refuseTaken(String name) {
    if (catalogue.catalogue().find(name) != null) {
      throw new IllegalArgumentException("name=" + name + " is taken");
    }
  }

  /** Returns the selected collection, whose record can change. */
  private CatalogueRecord described() {
    CatalogueRecord record = selected();
    if (!changes.types().of(record).canBeCreated()) {
      throw new IllegalArgumentException(
          "id="
              + selected
              + " is "
              + changes.types().of(record).textOf(record)
              + ", whose record no operation changes");
    }
    return record;
  }

  /** Returns the selected collection, with its index if its type has one. */
  private CatalogueRecord whole() {
    CatalogueRecord record = selected();
    if (changes.types().of(record).hasIndex()) {
      CatalogueRecord index = catalogue.catalogue().find(CatalogueRecord.indexOf(selected));
      if (index == null || !index.isOf(CatalogueRecord.INDEX)) {
        throw new IllegalArgumentException("id=" + selected + " has lost its index");
      }
    }
    return record;
  }

  private CatalogueRecord selected() {
    CatalogueRecord record = catalogue.find(selected);
    if (record == null) {
      throw new IllegalArgumentException("id=" + selected + " is not a collection");
    }
    return record;
  }
}
