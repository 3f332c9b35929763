package io.octavo.salvage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/** The pages of the files that are damaged and salvaged. */
final class SalvagePages {
  private SalvagePages() {}

  /** Returns a page of a file, sound or not. */
  static byte[] page(byte[] file, int number) {
    byte[] page = PageHeader.newPage();
    Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
        .put(file, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
    return page;
  }

  /** Returns the newest meta page of a sound file. */
  static Meta newest(byte[] file) {
    Meta newest = MetaPage.read(page(file, 0));
    for (int number = 1; number < MetaPage.COUNT; number++) {
      Meta found = MetaPage.read(page(file, number));
      newest = found.epoch() > newest.epoch() ? found : newest;
    }
    return newest;
  }

  /** Returns the pages in use of a sound file, which has one bitmap. */
  static BitSet used(byte[] file) {
    return BitSet.valueOf(SpacePage.words(page(file, newest(file).space().number())));
  }

  /** Returns the pages of a kind in use. */
  static BitSet used(byte[] file, PageKind kind) {
    BitSet used = used(file);
    for (int number : used.stream().toArray()) {
      used.set(number, PageHeader.kindCode(page(file, number)) == kind.code());
    }
    return used;
  }

  /** Lists what a check finds wrong with a store. */
  static List<String> problems(Path file) {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      return store.check().problems();
    }
  }
}
