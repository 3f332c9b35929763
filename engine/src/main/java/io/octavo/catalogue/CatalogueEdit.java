package io.octavo.catalogue;

import io.octavo.error.StoreFullException;
import io.octavo.page.meta.CatalogueRecord;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The collections as one write transaction changes them. Owns the roots of all trees that the
 * transaction has used: trees change them, a spill begins with them, and {@link #finish} stores
 * them in the catalogue.
 */
public final class CatalogueEdit {
  /** Sequence number of the commit that the transaction will become. */
  private final long sequence;

  /** The roots by collection, in an order that a replay repeats. */
  private final NavigableMap<Integer, TreeRoot> used = new TreeMap<>();

  private Catalogue catalogue;
  private int nextId;
  private long features;

  public CatalogueEdit(State newest) {
    this.sequence = newest.sequence() + 1;
    this.catalogue = newest.catalogue();
    this.nextId = newest.nextCollectionId();
    this.features = newest.features();
  }

  /** Returns the catalogue; records of changed trees have the old roots until {@link #finish}. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the identifier of the next collection, from 1. */
  public int nextId() {
    return nextId;
  }

  /** Returns the incompatible features of the file, including those of dropped collections. */
  public long features() {
    return features;
  }

  /**
   * Returns the root of the tree of a collection, the same object for each call. The commit stores
   * its changes.
   *
   * @param record the collection, which exists
   */
  public TreeRoot root(CatalogueRecord record) {
    TreeRoot root = used.get(record.id());
    if (root == null) {
      root = TreeRoot.of(record);
      used.put(record.id(), root);
    }
    return root;
  }

  /** Returns the roots of the trees that the transaction has used. */
  public Collection<TreeRoot> roots() {
    return used.values();
  }

  /**
   * Returns the record of a new collection with the next identifier, to be added by {@link #add}.
   *
   * @throws StoreFullException if all identifiers are used
   */
  public CatalogueRecord next(String name, int type) {
    if (nextId > CatalogueRecord.MAX_ID) {
      throw new StoreFullException(
          "the store has given out all identifiers of collections; copy it by compactTo", null);
    }
    return CatalogueRecord.empty(name, nextId, type, sequence);
  }

  /**
   * Adds a new collection.
   *
   * @param record a result of {@link #next}; its name is not in use
   * @throws StoreFullException if the catalogue has no room for one more name
   */
  public void add(CatalogueRecord record) {
    catalogue = catalogue.with(record);
    features |= record.features();
    nextId++;
  }

  /**
   * Adds a new collection and its index, both or neither.
   *
   * @param record a result of {@link #next}; its name is not in use
   * @param indexName the name of the index, not in use
   * @throws StoreFullException if the catalogue has no room for two more names, or all identifiers
   *     are used; nothing is changed
   */
  public void addWithIndex(CatalogueRecord record, String indexName) {
    Catalogue before = catalogue;
    long featuresBefore = features;
    add(record);
    try {
      add(next(indexName, CatalogueRecord.INDEX));
    } catch (StoreFullException e) {
      catalogue = before;
      features = featuresBefore;
      nextId--;
      throw e;
    }
  }

  /**
   * Adds two parts of another collection, both or neither. Their identifiers follow from that of
   * the other collection.
   *
   * @param part the record of one part, whose name is not in use
   * @param other the record of the other part, likewise
   * @return false if the catalogue has no room for two more names; nothing is changed
   */
  public boolean addParts(CatalogueRecord part, CatalogueRecord other) {
    try {
      catalogue = catalogue.with(part).with(other);
    } catch (StoreFullException e) {
      return false;
    }
    features |= part.features();
    return true;
  }

  /**
   * Replaces the record of a collection by one of the same name.
   *
   * @param record the new record
   * @throws StoreFullException if the catalogue has no room for a longer record
   */
  public void replace(CatalogueRecord record) {
    catalogue = catalogue.with(record);
  }

  /**
   * Removes a collection, whose pages have been freed.
   *
   * @param record the collection, which exists
   */
  public void remove(CatalogueRecord record) {
    used.remove(record.id());
    catalogue = catalogue.without(record.name());
  }

  /**
   * Renames a collection.
   *
   * @param record the collection, which exists
   * @param name its new name, not in use
   * @throws StoreFullException if the catalogue has no room for a longer name
   */
  public void rename(CatalogueRecord record, String name) {
    catalogue = catalogue.without(record.name()).with(record.named(name));
    TreeRoot root = used.get(record.id());
    if (root != null) {
      root.setName(name);
    }
  }

  /** Returns the record of a collection by its identifier, null if there is none. */
  public @Nullable CatalogueRecord find(int id) {
    for (CatalogueRecord record : catalogue.records()) {
      if (record.id() == id) {
        return record;
      }
    }
    return null;
  }

  /** Marks the pages of the catalogue from a number on to be written again. */
  public void move(int from) {
    catalogue = catalogue.moved(from);
  }

  /** As {@link #move}, if the catalogue has a page from that number on. */
  public void moveHigh(int from) {
    boolean isHigh = catalogue.root().number() >= from;
    for (Catalogue.Group group : catalogue.groups()) {
      isHigh |= group.page().number() >= from;
    }
    if (isHigh) {
      move(from);
    }
  }

  /** Returns the number of the commit that the transaction builds on. */
  public long base() {
    return sequence - 1;
  }

  /** Stores the roots of the changed trees in the catalogue, and returns the new catalogue. */
  public Catalogue finish() {
    catalogue = current();
    return catalogue;
  }

  /**
   * Returns the catalogue with the current roots of the trees. Items that are in no page yet count
   * as entries.
   */
  public Catalogue current() {
    Catalogue changed = catalogue;
    for (TreeRoot root : used.values()) {
      CatalogueRecord record = changed.find(root.name());
      if (record != null
          && (!root.page().equals(record.root()) || root.entries() != record.entries())) {
        changed = changed.with(record.with(root.page(), root.entries()));
      }
    }
    return changed;
  }
}
