package io.octavo.bench.profile;

import io.octavo.check.StoreCheck;
import io.octavo.check.TreeShape;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** What each collection of a closed store takes of its file. */
final class CollectionPages {
  private static final long CACHE_BYTES = 1 << 20;

  private final Map<String, TreeShape> shapes;

  private CollectionPages(Map<String, TreeShape> shapes) {
    this.shapes = shapes;
  }

  /** Reads all pages of a store, which must be sound. */
  static CollectionPages of(Path file) throws IOException {
    PagerOptions options =
        new PagerOptions(
            CACHE_BYTES, false, true, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);
    try (OpenedFile opened = OpenedFile.of(file, true);
        Pager pager = Pager.open(opened.file(), options)) {
      StoreCheck check = StoreCheck.of(pager.durable());
      if (!check.problems().isEmpty()) {
        throw new IOException("the store is damaged: " + check.problems());
      }
      return new CollectionPages(check.shapes());
    }
  }

  /** Adds up the pages of all levels of a collection, and of the index that it has on disk. */
  long bytes(String name) {
    TreeShape shape = shapes.get(name);
    if (shape == null) {
      throw new IllegalArgumentException("no collection " + name);
    }
    long pages = shape.pagesByLevel().stream().mapToLong(Long::longValue).sum();
    return (pages + shape.indexPages() + shape.valuePages()) * PageHeader.PAGE_SIZE;
  }
}
