package io.octavo.pager;

import io.octavo.error.FormatException;
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

/** The four meta pages: choosing the newest sound one, and writing the next. */
final class Metas {
  private Metas() {}

  /**
   * Reads the newest state that the file holds.
   *
   * @throws FormatException where the file is not of this format and version
   * @throws io.octavo.error.CorruptionException where it is, but has no sound meta page or is too
   *     short
   */
  static Meta read(StoreFile file, PageLoader loader, boolean readOnly) throws IOException {
    long length = file.length();
    Meta newest = null;
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
      if (found == null && PageHeader.kindCode(page) == PageKind.META.code()) {
        Meta meta = MetaPage.read(page);
        if (newest == null || meta.epoch() > newest.epoch()) {
          newest = meta;
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
    return newest;
  }

  /** A sound meta page of another version ends the search: its fields mean something else. */
  private static void refuseOtherVersion(StoreFile file, byte[] page) {
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

  private static void refuseFeatures(StoreFile file, Meta meta, boolean readOnly) {
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

  /** Writes both copies of a meta page; nothing is durable until the file is forced. */
  static void write(StoreFile file, Meta meta) throws IOException {
    for (int copy = 0; copy < MetaPage.SLOTS; copy++) {
      int number = MetaPage.slot(meta.epoch()) + copy * MetaPage.SLOTS;
      byte[] page = PageHeader.newPage();
      MetaPage.build(page, number, meta);
      file.write(
          Memory.buffer(page, 0, PageHeader.PAGE_SIZE), (long) number * PageHeader.PAGE_SIZE);
    }
  }
}
