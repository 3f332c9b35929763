package io.octavo.tool;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.tree.PageFinder;
import io.octavo.tree.StoreCheck;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Says of damage that a verb met which map it is in, which keys it covers, and what to do. */
final class DamagePlace {
  private DamagePlace() {}

  /**
   * Explains a failure.
   *
   * @param verb the verb that failed
   * @param e what ended it
   * @return the failure with an explanation, or as it is where it is not damage to a page
   */
  static Exception explain(Object verb, Exception e) {
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

  /** Reads the pages above the damaged one again; null if it is of no map, or not in this file. */
  private static @Nullable String place(Path file, CorruptionException damage) {
    try (StorePages pages = StorePages.open(file)) {
      return PageFinder.find(pages.pager().durable(), damage.page());
    } catch (Failure | StoreException unreadable) {
      return null;
    }
  }
}
