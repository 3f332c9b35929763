package io.octavo.cache;

import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Rule;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The four meta pages: chooses the newest sound page, and writes the next. */
public final class MetaPages {
  /** Bytes of the four meta pages, at the beginning of the file. */
  public static final int BYTES = MetaPage.COUNT * PageHeader.PAGE_SIZE;

  private MetaPages() {}

  /**
   * A meta page that was found.
   *
   * @param meta its contents
   * @param number its page number
   * @param isOtherSlotSound whether both copies in the other slot are sound too
   * @param isWhole whether both copies in this slot are sound and equal
   */
  public record Found(Meta meta, int number, boolean isOtherSlotSound, boolean isWhole) {}

  /** Returns the identification of a state, see {@link StoreFile#noteDurable}. */
  private static String state(Meta meta) {
    return meta.storeId() + " " + meta.epoch();
  }

  /**
   * Notes for the next opening that the last checkpoint is durable and has no ring, and that the
   * file has nothing else.
   */
  public static void noteDurable(StoreFile file, Meta last) throws IOException {
    file.noteDurable(state(last));
  }

  /**
   * Reads the meta page of the newest state in the file.
   *
   * @throws FormatException if the file has another format or version
   * @throws CorruptionException if the file has no sound meta page, has as many of another store,
   *     or is too short
   */
  public static Found read(StoreFile file, PageLoader loader, boolean readOnly) throws IOException {
    long length = file.length();
    List<@Nullable Meta> metas = new ArrayList<>(Collections.nCopies(MetaPage.COUNT, null));
    Violation violation = null;
    int damaged = -1;
    boolean known = false;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      if (length < (number + 1L) * PageHeader.PAGE_SIZE) {
        break;
      }
      byte[] page = loader.readRaw(number);
      known |= MetaPage.magic(page) == MetaPage.MAGIC;
      refuseOtherVersion(file, page);
      Violation found = PageCheck.checkStored(page, number);
      if (found == null) {
        metas.set(number, MetaPage.read(page));
      } else if (damaged < 0) {
        violation = found;
        damaged = number;
      }
    }
    UUID storeId = storeId(metas);
    if (storeId == null && metas.stream().anyMatch(Objects::nonNull)) {
      throw ofTwoStores(loader, metas);
    }
    metas.replaceAll(meta -> meta == null || !meta.storeId().equals(storeId) ? null : meta);
    int place = newest(metas);
    if (place < 0) {
      if (known && violation != null) {
        throw loader.corruption(damaged, violation);
      }
      throw foreign(file.name());
    }
    Meta newest = Objects.requireNonNull(metas.get(place));
    refuseFeatures(file, newest, readOnly);
    long needed = (long) newest.pageCount() * PageHeader.PAGE_SIZE;
    if (length < needed) {
      throw loader.corruption(
          (int) (length / PageHeader.PAGE_SIZE),
          Rule.R26,
          0,
          length + " bytes in the file",
          needed + " bytes: the file was cut off");
    }
    int other = MetaPage.slot(newest.epoch() + 1);
    return new Found(
        newest,
        place,
        metas.get(other) != null && metas.get(other + MetaPage.SLOTS) != null,
        newest.equals(metas.get(place ^ MetaPage.SLOTS)));
  }

  /**
   * Throws if no meta page has the magic, as {@link #read} does.
   *
   * @param name the file
   * @param head the first bytes of the file
   * @param length the number of these bytes, at most {@link #BYTES}
   */
  public static void refuseForeign(String name, byte[] head, int length) {
    byte[] page = PageHeader.newPage();
    for (int number = 0; number < length / PageHeader.PAGE_SIZE; number++) {
      Memory.copy(head, number * PageHeader.PAGE_SIZE, page, 0, PageHeader.PAGE_SIZE);
      if (MetaPage.magic(page) == MetaPage.MAGIC) {
        return;
      }
    }
    throw foreign(name);
  }

  private static FormatException foreign(String name) {
    return new FormatException(
        name
            + ": not an Octavo file; check the path, or, if it is a damaged store,"
            + " save what can be read by octavo salvage",
        0,
        MetaPage.FORMAT_VERSION,
        MetaPage.FORMAT_VERSION);
  }

  /**
   * Returns the index of the first sound meta page with the greatest epoch; -1 if none is sound.
   */
  private static int newest(List<@Nullable Meta> metas) {
    int place = -1;
    long epoch = 0;
    for (int number = 0; number < metas.size(); number++) {
      Meta meta = metas.get(number);
      if (meta != null && meta.epoch() > epoch) {
        place = number;
        epoch = meta.epoch();
      }
    }
    return place;
  }

  /**
   * Returns the store id of most of the sound meta pages. So a meta page of another store, after a
   * misplaced write, is not used as one of this store.
   *
   * @param metas the four meta pages, null if not sound
   * @return the store id; null if two have equally many pages, or no page is sound
   */
  public static @Nullable UUID storeId(List<@Nullable Meta> metas) {
    UUID most = null;
    long best = 0;
    for (Meta meta : metas) {
      if (meta != null && !meta.storeId().equals(most)) {
        long count = metas.stream().filter(each -> isOf(each, meta.storeId())).count();
        if (count >= best) {
          most = count > best ? meta.storeId() : null;
          best = count;
        }
      }
    }
    return most;
  }

  private static boolean isOf(@Nullable Meta meta, UUID storeId) {
    return meta != null && meta.storeId().equals(storeId);
  }

  private static CorruptionException ofTwoStores(PageLoader loader, List<@Nullable Meta> metas) {
    int first = 0;
    while (metas.get(first) == null) {
      first++;
    }
    UUID expected = Objects.requireNonNull(metas.get(first)).storeId();
    int second = first + 1;
    while (metas.get(second) == null || isOf(metas.get(second), expected)) {
      second++;
    }
    UUID found = Objects.requireNonNull(metas.get(second)).storeId();
    return loader.corruption(
        second,
        Rule.R37,
        MetaPage.STORE_ID,
        "store " + found,
        "store " + expected + " as in page " + first);
  }

  /** Throws if a sound meta page has another version: its other fields have another meaning. */
  public static void refuseOtherVersion(StoreFile file, byte[] page) {
    int version = MetaPage.formatVersion(page);
    if (MetaPage.magic(page) != MetaPage.MAGIC
        || version == MetaPage.FORMAT_VERSION
        || !MetaPage.isIntact(page)) {
      return;
    }
    throw new FormatException(
        file.name()
            + ": format version "
            + Integer.toUnsignedString(version)
            + ", this program reads version "
            + MetaPage.FORMAT_VERSION
            + "; use a version of Octavo that knows it",
        version,
        MetaPage.FORMAT_VERSION,
        MetaPage.FORMAT_VERSION);
  }

  public static void refuseFeatures(StoreFile file, Meta meta, boolean readOnly) {
    long incompatible = meta.incompatible() & ~Meta.KNOWN;
    long unknown = incompatible | (readOnly ? 0 : meta.readOnlyCompatible());
    if (unknown != 0) {
      throw new FormatException(
          file.name()
              + ": uses features that this program does not know (0x"
              + Long.toHexString(unknown)
              + "); use a newer version of Octavo"
              + (incompatible == 0 ? ", or open it readOnly" : ""),
          MetaPage.FORMAT_VERSION,
          MetaPage.FORMAT_VERSION,
          MetaPage.FORMAT_VERSION);
    }
  }

  /** Returns whether the place of the next meta page holds a later epoch than this one. */
  static boolean isLaterFound(PageLoader loader, long epoch) {
    return loader.readEpoch(MetaPage.slot(epoch + 1)) > epoch;
  }

  /** Returns the newest sound meta page, null if none is sound. */
  static @Nullable Meta newest(PageLoader loader) {
    Meta newest = null;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = loader.readRaw(number);
      if (PageCheck.checkStored(page, number) == null
          && PageHeader.kindCode(page) == PageKind.META.code()) {
        Meta meta = MetaPage.read(page);
        if (newest == null || meta.epoch() > newest.epoch()) {
          newest = meta;
        }
      }
    }
    return newest;
  }

  /**
   * Returns the meta page of the newest state in a file, whether or not the state is usable.
   *
   * @param head the first bytes of the file
   * @param length the number of these bytes, at most {@link #BYTES}
   * @return null if no meta page is sound
   */
  public static @Nullable Meta newest(byte[] head, int length) {
    List<@Nullable Meta> metas = new ArrayList<>();
    for (int number = 0; number < length / PageHeader.PAGE_SIZE; number++) {
      byte[] page = PageHeader.newPage();
      Memory.copy(head, number * PageHeader.PAGE_SIZE, page, 0, PageHeader.PAGE_SIZE);
      metas.add(PageCheck.checkStored(page, number) == null ? MetaPage.read(page) : null);
    }
    UUID storeId = storeId(metas);
    metas.replaceAll(meta -> meta == null || !meta.storeId().equals(storeId) ? null : meta);
    int place = newest(metas);
    return place < 0 ? null : metas.get(place);
  }

  /** Writes both copies of a meta page. They are not durable until the file is forced. */
  public static void write(StoreFile file, Meta meta) throws IOException {
    for (int copy = 0; copy < MetaPage.SLOTS; copy++) {
      write(file, meta, MetaPage.slot(meta.epoch()) + copy * MetaPage.SLOTS);
    }
  }

  /**
   * Makes a meta page that was read durable in both copies. A crash during a write may damage a
   * sector, so the two copies are never written at the same time: first earlier writes of a killed
   * process are forced, then the copy that was not chosen is written, then the other copy.
   *
   * <p>No effect if the last store noted at its close that the meta page is durable, and nothing
   * has changed the file since.
   */
  public static void persist(StoreFile file, Found found) throws IOException {
    if (found.isWhole() && file.isNotedDurable(state(found.meta()))) {
      return;
    }
    file.force();
    write(file, found.meta(), found.number() ^ MetaPage.SLOTS);
    file.force();
    write(file, found.meta(), found.number());
    file.force();
  }

  private static void write(StoreFile file, Meta meta, int number) throws IOException {
    byte[] page = PageHeader.newPage();
    MetaPage.build(page, number, meta);
    file.write(Memory.buffer(page, 0, PageHeader.PAGE_SIZE), (long) number * PageHeader.PAGE_SIZE);
  }
}
