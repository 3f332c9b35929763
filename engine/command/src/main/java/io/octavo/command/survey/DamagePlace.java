package io.octavo.command.survey;

import io.octavo.check.PageFinder;
import io.octavo.check.StoreCheck;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Explains damage that a command has found: the map, the keys, and what to do. */
public final class DamagePlace {
  private DamagePlace() {}

  /**
   * Explains a failure.
   *
   * @param verb the verb that failed
   * @param e the exception
   * @return the failure with an explanation; the exception itself if it is not damage of a page
   */
  public static Exception explain(Object verb, Exception e) {
    if (!(verb instanceof StoreVerb ofStore) || !(e instanceof CorruptionException damage)) {
      return e;
    }
    String place = place(ofStore.file, damage);
    if (place == null) {
      return e;
    }
    return new Failure(
        Failure.PROBLEM,
        ofStore.file
            + ": "
            + place
            + ": "
            + StoreCheck.text(damage)
            + "; octavo check "
            + ofStore.file
            + " shows all problems; "
            + Failure.remedy(ofStore.file),
        damage);
  }

  /**
   * Reads the pages above the damaged page again. Returns null if the page belongs to no map, or is
   * not in this file.
   */
  private static @Nullable String place(Path file, CorruptionException damage) {
    try (StorePages pages = StorePages.open(file)) {
      return PageFinder.find(pages.pager().durable(), damage.page());
    } catch (Failure | StoreException unreadable) {
      return null;
    }
  }
}
