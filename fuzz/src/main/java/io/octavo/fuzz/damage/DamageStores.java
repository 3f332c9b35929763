package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.fuzz.workload.Target;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Small stores that together have pages of every kind. */
final class DamageStores {
  private static final List<String> LONGS = List.of("");
  private static final List<String> INTERNED =
      List.of(Family.STRINGS.prefix, Family.PAIRS.prefix, Family.STACKS.prefix);

  private static final List<String> TIMED = List.of(Family.SERIES.prefix);

  private DamageStores() {}

  /**
   * A store to be damaged.
   *
   * @param name what it is
   * @param limits of its pages
   * @param image its file
   * @param older its file as it was after earlier commits
   * @param hash what it holds
   */
  record Sample(String name, TreeLimits limits, Image image, List<Image> older, long hash) {}

  static List<Sample> all() {
    return List.of(
        make("one leaf", TreeLimits.PAGE, LONGS, 1, 40, true),
        make("three levels, killed", new TreeLimits(6, 4), LONGS, 2, 60, false),
        make("many names", new TreeLimits(8, 4), LONGS, 50, 2, true),
        make("# strings", TreeLimits.PAGE, List.of(Family.BYTES.prefix), 1, 40, true),
        make(
            "# strings, three levels, killed",
            new TreeLimits(4, 4),
            List.of(Family.BYTES.prefix),
            2,
            50,
            false),
        make(
            "@ lists, three levels, killed",
            new TreeLimits(4, 4),
            List.of(Family.LISTS.prefix),
            2,
            20,
            false),
        make("interned", TreeLimits.PAGE, INTERNED, 3, 40, true),
        make("interned, three levels, killed", new TreeLimits(4, 4), INTERNED, 3, 20, false),
        spaceBranch(),
        make("series", TreeLimits.PAGE, TIMED, 1, 400, true),
        make("series, three levels, killed", new TreeLimits(4, 4), TIMED, 2, 20, false));
  }

  /** Makes a store whose maps have the given types by turns. */
  private static Sample make(
      String name, TreeLimits limits, List<String> types, int maps, int entries, boolean isClosed) {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(name.hashCode(), 1));
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    Store store = TestStores.open(file, options, limits);
    List<Image> older = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      int first = round;
      store.write(
          transaction -> {
            for (int map = 0; map < maps; map++) {
              String type = types.get(map % types.size());
              Target each = Target.of(transaction, type + map + "-".repeat(maps > 9 ? 190 : 1));
              for (int i = first; i < entries; i += 4) {
                each.put(i * 7L % entries, type.isEmpty() ? (long) i << i : 17L * i);
              }
              each.put(0, first);
            }
          });
      if (round < 3) {
        // Else only the ring would differ; the last round stays in it where there is no close.
        store.checkpoint();
      }
      older.add(file.live().copy());
    }
    long hash = ScenarioRun.hash(store);
    if (isClosed) {
      store.close();
    }
    older.remove(older.size() - 1);
    return new Sample(name, limits, file.live().copy(), older, hash);
  }

  /** Returns an empty store a second bitmap; only a large file would have one otherwise. */
  private static Sample spaceBranch() {
    FaultFile file = FaultFile.empty();
    UUID id = new UUID(7, 7);
    int first = MetaPage.COUNT;
    int pages = first + 3;
    long[] words = new long[SpacePage.WORDS];
    words[0] = (1L << pages) - 1;
    byte[] branch = PageHeader.newPage();
    ChildrenPage.format(branch, PageKind.SPACE_BRANCH, 1, first + 2);
    Image image = file.live().copy();
    for (int index = 0; index < 2; index++) {
      byte[] bitmap = PageHeader.newPage();
      SpacePage.build(bitmap, first + index, index, index == 0 ? words : new long[words.length]);
      int crc = PageHeader.seal(bitmap, 1);
      put(image, first + index, bitmap);
      ChildrenPage.append(branch, BranchPage.childOf(first + index, crc));
    }
    int crc = PageHeader.seal(branch, 1);
    put(image, first + 2, branch);
    PageRef space = new PageRef(first + 2, crc, 1);
    for (int number = 0; number < MetaPage.COUNT; number++) {
      int epoch = number % 2 == MetaPage.slot(1) ? 1 : 2;
      byte[] meta = PageHeader.newPage();
      Meta state = new Meta(id, 0, 0, 0, epoch, pages, PageRef.NONE, space, 1, 0, Meta.Ring.NONE);
      MetaPage.build(meta, number, state);
      put(image, number, meta);
    }
    return new Sample("two bitmaps", TreeLimits.PAGE, image, List.of(), new Content().hash());
  }

  private static void put(Image image, int number, byte[] page) {
    image.write(Memory.buffer(page, 0, PageHeader.PAGE_SIZE), (long) number * PageHeader.PAGE_SIZE);
  }
}
