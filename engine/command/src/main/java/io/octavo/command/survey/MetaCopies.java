package io.octavo.command.survey;

import io.octavo.command.cli.CountedFile;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The copies of the meta pages in a file, sound or not. A store opens as long as one copy is sound.
 * If copies are damaged, further damage can cost a checkpoint.
 */
final class MetaCopies {
  private static final String ADVICE = "; opening the store for writing writes it again";

  private final List<@Nullable Meta> metas = new ArrayList<>();
  private final List<@Nullable Violation> violations = new ArrayList<>();

  private MetaCopies() {}

  /** Reads the copies that are within the file. */
  static MetaCopies read(CountedFile file) throws IOException {
    MetaCopies copies = new MetaCopies();
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = StorePages.read(file, number);
      Violation violation = PageCheck.checkStored(page, number);
      copies.violations.add(violation);
      copies.metas.add(violation == null ? MetaPage.read(page) : null);
    }
    return copies;
  }

  /** Returns the problem of a copy, null if it is sound. */
  @Nullable Violation violation(int number) {
    return violations.get(number);
  }

  /** Returns the newest state in a sound copy, null if no copy is sound. */
  @Nullable Meta newest() {
    Meta newest = null;
    for (Meta meta : metas) {
      if (meta != null && (newest == null || meta.epoch() > newest.epoch())) {
        newest = meta;
      }
    }
    return newest;
  }

  /**
   * Returns the problems of the copies.
   *
   * @param current the state with which the store is opened
   */
  List<String> problems(Meta current) {
    List<String> problems = new ArrayList<>();
    int slot = MetaPage.slot(current.epoch());
    for (int number = 0; number < MetaPage.COUNT; number++) {
      boolean isCurrent = number % MetaPage.SLOTS == slot;
      Violation violation = violations.get(number);
      Meta meta = metas.get(number);
      if (violation != null) {
        problems.add(
            "meta page "
                + number
                + " breaks rule "
                + violation
                + meaning(number, isCurrent)
                + ADVICE);
      } else if (isCurrent && meta != null && meta.epoch() != current.epoch()) {
        problems.add(
            "meta page "
                + number
                + " is of epoch "
                + meta.epoch()
                + ", the store of "
                + current.epoch()
                + meaning(number, true)
                + ADVICE);
      }
    }
    return problems;
  }

  /** Returns the consequence of the loss of a copy. */
  private String meaning(int number, boolean isCurrent) {
    int twin = number ^ MetaPage.SLOTS;
    if (isCurrent) {
      return "; only page " + twin + " still names the newest checkpoint";
    }
    return violations.get(twin) == null
        ? "; page " + twin + " is its sound copy"
        : "; page "
            + twin
            + ", its copy, is damaged too: a crash within a checkpoint leaves that, and otherwise"
            + " the newest checkpoint is lost";
  }
}
