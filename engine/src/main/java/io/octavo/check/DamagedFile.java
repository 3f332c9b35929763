package io.octavo.check;

import io.octavo.cache.MetaPages;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.commit.Replay;
import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Rule;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a store file that may be damaged anywhere. An unreadable page does not affect the
 * others. The file is never written.
 */
public final class DamagedFile {
  private final StoreFile file;
  private final PageLoader loader;

  /**
   * Creates a reader of a file.
   *
   * @param file the file; it is closed by the caller
   */
  public DamagedFile(StoreFile file) {
    this.file = file;
    this.loader = new PageLoader(file, new PageCache(1));
  }

  /**
   * Counts the pages, whatever they contain.
   *
   * @return the number of whole pages of the file, at most the number of page numbers
   * @throws StoreException if the length cannot be read
   */
  public int pages() {
    try {
      return (int) Math.min(Integer.MAX_VALUE, file.length() / PageHeader.PAGE_SIZE);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read the length of the file: " + e, e);
    }
  }

  /**
   * Reads the page of a reference.
   *
   * @param ref the reference
   * @param owner the collection; 0 for the store itself
   * @return its bytes, which obey the rules of its kind
   * @throws CorruptionException if it is damaged, or is another page
   * @throws StoreException if it cannot be read
   */
  public byte[] read(PageRef ref, int owner) {
    byte[] page = loader.readRaw(ref.number());
    int crc = ref.crc();
    if (crc != 0 && PageHeader.crc(page) != crc && PageHeader.computeCrc(page) == crc) {
      // Only the checksum in the page is damaged; the reference has it too, so nothing is lost.
      Memory.putInt(page, PageHeader.CRC, crc);
    }
    return loader.verify(page, ref.number(), crc, ref.level(), owner);
  }

  /**
   * Reads the page with a number, of any kind.
   *
   * @param number its number
   * @return its bytes
   * @throws CorruptionException if it breaks a rule of its kind
   * @throws StoreException if it cannot be read
   */
  public byte[] read(int number) {
    byte[] page = loader.readRaw(number);
    Violation violation = PageCheck.checkStored(page, number);
    if (violation != null) {
      throw loader.corruption(number, violation);
    }
    return page;
  }

  /**
   * Reads the meta pages.
   *
   * @param problems receives the unreadable ones, and those of another store
   * @return the four places; null if the store has no sound one
   * @throws io.octavo.error.FormatException if one has another version
   */
  public List<@Nullable Meta> metas(Consumer<StoreException> problems) {
    List<@Nullable Meta> metas = new ArrayList<>();
    for (int number = 0; number < MetaPage.COUNT; number++) {
      Meta meta = null;
      try {
        MetaPages.refuseOtherVersion(file, loader.readRaw(number));
        byte[] page = read(number);
        meta = MetaPage.read(page);
      } catch (FormatException e) {
        throw e;
      } catch (StoreException e) {
        problems.accept(e);
      }
      metas.add(meta);
    }
    leaveOthersAside(metas, problems);
    for (Meta meta : metas) {
      if (meta != null) {
        MetaPages.refuseFeatures(file, meta, true);
      }
    }
    return metas;
  }

  /** Drops the meta pages of other stores. */
  private void leaveOthersAside(List<@Nullable Meta> metas, Consumer<StoreException> problems) {
    UUID storeId = MetaPages.storeId(metas);
    if (storeId == null) {
      storeId = storeIdByPages(metas);
    }
    for (int number = 0; number < metas.size(); number++) {
      Meta meta = metas.get(number);
      if (meta != null && !meta.storeId().equals(storeId)) {
        problems.accept(
            loader.corruption(
                number,
                Rule.R37,
                MetaPage.STORE_ID,
                "store " + meta.storeId(),
                "store " + storeId));
        metas.set(number, null);
      }
    }
  }

  /**
   * If two stores have equally many meta pages, returns the id of the store whose bitmaps are in
   * the file.
   */
  private @Nullable UUID storeIdByPages(List<@Nullable Meta> metas) {
    UUID storeId = null;
    for (Meta meta : metas) {
      if (meta != null) {
        storeId = storeId == null ? meta.storeId() : storeId;
        try {
          read(meta.space(), 0);
          return meta.storeId();
        } catch (StoreException e) {
          // Not this store, or its bitmaps are lost too.
        }
      }
    }
    return storeId;
  }

  /**
   * Reads the commit ring of a state.
   *
   * @param meta the state
   * @param problems receives its damage
   * @return the operations of the commits after the state, as far as they can be read
   */
  public List<byte[]> commits(Meta meta, Consumer<StoreException> problems) {
    List<byte[]> commits = new ArrayList<>();
    if (meta.ring().pages() > 0) {
      try {
        Replay.read(file, loader, meta, commits);
      } catch (CorruptionException e) {
        problems.accept(e);
      } catch (IOException e) {
        problems.accept(new StoreException(file.name() + ": cannot read the commit ring: " + e, e));
      }
    }
    return commits;
  }
}
