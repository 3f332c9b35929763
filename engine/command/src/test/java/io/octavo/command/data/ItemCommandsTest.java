package io.octavo.command.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.command.Octavo;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs on tables of strings, tables of pairs and tables of stacks. */
class ItemCommandsTest {
  private static final byte[][] AWKWARD = {
    {},
    "a\tb\nc\rd\\".getBytes(UTF_8),
    {(byte) 0xFF, 0, (byte) 0xC3},
    "\uFEFFü\"€".getBytes(UTF_8),
    new byte[4_000],
    "x".repeat(4_000).getBytes(UTF_8)
  };

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  /** Makes a store with more than one window of items of each type. */
  private void make() {
    SplittableRandom random = new SplittableRandom(1);
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            StringTable strings = tx.strings("strings");
            PairTable pairs = tx.pairs("pairs");
            StackTable stacks = tx.stacks("stacks");
            for (byte[] each : AWKWARD) {
              strings.intern(each);
            }
            pairs.intern(Long.MIN_VALUE);
            pairs.intern(Long.MAX_VALUE);
            for (int i = 0; i < 700; i++) {
              strings.intern("/usr/lib/" + i);
              pairs.intern(random.nextLong() >> random.nextInt(40));
              stacks.intern(random.nextInt(stacks.size() + 1) - 1, random.nextInt(40));
            }
            stacks.intern(StackTable.NONE, Integer.MAX_VALUE);
            tx.strings("empty");
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--utf8", "--hex", "--base64", "--ndjson", "--ndjson --hex"})
  void aDumpIsLoadedAsItWas(String options) {
    make();
    Object[] dump = ("dump " + store + " " + options).split(" ", -1);
    Path copy = directory.resolve("copy.oct");
    String text = Octavo.run(dump).output();
    boolean isJson = options.startsWith("--ndjson");

    Octavo.runOn(text, "load", copy, isJson ? "--ndjson" : "--dump").succeeds();

    dump[1] = copy.toString();
    Octavo.run(dump).prints(text);
    Octavo.run("check", copy).succeeds();
    assertThat(text)
        .contains(
            isJson
                ? "{\"map\":\"stacks\",\"type\":\"stacks\",\"key\":0,\"value\":[-1,"
                : "\nmap stacks stacks\n0\t-1\t");
    try (Store opened = Store.open(copy, StoreOptions.defaults().readOnly(true));
        Transaction tx = opened.beginRead()) {
      for (int id = 0; id < AWKWARD.length; id++) {
        assertThat(tx.strings("strings").get(id)).isEqualTo(AWKWARD[id]);
      }
      assertThat(tx.pairs("pairs").get(1)).isEqualTo(Long.MAX_VALUE);
      assertThat(tx.exists("empty")).isEqualTo(!isJson);
    }
  }

  @Test
  void whatLooksAtAStoreKnowsThem() {
    make();
    Path other = directory.resolve("other.oct");
    String text = Octavo.run("dump", store).output();

    assertThat(Octavo.run("maps", store).output())
        .containsPattern("pairs +pairs +702\n")
        .containsPattern("stacks +stacks +[0-9]+\n")
        .containsPattern("strings +strings +706\n");
    assertThat(Octavo.run("tree", store).output())
        .contains("index of pairs\n", "index of strings\n", "\nstrings\n706 entries in ");
    assertThat(Octavo.run("tree", store, "pairs").output())
        .contains("index of pairs\n702 entries", "\npairs\n702 entries")
        .doesNotContain("strings");
    assertThat(Octavo.run("stat", store, "--json").json()).asString().contains("entries=706");
    assertThat(Octavo.run("stat", store, "strings").output()).containsPattern("\n  index +[0-9]");
    for (Object each :
        (List<?>) ((Map<?, ?>) Octavo.run("stat", store, "--json").json()).get("maps")) {
      Map<?, ?> bytes = (Map<?, ?>) ((Map<?, ?>) each).get("bytes");
      long sum = bytes.values().stream().mapToLong(part -> Long.parseLong(part.toString())).sum();
      assertThat(Long.parseLong(bytes.get("total").toString())).isEqualTo(sum / 2);
    }
    for (String verb : List.of("check", "map", "stat", "tree", "compact")) {
      Octavo.run(verb, store).succeeds();
    }
    Octavo.run("inspect", store, "--html").succeeds();
    Octavo.run("backup", store, other).succeeds();
    Octavo.run("dump", other).prints(text);
    Octavo.run("dump", store).prints(text);
    Octavo.run("rename", store, "strings", "words").succeeds();
    Octavo.run("drop", store, "pairs").succeeds();
    assertThat(Octavo.run("tree", store).output())
        .contains("index of words")
        .doesNotContain("pairs");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void itemsAreReadByTheirIds() {
    make();

    Octavo.run("get", store, "strings", 1).prints("a\\tb\\nc\\rd\\\\\n");
    Octavo.run("get", store, "strings", 2, "--hex").prints("ff00c3\n");
    Octavo.run("get", store, "strings", 6, "--raw").prints("/usr/lib/0");
    Octavo.run("get", store, "strings", 706, 7)
        .fails(4, "1 of 2 keys: not in table of strings strings: 706");
    Octavo.run("get", store, "strings", "--", -1).fails(4, "not in table of strings strings: -1");
    Octavo.run("get", store, "pairs", 0, "--json")
        .prints("[{\"key\":0,\"value\":-9223372036854775808}]\n");
    Octavo.run("get", store, "pairs", 0, "--raw").fails(6, "--raw: map pairs holds pairs");
    Octavo.run("get", store, "pairs", 0, "--hex").fails(6, "--hex: map pairs holds pairs");
    assertThat(Octavo.run("scan", store, "strings", "--from", 6).output().lines()).hasSize(700);
    Octavo.run("scan", store, "strings", "--from", 304, "--to", 306)
        .prints("304\t/usr/lib/298\n305\t/usr/lib/299\n306\t/usr/lib/300\n");
    Octavo.run("scan", store, "strings", "--reverse", "--limit", 2, "--keys").prints("705\n704\n");
    List<String> forward = Octavo.run("scan", store, "pairs").output().lines().toList();
    List<String> backward =
        Octavo.run("scan", store, "pairs", "--reverse").output().lines().toList();
    assertThat(forward).hasSize(702);
    assertThat(backward).hasSize(702).containsExactlyInAnyOrderElementsOf(forward);
    assertThat(backward.get(0)).isEqualTo(forward.get(701));
    assertThat(backward.get(500)).isEqualTo(forward.get(201));
    Octavo.run("scan", store, "pairs", "--prefix", 1).fails(6, "--prefix");
    Octavo.run("scan", store, "pairs", "--from", 9, "--to", 8).prints("");
    Octavo.run("count", store, "strings").prints("706\n");
    Octavo.run("count", store, "strings", "--from", 700, "--to", 9_999_999_999L).prints("6\n");
    Octavo.run("count", store, "strings", "--from", -5, "--to", -1).prints("0\n");
  }

  /** Tables of strings were called dictionaries. */
  @Test
  void dumpsOfEarlierBuildsLoad() {
    String dump = "octavo dump 1\nmap dictionary-utf8 d\n0\tada\n1\t\\xff\nend\n";
    Octavo.runOn(dump, "load", store, "--dump").succeeds();
    Octavo.run("get", store, "d", 0).prints("ada\n");
    Octavo.run("dump", store).prints(dump.replace("dictionary", "strings"));
    String line =
        "{\"map\":\"e\",\"type\":\"dictionary\",\"encoding\":\"utf8\",\"key\":0,\"value\":\"x\"}\n";
    Octavo.runOn(line, "load", store, "--ndjson").succeeds();
    Octavo.run("find", store, "e", "x").prints("0\n");
  }

  @Test
  void idsAreFoundByTheirItems() {
    Octavo.runOn("0\tada\n1\t\\xff\n", "load", store, "d", "--strings").succeeds();
    Octavo.runOn("0\t5\n1\t-7\n", "load", store, "p", "--pairs").succeeds();
    Octavo.runOn("0\t-1\t7\n1\t0\t8\n2\t0\t9\n", "load", store, "s", "--stacks").succeeds();
    Octavo.run("put", store, "m", 1, 1).succeeds();

    Octavo.run("find", store, "d", "ada").prints("0\n");
    Octavo.run("find", store, "d", "ff", "616461", "--hex").prints("1\tff\n0\t616461\n");
    Octavo.run("find", store, "d", "nobody").fails(4, "not in table of strings d: nobody");
    Octavo.run("find", store, "d", "no", "none")
        .fails(4, "2 of 2 values: not in table of strings d: no");
    Octavo.run("find", store, "p", "--", -7).prints("1\n");
    Octavo.run("find", store, "p", "x").fails(2, "'x' is not a 64-bit integer");
    Octavo.run("find", store, "s", "0,9", "0 8").prints("2\t0\t9\n1\t0\t8\n");
    Octavo.run("find", store, "s", "--json", "--", "-1,7")
        .prints("[{\"key\":0,\"value\":[-1,7]}]\n");
    Octavo.run("find", store, "s", "0,10").fails(4, "not in table of stacks s: 0,10");
    Octavo.run("find", store, "s", "7").fails(2, "'7' is not a parent and a frame");
    Octavo.run("find", store, "m", 1).fails(6, "find: map m holds longs");
    assertThat(Octavo.run("find", store, "d", "x", "--json").out())
        .isEqualTo("[{\"key\":null,\"value\":\"x\"}]\n");
  }

  @Test
  void whatHasIdsIsNotPutOrDeleted() {
    make();
    String text = Octavo.run("dump", store).output();

    Octavo.run("put", store, "strings", 706, "x")
        .fails(6, "assigns ids itself", "octavo find --add");
    Octavo.run("put", store, "pairs", 702, 1)
        .fails(6, "assigns ids itself; octavo load adds items");
    Octavo.run("put", store, "strings", 0, "--file", "x").fails(6, "--file: map strings holds");
    Octavo.run("del", store, "strings", 0).fails(6, "strings keeps its ids; octavo drop removes");
    Octavo.run("del", store, "stacks", "--from", 0).fails(6, "table of stacks stacks keeps");
    Octavo.run("dump", store).prints(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--strings|0\\ta;2\\tb|line 2: the id 2 is not 1, the next one",
        "--strings|1\\ta|line 1: the id 1 is not 0",
        "--strings|0\\ta;1\\ta|line 2: the item has the id 0 already; remove the line",
        "--strings|0\\ta;b|line 2: no tab after the key",
        "--strings|0\\ta;x\\tb|line 2: the id is not a 64-bit integer",
        "--strings|0\\t\\\\q|line 1: the value ",
        "--pairs|0\\t1;1\\t1.5|line 2: the value is not a 64-bit integer",
        "--pairs|0\\t1;0\\t2|line 2: the id 0 is not 1",
        "--stacks|0\\t-1\\t1;1\\t1\\t1|line 2: the parent 1 is not below the id 1",
        "--stacks|0\\t0\\t1|line 1: the parent 0 is not below the id 0; give callers first",
        "--stacks|0\\t-1\\t1;1\\t0\\t-1|line 2: the frame -1 is not from 0 to 2147483647",
        "--stacks|0\\t-1\\t2147483648|line 1: the frame 2147483648 is not from 0",
        "--stacks|0\\t-2\\t1|line 1: the parent -2 is not an id; give -1 for an outermost",
        "--stacks|0\\t-1|line 1: the value is not a parent and a frame",
        "--stacks|0\\t-1\\t3;1\\t-1\\t3|line 2: the item has the id 0 already"
      })
  void badInputIsRefusedAsAWhole(String option, String lines, String problem) {
    String text = lines.replace(';', '\n').replace("\\t", "\t").replace("\\\\", "\\") + "\n";
    Octavo.run("put", store, "other", 1, 1).succeeds();
    Octavo.runOn(text, "load", store, "m", option).fails(1, problem, "; nothing was loaded");
    Octavo.run("maps", store, "--json")
        .prints("[{\"name\":\"other\",\"type\":\"longs\",\"entries\":1}]\n");
  }

  @Test
  void aLoadGoesOnWhereTheItemsEnd() {
    Octavo.runOn("0\ta\n1\tb\n", "load", store, "d", "--strings").succeeds();

    Octavo.runOn("2\tc\n", "load", store, "d").succeeds();
    Octavo.runOn("3\t64\n", "load", store, "d", "--strings", "--hex").succeeds();
    Octavo.runOn("4\te\n5\tf\n6\tf\n", "load", store, "d", "--commit-every", 2)
        .fails(1, "line 3", "2 pairs committed before the error");
    Octavo.runOn("0\ta\n", "load", store, "d")
        .fails(1, "line 1: the id 0 is not 6, the next one; give items in the order");
    String text = "7\t" + "x".repeat(4_001);
    Octavo.runOn(text, "load", store, "d").fails(1, "the string has 4,001 bytes, more than 4,000");
    Octavo.run("scan", store, "d").prints("0\ta\n1\tb\n2\tc\n3\td\n4\te\n5\tf\n");

    Octavo.runOn("0\t1\n", "load", store, "d", "--pairs")
        .fails(6, "--pairs: map d holds strings-utf8, not pairs");
    Octavo.runOn("0\t1\n", "load", store, "p", "--pairs", "--hex")
        .fails(2, "--pairs: omit the notation");
    Octavo.runOn("0\t1\n", "load", store, "p", "--pairs", "--stacks").fails(2, "give only one of");
    Octavo.runOn("", "load", store, "--dump", "--stacks").fails(2, "--dump: omit map, type");
    Octavo.runOn("", "load", store, "d", "--binary").fails(6, "--binary: map d holds");
    String json = "{\"map\":\"s\",\"type\":\"stacks\",\"key\":0,\"value\":%s}";
    for (String value : List.of("3", "[1]", "[-1,2.5]", "[-1,2,3]", "\"-1\\t2\"")) {
      Octavo.runOn(json.formatted(value), "load", store, "--ndjson")
          .fails(1, "line 1: the field value is not an array of two integers");
    }
  }

  @Test
  void findGivesEachLineItsId() throws IOException {
    byte[] lines = "b\na\n\nb\n\0\r\n".getBytes(UTF_8);
    byte[] all = Arrays.copyOf(lines, lines.length + 1);
    all[lines.length] = (byte) 0xFF;

    assertThat(Octavo.runOn(all, "find", store, "d", "--lines=-", "--add").output())
        .isEqualTo("0\n1\n2\n0\n3\n4\n");
    Octavo.run("scan", store, "d").prints("0\tb\n1\ta\n2\t\n3\t\\x00\n4\t\\xff\n");
    Path input = Files.writeString(directory.resolve("lines"), "new\na\n");
    Octavo.run("find", store, "d", "--lines", input, "--add", "--commit-every", 1).prints("5\n1\n");
    Octavo.runOn("a\nnew\n", "find", store, "d", "--lines=-").prints("1\n5\n");
    Octavo missing = Octavo.runOn("a\nnone\n", "find", store, "d", "--lines=-");
    missing.fails(4, "1 of 2 lines: not in table of strings d");
    assertThat(missing.out()).isEqualTo("1\n-1\n");
    Octavo.run("count", store, "d").prints("6\n");
  }

  @Test
  void findPrintsOnlyIdsThatAreCommitted() {
    String text = "a\nb\n" + "x".repeat(4_001) + "\n";

    Octavo whole = Octavo.runOn(text, "find", store, "d", "--lines=-", "--add");
    whole.fails(1, "line 3: the string has 4,001 bytes, more than 4,000", "nothing was added");
    assertThat(whole.out()).isEmpty();
    Octavo parts =
        Octavo.runOn(text, "find", store, "d", "--lines=-", "--add", "--commit-every", 2);
    parts.fails(1, "line 3", "2 lines committed before the error");
    assertThat(parts.out()).isEqualTo("0\n1\n");
    Octavo.run("scan", store, "d").prints("0\ta\n1\tb\n");

    Octavo.run("put", store, "m", 1, 1).succeeds();
    Octavo.runOn("a", "find", store, "m", "--lines=-", "--add")
        .fails(6, "--lines: map m holds longs, not strings");
    Octavo.runOn("a", "find", store, "e", "--lines=-").fails(1, "no map named e");
    Octavo.runOn("a", "find", store, "d", "--lines=-", "--add", "--commit-every", 0)
        .fails(2, "is less than 1");
    Octavo.runOn("a", "find", store, "d", "--lines=-", "--commit-every", 9)
        .fails(2, "only with --add");
    Octavo.runOn("a", "find", directory.resolve("no.oct"), "d", "--lines=-")
        .fails(3, "no such file");
    Octavo.run("find", store, "d").fails(2, "give either values, or --lines");
    Octavo.run("find", store, "d", "a", "--lines=-").fails(2, "--lines: omit values");
    Octavo.run("find", store, "d", "a", "--add").fails(2, "only with --lines");
  }

  @Test
  void stacksAreShownAsATree() {
    String nodes = "0\t-1\t0\n1\t0\t1\n2\t-1\t1\n3\t1\t2\n4\t0\t2\n5\t1\t5\n6\t5\t0\n";
    Octavo.runOn(nodes, "load", store, "s", "--stacks").succeeds();
    Octavo.runOn("main\na\\b\n\t\n", "find", store, "names", "--lines=-", "--add").succeeds();

    Octavo.run("profile", "stacks", store, "s")
        .prints(
            """
            0  frame 0  2 children, 5 nodes below
              1  frame 1  2 children, 3 nodes below
                3  frame 2
                5  frame 5  1 child
                  6  frame 0
              4  frame 2
            2  frame 1
            """);
    Octavo.run("profile", "stacks", store, "s", 1, "--depth", 2, "--symbols", "names")
        .prints(
            """
            1  frame 1 a\\\\b  2 children, 3 nodes below
              3  frame 2 \\t
              5  frame 5  1 child
            """);
    Octavo.run("profile", "stacks", store, "s", "--depth", 1)
        .prints("0  frame 0  2 children, 5 nodes below\n2  frame 1\n");
    Octavo.run("profile", "stacks", store, "s", 5, "--json")
        .prints(
            "[{\"node\":5,\"parent\":1,\"frame\":5,\"name\":null,\"level\":0,\"children\":1,"
                + "\"below\":1},\n{\"node\":6,\"parent\":5,\"frame\":0,\"name\":null,\"level\":1,"
                + "\"children\":0,\"below\":0}]\n");
    Octavo.run("profile", "stacks", store, "s", 7)
        .fails(4, "not in table of stacks s: 7; its ids are below 7");
    Octavo.run("profile", "stacks", store, "names")
        .fails(6, "stacks: map names holds strings-utf8");
    Octavo.run("profile", "stacks", store, "s", "--symbols", "s")
        .fails(6, "--symbols: map s holds stacks");
    Octavo.run("profile", "stacks", store, "s", "--depth", 0).fails(2, "--depth=0 is less than 1");
    Octavo.run("profile", "stacks", store, "t").fails(1, "no map named t");
  }

  /** Neither the tree of the deepest stack nor its counts take a stack of Java. */
  @Test
  void deepStacksAreShown() {
    int deep = 70_000;
    StringBuilder nodes = new StringBuilder();
    for (int id = 0; id < deep; id++) {
      nodes.append(id).append('\t').append(id - 1).append("\t1\n");
    }
    Octavo.runOn(nodes.toString(), "load", store, "s", "--stacks").succeeds();

    Octavo.run("profile", "stacks", store, "s", "--depth", 1)
        .prints("0  frame 1  1 child, 69,999 nodes below\n");
    assertThat(
            Octavo.run("profile", "stacks", store, "s", 69_000, "--depth", 2_000).output().lines())
        .hasSize(1_000);
  }
}
