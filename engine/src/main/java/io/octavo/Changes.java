package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.OperationReader;
import io.octavo.pager.Catalogue;
import io.octavo.pager.Pager;
import io.octavo.pager.TreeRoot;
import io.octavo.pager.WriteSet;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a write transaction does to the collections, by identifier; the same whether a program asks
 * for it or the commit ring is done again.
 */
final class Changes implements OperationReader.Target {
  private final Pager pager;
  private final WriteSet pages;
  private final TreeLimits limits;
  private final Map<Integer, LongTreeWriter> trees = new HashMap<>();

  /** The present names of the trees above. */
  private final Map<Integer, String> names = new HashMap<>();

  private Catalogue catalogue;
  private int nextCollectionId;
  private int selected;

  Changes(Pager pager, WriteSet pages, TreeLimits limits) {
    this.pager = pager;
    this.pages = pages;
    this.limits = limits;
    this.catalogue = pager.catalogue();
    this.nextCollectionId = pager.nextCollectionId();
  }

  WriteSet pages() {
    return pages;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  int nextCollectionId() {
    return nextCollectionId;
  }

  /** Gives the tree of a collection that exists. */
  LongTreeWriter tree(CatalogueRecord record) {
    LongTreeWriter tree = trees.get(record.id());
    if (tree == null) {
      TreeRoot root = new TreeRoot(record.id(), record.root(), record.entries());
      tree = new LongTreeWriter(pager.pages(null, record.id()), root, pages, limits);
      trees.put(record.id(), tree);
      names.put(record.id(), record.name());
    }
    return tree;
  }

  /** Gives the tree of the collection turned to, without a look at the catalogue if it is open. */
  private LongTreeWriter selectedTree() {
    LongTreeWriter tree = trees.get(selected);
    return tree != null ? tree : tree(selected());
  }

  CatalogueRecord create(String name, int type) {
    CatalogueRecord record =
        CatalogueRecord.empty(name, nextCollectionId, type, pager.sequence() + 1);
    catalogue = catalogue.with(record);
    nextCollectionId++;
    pages.log().create(record.id(), type, name);
    return record;
  }

  void drop(CatalogueRecord record) {
    tree(record).clear();
    trees.remove(record.id());
    pages.unregister(record.id());
    catalogue = catalogue.without(record.name());
    pages.log().drop(record.id());
  }

  void rename(CatalogueRecord record, String name) {
    catalogue = catalogue.without(record.name()).with(record.named(name));
    names.computeIfPresent(record.id(), (id, old) -> name);
    pages.log().rename(record.id(), name);
  }

  /** Puts the roots of the changed trees into the catalogue. */
  Catalogue finish() {
    trees.forEach(
        (id, tree) -> {
          CatalogueRecord record = catalogue.find(names.getOrDefault(id, ""));
          if (record != null && !tree.root().page().equals(record.root())) {
            catalogue = catalogue.with(record.with(tree.root().page(), tree.root().entries()));
          }
        });
    return catalogue;
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  @Override
  public void put(long key, long value) {
    selectedTree().put(key, value, true);
  }

  @Override
  public void remove(long key) {
    selectedTree().remove(key);
  }

  @Override
  public void removeRange(long from, long to) {
    selectedTree().removeRange(from, to);
  }

  @Override
  public void clear() {
    selectedTree().clear();
  }

  @Override
  public void create(int type, String name) {
    refuseTaken(name);
    if (selected != nextCollectionId) {
      throw new IllegalArgumentException("id=" + selected + " is not the next one");
    }
    create(name, type);
  }

  @Override
  public void drop() {
    drop(selected());
  }

  @Override
  public void rename(String name) {
    refuseTaken(name);
    rename(selected(), name);
  }

  private void refuseTaken(String name) {
    if (catalogue.find(name) != null) {
      throw new IllegalArgumentException("name=" + name + " is taken");
    }
  }

  private CatalogueRecord selected() {
    CatalogueRecord record = find(selected);
    if (record == null) {
      throw new IllegalArgumentException("id=" + selected + " is no collection");
    }
    return record;
  }

  private @Nullable CatalogueRecord find(int id) {
    for (CatalogueRecord record : catalogue.records()) {
      if (record.id() == id) {
        return record;
      }
    }
    return null;
  }
}
