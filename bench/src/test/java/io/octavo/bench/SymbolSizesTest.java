package io.octavo.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.packed.Varint;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sizes of symbols. */
class SymbolSizesTest {
  @TempDir private Path directory;

  /** Reads what {@link NameTrie} has written. */
  private static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    int next() {
      int number = (int) Varint.get(bytes, at);
      at = Varint.end(bytes, at, bytes.length);
      return number;
    }

    /** Adds the strings below a node. */
    void add(String above, List<String> strings) {
      int length = next();
      String text = above + new String(bytes, at, length, UTF_8);
      at += length;
      int children = next();
      if (children % 2 > 0) {
        strings.add(text);
      }
      for (int i = 0; i < children / 2; i++) {
        add(text, strings);
      }
    }
  }

  private static void assertKept(String... strings) {
    byte[][] bytes = Stream.of(strings).map(each -> each.getBytes(UTF_8)).toArray(byte[][]::new);
    List<String> sorted = new ArrayList<>();
    Reader trie = new Reader(NameTrie.encode(bytes));
    trie.add("", sorted);
    assertThat(trie.at).isEqualTo(trie.bytes.length);
    assertThat(sorted).containsExactly(Arrays.stream(strings).sorted().toArray(String[]::new));
    Reader ranks = new Reader(NameTrie.ranks(bytes));
    for (String string : strings) {
      assertThat(sorted.get(ranks.next())).isEqualTo(string);
    }
    assertThat(ranks.at).isEqualTo(ranks.bytes.length);
  }

  @Test
  void aTrieHasItsStringsAndTheirOrder() {
    assertKept();
    assertKept("");
    assertKept("java.util.List.of", "java.util.List.copyOf", "java.util.List", "java.util.Map.of");
    SplittableRandom random = new SplittableRandom(1);
    assertKept(
        random
            .ints(2_000, 0, 1 << 20)
            .distinct()
            .mapToObj(number -> Integer.toString(number, 3))
            .toArray(String[]::new));
  }

  @Test
  void sizesOfSharedNamesAreBelowThatOfTheirText() throws Exception {
    Path recording = directory.resolve("a.jfr");
    DeepStacks.record(recording, 300, 40, 8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, UTF_8);
    SymbolSizes.run(directory, out, recording, recording);
    List<String> lines = bytes.toString(UTF_8).lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(3)).isEqualTo(lines.get(2)).startsWith("| a.jfr | ");
    String[] cells = lines.get(2).split(" *\\| *", -1);
    double text = Double.parseDouble(cells[3]);
    assertThat(Integer.parseInt(cells[2])).isBetween(3, 60);
    assertThat(text).isBetween(20.0, 80.0);
    assertThat(Double.parseDouble(cells[6])).isLessThan(text);
    assertThat(Double.parseDouble(cells[7])).isEqualTo(Double.parseDouble(cells[6]) + 1);
    assertThat(Double.parseDouble(cells[8])).isLessThan(text);
  }
}
