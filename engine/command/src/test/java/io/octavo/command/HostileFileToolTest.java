package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fixture.ForgedFile;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All verbs come to an end with what no store would have written, and say what is wrong. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFileToolTest {
  private static final int OWNER = 5;

  /** The first page of the last bitmap that there can be. */
  private static final int LAST_BITMAP = Integer.MAX_VALUE / SpacePage.PAGES;

  @TempDir Path directory;

  private interface Forgery {
    byte[] bytes(ForgedFile file);
  }

  private static Map<String, Forgery> forgeries() {
    Map<String, Forgery> all = new LinkedHashMap<>();
    all.put("sound", file -> file.bytes(catalogue(file, file.leaf(OWNER, 1, 2))));
    all.put(
        "catalogue repeats",
        file -> {
          PageRef names = catalogue(file, file.leaf(OWNER, 1, 2));
          return file.bytes(repeated(file, PageKind.CATALOGUE_BRANCH, names));
        });
    all.put(
        "space repeats",
        file -> {
          PageRef names = catalogue(file, file.leaf(OWNER, 1, 2));
          return file.bytes(names, repeated(file, PageKind.SPACE_BRANCH, file.bitmap(0)));
        });
    all.put(
        "space repeats and a leaf is lost",
        file -> {
          PageRef names = catalogue(file, new PageRef(file.leaf(OWNER, 1, 2).number(), 1, 0));
          return file.bytes(names, repeated(file, PageKind.SPACE_BRANCH, file.bitmap(0)));
        });
    all.put(
        "last bitmap only",
        file -> {
          PageRef names = catalogue(file, file.leaf(OWNER, 1, 2));
          return file.bytes(names, file.bitmap(LAST_BITMAP, SpacePage.PAGES - 1));
        });
    all.put(
        "marked behind the end",
        file -> file.bytes(catalogue(file, file.leaf(OWNER, 1, 2)), null, 60_000));
    all.put(
        "tree repeats",
        file -> {
          PageRef root = file.leaf(OWNER, 1, 2);
          while (root.level() < BranchPage.MAX_LEVEL) {
            PageRef[] below = new PageRef[BranchPage.MAX_COUNT];
            Arrays.fill(below, root);
            root = file.branch(OWNER, 1, below);
          }
          return file.bytes(catalogue(file, root));
        });
    all.put("leaf is empty", file -> file.bytes(catalogue(file, file.leaf(OWNER))));
    all.put(
        "page behind the end",
        file -> file.bytes(catalogue(file, new PageRef(Integer.MAX_VALUE, 1, 0))));
    all.put(
        "names out of order",
        file -> {
          PageRef later = catalogue(file, file.leaf(OWNER, 1, 2));
          PageRef earlier = file.catalogue(CatalogueRecord.empty("a", 6, 1, 1));
          return file.bytes(file.children(PageKind.CATALOGUE_BRANCH, later, earlier));
        });
    all.put(
        "names twice",
        file -> {
          PageRef first = catalogue(file, file.leaf(OWNER, 1, 2));
          PageRef second = file.catalogue(CatalogueRecord.empty("m", 6, 1, 1));
          return file.bytes(file.children(PageKind.CATALOGUE_BRANCH, first, second));
        });
    return all;
  }

  private static PageRef catalogue(ForgedFile file, PageRef root) {
    return file.catalogue(
        CatalogueRecord.empty("m", OWNER, CatalogueRecord.LONG_MAP, 1).with(root, 2));
  }

  private static PageRef repeated(ForgedFile file, PageKind kind, PageRef bottom) {
    PageRef root = bottom;
    while (root.level() < BranchPage.MAX_LEVEL) {
      PageRef[] below = new PageRef[ChildrenPage.MAX_COUNT];
      Arrays.fill(below, root);
      root = file.children(kind, below);
    }
    return root;
  }

  static Stream<String> names() {
    return forgeries().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyVerbComesToAnEnd(String name) throws IOException {
    byte[] bytes = forgeries().get(name).bytes(new ForgedFile());
    Path target = directory.resolve("target");
    Path html = directory.resolve("page.html");
    int number = 0;
    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("check"),
            List.of("stat"),
            List.of("maps"),
            List.of("tree"),
            List.of("map"),
            List.of("map", "--by", "fill"),
            List.of("inspect", "--html", html),
            List.of("page", 4),
            List.of("page", 5),
            List.of("page", 2),
            List.of("scan", "m"),
            List.of("scan", "m", "--reverse"),
            List.of("get", "m", 1),
            List.of("dump"),
            List.of("salvage", target),
            List.of("backup", target),
            List.of("compact", "--into", target),
            List.of("compact"),
            List.of("del", "m", 1),
            List.of("put", "m", 1, 1))) {
      Path file = Files.write(directory.resolve("store" + number++ + ".oct"), bytes);
      Object[] arguments =
          Stream.concat(Stream.of(verb.get(0), file), verb.stream().skip(1)).toArray();
      Octavo run = Octavo.run(arguments);
      assertThat(run.exitCode()).as("%s: %s", verb, run.err()).isBetween(0, 6);
      assertThat(run.err().lines()).as("%s: %s", verb, run.err()).hasSizeLessThanOrEqualTo(1);
      assertThat(run.err()).as("%s", verb).doesNotContain("internal error");
      if (name.equals("sound")) {
        assertThat(run.exitCode()).as("%s: %s", verb, run.err()).isZero();
      } else if (verb.get(0).equals("check")) {
        assertThat(run.exitCode()).as("%s: %s", name, run.out()).isNotZero();
      }
      Files.deleteIfExists(target);
      Files.deleteIfExists(html);
    }
  }
}
