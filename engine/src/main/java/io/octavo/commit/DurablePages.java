package io.octavo.commit;

import io.octavo.cache.PageLoader;
import io.octavo.catalogue.Catalogue;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.Meta;
import org.jspecify.annotations.Nullable;

/** The last durable checkpoint as the file has it, for checks and tools. */
public final class DurablePages {
  private final DurableCheckpoint last;
  private final PageLoader loader;

  DurablePages(DurableCheckpoint last, PageLoader loader) {
    this.last = last;
    this.loader = loader;
  }

  /**
   * Returns the meta page.
   *
   * @return what it says
   */
  public Meta meta() {
    return last.meta();
  }

  /**
   * Returns the collections.
   *
   * @return their catalogue
   */
  public Catalogue catalogue() {
    return last.catalogue();
  }

  /**
   * Reads a page from the file, past the cache, and verifies the rules of its kind.
   *
   * @param ref where it is and what it must be
   * @param kind its kind; null for any kind of page that a collection can have
   * @param owner the collection, 0 for the store itself
   * @return its bytes
   * @throws io.octavo.error.CorruptionException if the file has another page there
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public byte[] read(PageRef ref, @Nullable PageKind kind, int owner) {
    byte[] page = loader.read(ref.number(), ref.crc(), ref.level(), owner);
    if (kind != null) {
      loader.requireKind(page, ref.number(), kind.code());
    }
    return page;
  }
}
