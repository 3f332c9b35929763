package io.octavo.command.profile.view;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.web.Resources;
import io.octavo.command.web.Viewed;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of HTML of a profile that needs no server. */
public final class ProfilePage {
  /** The most characters of symbols, stacks and lists. */
  static final int MOST_EMBEDDED = 8 << 20;

  /** Lists take less than this in any page: packing them again does not halve them twice. */
  private static final long MOST_PLAIN = 4L * MOST_EMBEDDED;

  private ProfilePage() {}

  /**
   * Makes the page.
   *
   * @param file the store as the page names it
   * @param name the profile
   * @param selector selects the series
   * @param from the start of the range
   * @param to the end of the range
   */
  public static String html(
      Path file, Store store, String name, Labels selector, Instant from, Instant to) {
    return Viewed.Answer.of(
            store,
            (transaction, sequence) -> {
              ProfileStore profile = ProfileStore.open(transaction, name);
              ProfileModel model = ProfileModel.of(null, profile, selector, from, to);
              return ProfileModel.html(embedded(profile, selector, model, file, sequence));
            })
        .body();
  }

  private static Map<String, @Nullable Object> embedded(
      ProfileStore profile, Labels selector, ProfileModel model, Path file, long sequence) {
    SlotLists lists = new SlotLists(model, MOST_PLAIN);
    Instant begin = model.clock().begin(model.first());
    profile.forEach(selector, begin, model.clock().begin(model.end()), lists::visit);
    lists.end();
    int left = MOST_EMBEDDED - model.embeddedLength();
    String packed = Resources.packed(lists.packed());
    while (packed.length() > left) {
      if (!lists.merge()) {
        throw new Failure(
            Failure.PROBLEM,
            "the stacks alone take more than 8 MiB in a page; select less with --from, --to and"
                + " --select, or use octavo profile view");
      }
      packed = Resources.packed(lists.packed());
    }
    Map<String, @Nullable Object> data = model.json(file, sequence, 0, 0);
    data.put("grain", lists.grain());
    data.put("lists", packed);
    return data;
  }
}
