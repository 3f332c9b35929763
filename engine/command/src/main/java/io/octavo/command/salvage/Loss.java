package io.octavo.command.salvage;

import io.octavo.collection.KeyRange;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A loss of a damaged store.
 *
 * @param page the page, -1 if the loss is not of one page
 * @param reason the problem
 * @param map the map that has lost keys, null if none or unknown
 * @param keys the keys that may be missing, null if there is no map
 * @param found the number of leaves of these keys that were found by the search of the file
 * @param isLost whether entries may be missing
 */
public record Loss(
    long page,
    String reason,
    @Nullable String map,
    @Nullable KeyRange keys,
    int found,
    boolean isLost) {
  /** Returns a loss of pages of the store itself, with its consequence. */
  static Loss of(StoreException damage, String meaning, boolean isLost) {
    return new Loss(page(damage), reason(damage) + "; " + meaning, null, null, 0, isLost);
  }

  /** Returns a loss that is not of a single page. */
  static Loss of(String reason) {
    return new Loss(-1, reason, null, null, 0, true);
  }

  /** Returns a loss of keys of a map. */
  static Loss of(StoreException damage, String map, KeyRange keys) {
    return new Loss(page(damage), reason(damage), map, keys, 0, true);
  }

  private static long page(StoreException damage) {
    return damage instanceof CorruptionException corruption ? corruption.page() : -1;
  }

  private static String reason(StoreException damage) {
    return damage instanceof CorruptionException corruption
        ? "breaks rule "
            + corruption.rule()
            + " at byte "
            + corruption.offset()
            + ": found "
            + corruption.found()
            + ", expected "
            + corruption.expected()
        : String.valueOf(damage.getMessage());
  }

  Loss found(int leaves) {
    return new Loss(page, reason, map, keys, leaves, isLost);
  }

  public String text() {
    return (page < 0 ? "" : "page " + page + " ")
        + reason
        + (keys == null ? "" : "; map " + map + ", " + keys.text())
        + (found == 0 ? "" : "; " + Text.count(found, "leaf", "leaves") + " found");
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> object =
        Json.object("page", page < 0 ? null : page, "reason", reason, "lost", isLost);
    if (keys != null) {
      object.putAll(
          Json.object("map", map, "from", keys.from(), "to", keys.to(), "leavesFound", found));
    }
    return object;
  }
}
