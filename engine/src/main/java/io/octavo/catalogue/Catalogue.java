package io.octavo.catalogue;

import io.octavo.error.StoreFullException;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The named collections of one state, immutable but for a cache: a sorted list of groups, each of
 * which is one catalogue page. A change replaces only the groups that it affects, so that a
 * checkpoint writes only their pages.
 */
public final class Catalogue {
  /** A catalogue without collections. */
  public static final Catalogue EMPTY = new Catalogue(PageRef.NONE, List.of());

  /**
   * The page above the groups, or the page of the only group. Its checksum is 0 if it must be
   * written.
   */
  private final PageRef root;

  private final List<Group> groups;

  /**
   * The collection that was found first: most short reads of a state open the same one. Read and
   * written without synchronization: a thread sees null or a complete record, because the fields of
   * a record are final.
   */
  private @Nullable CatalogueRecord found;

  private Catalogue(PageRef root, List<Group> groups) {
    this.root = root;
    this.groups = groups;
  }

  /**
   * The records of one page.
   *
   * @param page the page in the file; {@link PageRef#NONE} if the records must be written
   * @param records sorted by name
   */
  public record Group(PageRef page, List<CatalogueRecord> records) {
    public boolean isWritten() {
      return !page.isNone();
    }

    public String firstName() {
      return records.get(0).name();
    }

    public String lastName() {
      return records.get(records.size() - 1).name();
    }
  }

  public static Catalogue of(PageRef root, List<Group> groups) {
    return new Catalogue(root, List.copyOf(groups));
  }

  public PageRef root() {
    return root;
  }

  public List<Group> groups() {
    return groups;
  }

  /** Returns the record of a collection, null if there is none of that name. */
  public @Nullable CatalogueRecord find(String name) {
    CatalogueRecord known = found;
    if (known != null && known.name().equals(name)) {
      return known;
    }
    CatalogueRecord record = search(name);
    if (known == null) {
      found = record;
    }
    return record;
  }

  private @Nullable CatalogueRecord search(String name) {
    int group = groupOf(name);
    if (group < 0) {
      return null;
    }
    List<CatalogueRecord> records = groups.get(group).records();
    int index = indexOf(records, name);
    // No name has a lone surrogate, which is encoded as a question mark.
    return index >= 0 && records.get(index).name().equals(name) ? records.get(index) : null;
  }

  /**
   * Returns whether a map has a front. Fast if no name begins with U+0000, as the names of all
   * parts of collections do.
   */
  public boolean hasFronts() {
    if (groups.isEmpty() || groups.get(0).firstName().charAt(0) != 0) {
      return false;
    }
    String prefix = CatalogueRecord.OWN_DELETED;
    int group = Math.max(0, groupOf(prefix));
    List<CatalogueRecord> records = groups.get(group).records();
    int found = indexOf(records, prefix);
    int index = found < 0 ? ~found : found;
    if (index == records.size()) {
      return group + 1 < groups.size() && groups.get(group + 1).firstName().startsWith(prefix);
    }
    return records.get(index).name().startsWith(prefix);
  }

  /** Returns the names of users, in the order of their UTF-8 bytes. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (Group group : groups) {
      for (CatalogueRecord record : group.records()) {
        if (!record.isOwn()) {
          names.add(record.name());
        }
      }
    }
    return names;
  }

  /** Returns the records of the collections, in the order of their names. */
  public List<CatalogueRecord> records() {
    List<CatalogueRecord> records = new ArrayList<>();
    groups.forEach(group -> records.addAll(group.records()));
    return records;
  }

  /**
   * Adds or replaces a collection. Returns the changed catalogue.
   *
   * @throws StoreFullException if there is no room for one more name
   */
  public Catalogue with(CatalogueRecord record) {
    if (groups.isEmpty()) {
      return new Catalogue(PageRef.NONE, List.of(new Group(PageRef.NONE, List.of(record))));
    }
    int group = Math.max(0, groupOf(record.name()));
    List<CatalogueRecord> records = new ArrayList<>(groups.get(group).records());
    int index = indexOf(records, record.name());
    if (index >= 0) {
      records.set(index, record);
    } else {
      records.add(~index, record);
    }
    return replace(group, split(records));
  }

  /** Removes a collection. Returns the changed catalogue. */
  public Catalogue without(String name) {
    int group = groupOf(name);
    List<CatalogueRecord> records = new ArrayList<>(groups.get(group).records());
    records.remove(indexOf(records, name));
    return replace(group, records.isEmpty() ? List.of() : split(records));
  }

  /** Returns the same collections, with the pages from a number on to be written again. */
  Catalogue moved(int from) {
    List<Group> changed = new ArrayList<>();
    for (Group group : groups) {
      boolean stays = group.page().number() < from;
      changed.add(stays ? group : new Group(PageRef.NONE, group.records()));
    }
    return new Catalogue(PageRef.NONE, List.copyOf(changed));
  }

  private Catalogue replace(int index, List<List<CatalogueRecord>> parts) {
    List<Group> changed = new ArrayList<>(groups.subList(0, index));
    for (List<CatalogueRecord> part : parts) {
      changed.add(new Group(PageRef.NONE, List.copyOf(part)));
    }
    changed.addAll(groups.subList(index + 1, groups.size()));
    // Refused before the commit, because no checkpoint could write it.
    if (changed.size() > ChildrenPage.MAX_COUNT) {
      throw new StoreFullException(
          "the catalogue has no room for more names; drop maps that are not needed", null);
    }
    return new Catalogue(PageRef.NONE, List.copyOf(changed));
  }

  /** Halves records until each part fits a page. */
  private static List<List<CatalogueRecord>> split(List<CatalogueRecord> records) {
    int size = 0;
    for (CatalogueRecord record : records) {
      size += CataloguePage.size(record);
    }
    if (size <= CataloguePage.CAPACITY) {
      return List.of(records);
    }
    int half = records.size() / 2;
    return Arrays.asList(records.subList(0, half), records.subList(half, records.size()));
  }

  /** Returns the index of the last group that begins at or below a name, or -1 if none does. */
  private int groupOf(String name) {
    int low = 0;
    int high = groups.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (CataloguePage.compareNames(groups.get(middle).firstName(), name) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private static int indexOf(List<CatalogueRecord> records, String name) {
    int low = 0;
    int high = records.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = CataloguePage.compareNames(records.get(middle).name(), name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return ~low;
  }
}
