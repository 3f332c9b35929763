package io.octavo.bench.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Before they race, tables of ids give the same answers. */
class IdPeersTest {
  private static final int COUNT = 500;

  @TempDir private Path directory;

  @Test
  void pairsGetTheIdsOfTheirArrival() throws Exception {
    List<Function<Path, IdPeer.Pairs>> peers =
        List.of(
            OctavoIds.Pairs::new,
            OctavoIds.Map::new,
            any -> new MemoryIds.OfJdk(),
            any -> new MemoryIds.OfFastutil());
    for (PairFamily family : PairFamily.values()) {
      long[] pairs = family.first(COUNT);
      for (Function<Path, IdPeer.Pairs> peer : peers) {
        List<Long> model = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        try (IdPeer.Pairs table = peer.apply(Files.createTempDirectory(directory, "ids"))) {
          for (int i = 0; i < 2 * COUNT; i++) {
            long pair = pairs[random.nextInt(i / 2 + 1)];
            if (!model.contains(pair)) {
              model.add(pair);
            }
            assertThat(table.intern(pair)).isEqualTo(model.indexOf(pair));
          }
          table.commit();
          for (int id = 0; id < model.size(); id++) {
            assertThat(table.find(model.get(id))).isEqualTo(id);
            if (!(table instanceof OctavoIds.Map)) {
              assertThat(table.get(id)).isEqualTo(model.get(id));
            }
          }
          assertThat(table.find(-3)).isEqualTo(IdPeer.ABSENT);
          assertThat(table.settings()).isNotBlank();
        }
      }
    }
  }

  private interface Opener {
    IdPeer.Strings open(Path place) throws Exception;
  }

  @Test
  void stringsGetTheIdsOfTheirArrival() throws Exception {
    byte[][] strings = IdStrings.random(COUNT, false);
    for (Opener peer : List.<Opener>of(OctavoIds.Strings::new, MvIds::new, SqliteIds::new)) {
      List<String> model = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(1);
      try (IdPeer.Strings table = peer.open(Files.createTempDirectory(directory, "ids"))) {
        for (int i = 0; i < 2 * COUNT; i++) {
          byte[] string = strings[random.nextInt(i / 2 + 1)];
          String text = new String(string, StandardCharsets.ISO_8859_1);
          if (!model.contains(text)) {
            model.add(text);
          }
          assertThat(table.intern(string)).isEqualTo(model.indexOf(text));
        }
        table.commit();
        for (int id = 0; id < model.size(); id++) {
          byte[] string = model.get(id).getBytes(StandardCharsets.ISO_8859_1);
          assertThat(table.find(string)).isEqualTo(id);
          assertThat(table.get(id)).isEqualTo(string);
        }
        assertThat(table.find(new byte[0])).isEqualTo(IdPeer.ABSENT);
        assertThat(table.settings()).isNotBlank();
      }
    }
  }

  @Test
  void stacksGetTheIdsOfTheirInnermostNodes() throws Exception {
    int[][] stacks = DrawnStacks.draw(COUNT);
    try (OctavoIds.Stacks table = new OctavoIds.Stacks(directory)) {
      int[] ids = new int[COUNT];
      for (int i = 0; i < COUNT; i++) {
        ids[i] = table.intern(stacks[i]);
        assertThat(table.internNodes(stacks[i])).isEqualTo(ids[i]);
        assertThat(table.intern(stacks[i / 2])).isEqualTo(ids[i / 2]);
      }
      table.commit();
      for (int i = 0; i < COUNT; i++) {
        int[] resolved = new int[stacks[i].length];
        assertThat(table.resolve(ids[i], resolved)).isEqualTo(resolved.length);
        assertThat(resolved).isEqualTo(stacks[i]);
      }
    }
  }
}
