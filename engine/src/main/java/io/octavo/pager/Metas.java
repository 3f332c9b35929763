package io.octavo.pager;

import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.Meta;
import io.octavo.page.MetaPage;
import io.octavo.page.PageCheck;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.Rule;
import io.octavo.page.Violation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** The four meta pages: choosing the newest sound one, and writing the next. */
final class Metas {
  private Metas() {}

  /**
   * A meta page that was found.
   *
   * @param meta what it says
   * @param number its place
   * @param isOtherSlotSound whether both copies in the other slot are sound too
   */
  record Found(Meta meta, int number, boolean isOtherSlotSound) {}

  /**
   * Reads the newest state that the file holds.
   *
   * @throws FormatException where the file is not of this format and version
   * @throws io.octavo.error.CorruptionException where it is, but has no sound meta page or is too
   *     short
   */
  static Found read(StoreFile file, PageLoader loader, boolean readOnly) throws IOException {
    long length = file.length();
    Meta newest = null;
    int place = -1;
    Violation violation = null;
    int damaged = -1;
    BitSet sound = new BitSet();
    boolean known = false;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      if (length < (number + 1L) * PageHeader.PAGE_SIZE) {
        break;
      }
      byte[] page = loader.readRaw(number);
      known |= MetaPage.magic(page) == MetaPage.MAGIC;
      refuseOtherVersion(file, page);
      Violation found = PageCheck.checkStored(page, number);
      if (found == null && PageHeader.kindCode(page) == PageKind.META.code()) {
        Meta meta = MetaPage.read(page);
        sound.set(number);
        if (newest == null || meta.epoch() > newest.epoch()) {
          newest = meta;
          place = number;
        }
      } else if (found != null && damaged < 0) {
        violation = found;
        damaged = number;
      }
    }
    if (newest == null) {
      if (known && violation != null) {
        throw loader.corruption(damaged, violation);
      }
      throw new FormatException(
          file.name() + ": not an Octavo file; check the path, nothing was changed",
          0,
          MetaPage.FORMAT_VERSION,
          MetaPage.FORMAT_VERSION);
    }
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
    return new Found(newest, place, sound.get(other) && sound.get(other + MetaPage.SLOTS));
  }

  /** A sound meta page of another version ends the search: its fields mean something else. */
  static void refuseOtherVersion(StoreFile file, byte[] page) {
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

  static void refuseFeatures(StoreFile file, Meta meta, boolean readOnly) {
    long unknown = meta.incompatible() | (readOnly ? 0 : meta.readOnlyCompatible());
    if (unknown != 0) {
      throw new FormatException(
          file.name()
              + ": uses features that this program does not know (0x"
              + Long.toHexString(unknown)
              + "); use a newer version of Octavo"
              + (meta.incompatible() == 0 ? ", or open it readOnly" : ""),
          MetaPage.FORMAT_VERSION,
          MetaPage.FORMAT_VERSION,
          MetaPage.FORMAT_VERSION);
    }
  }

  /** Tells whether the place of the next meta page holds an epoch that comes after one. */
  static boolean isLater(StoreFile file, long epoch) {
    long page = (long) MetaPage.slot(epoch + 1) * PageHeader.PAGE_SIZE;
    byte[] bytes = Memory.allocate(Long.BYTES);
    ByteBuffer found = Memory.buffer(bytes, 0, Long.BYTES);
    try {
      return file.read(found, page + PageHeader.EPOCH) < Long.BYTES
          || Memory.getLong(bytes, 0) > epoch;
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read a meta page: " + e, e);
    }
  }

  /**
   * Makes sure that the newest sound meta page of the file is the one that this store wrote: nobody
   * else may have written there.
   *
   * @throws IOException where it is another, or none is left
   */
  static void requireNewest(PageLoader loader, Meta expected) throws IOException {
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
    if (newest == null
        || newest.epoch() != expected.epoch()
        || newest.sequence() != expected.sequence()
        || !newest.storeId().equals(expected.storeId())) {
      throw new IOException(
          "the file was written by something else: checkpoint "
              + expected.epoch()
              + " is no longer the newest in it");
    }
  }

  /** Writes both copies of a meta page; nothing is durable until the file is forced. */
  static void write(StoreFile file, Meta meta) throws IOException {
    for (int copy = 0; copy < MetaPage.SLOTS; copy++) {
      write(file, meta, MetaPage.slot(meta.epoch()) + copy * MetaPage.SLOTS);
    }
  }

  /**
   * Makes a meta page that was read durable in both copies. A sector whose write a crash cuts off
   * may hold anything, so never are both copies on their way to the disk at once: what a process
   * that was killed left to the system goes first, then the copy that was not chosen, then the
   * other.
   */
  static void persist(StoreFile file, Found found) throws IOException {
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
