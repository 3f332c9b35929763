package io.octavo.command.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.command.Octavo;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
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

/** The verbs of octavo trace. */
class TraceCommandsTest {
  private static final String SMALL =
      """
      octavo trace 1
      opened\tformat=1\tstore=00000000-0000-0001-0000-000000000002\tsequence=0\tcacheBytes=1048576\tdurability=CHECKPOINT\tmaxBytes=9223372036854775807\tleafLimit=1000\tbranchLimit=500
      create\t1\tlongs\tlongs
      put\t1\t-5\t9223372036854775807
      put\t1\t7\t8
      remove\t1\t7
      create\t2\tbytes\ta\\tb
      describe\t2\t65535\t6\t\\x02\\x00A
      put-bytes\t2\t\tempty
      put-bytes\t2\tkey\\x00\\xff\tf\u00FC\\n
      committed\t1
      checkpoint
      remove-range\t1\t-9\t9
      remove-bytes\t2\tkey\\x00\\xff
      remove-bytes-range\t2\ta\tb
      remove-bytes-range\t2\tc
      clear\t1
      rename\t2\tnew
      drop\t1
      rolled-back
      compacted\t1048576
      create\t3\tvalues\t\\x00values 2
      value\t2\tlarge\t10
      part\t0123456
      part\t789
      checkpoint-of-commit
      committed\t2
      closed
      end
      """;

  @TempDir Path directory;
  private Path store;
  private Path trace;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
    trace = directory.resolve("a.trace");
  }

  private Path pack(String text, String name) throws IOException {
    Path file = Files.writeString(directory.resolve(name + ".txt"), text);
    Path packed = directory.resolve(name + ".trace");
    Octavo.run("trace", "pack", file, packed).succeeds();
    return packed;
  }

  /** Something of everything, with small and large values and two openings. */
  private void work() {
    SplittableRandom random = new SplittableRandom(1);
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(1 << 20)
            .durability(Durability.CHECKPOINT)
            .recordTo(trace);
    for (int opening = 0; opening < 2; opening++) {
      try (Store opened = Store.open(store, options)) {
        for (int i = 0; i < 20; i++) {
          try (Transaction tx = opened.beginWrite()) {
            change(tx, random);
            if (i % 9 != 8) {
              tx.commit();
            }
          }
          if (i % 8 == 7) {
            opened.checkpoint();
          }
        }
        opened.compact(1 << 20);
      }
    }
  }

  private static void change(Transaction tx, SplittableRandom random) {
    LongMap longs = tx.longMap("longs");
    BytesMap strings = tx.bytesMap("strings\t\u00FC");
    for (int i = 0; i < 20; i++) {
      long key = random.nextInt(2_000);
      longs.put(key, random.nextLong() >>> random.nextInt(64));
      strings.put(("key " + key).getBytes(UTF_8), new byte[random.nextInt(100)]);
    }
    longs.removeRange(100, 200);
    strings.remove("key 7".getBytes(UTF_8));
    if (random.nextInt(5) == 0) {
      byte[] large = new byte[70_000 + random.nextInt(100_000)];
      Arrays.fill(large, (byte) random.nextInt());
      strings.put(("large " + random.nextInt(3)).getBytes(UTF_8), large);
    }
    tx.map("typed", Codecs.STRING, Codecs.LONG).put("k" + random.nextInt(), 1L);
  }

  @Test
  void recordedCallsAreDoneAgainInAnotherStore() {
    Octavo.runOn("1 10\n2 20\n", "trace", "record", trace, "load", store, "m").succeeds();
    Octavo.run("trace", "record", trace, "put", store, "s", "--utf8", "ada", "x y").succeeds();
    Octavo.run("trace", "record", trace, "del", store, "m", "1").succeeds();
    Octavo.run("trace", "record", trace, "compact", store).succeeds();
    Path again = directory.resolve("again.oct");

    Octavo run = Octavo.run("trace", "replay", trace, "--into", again).succeeds();

    assertThat(run.out()).contains("commits      3\n").contains("digest       ");
    Octavo.run("dump", again).prints(Octavo.run("dump", store).succeeds().out());
  }

  @Test
  void whatCannotBeRecordedIsRefused() throws IOException {
    Octavo.run("trace", "record", trace, "scan", store, "m").fails(2, "'scan' cannot be recorded");
    Octavo.run("trace", "record", trace).fails(2, "COMMAND");
    Octavo.run("trace", "nothing").fails(2, "unknown command 'nothing'; see octavo trace --help");
    Octavo.run("trace").fails(2, "no command given");
    Files.writeString(trace, "something else");
    Octavo.run("trace", "record", trace, "put", store, "m", "1", "1").fails(3, "is not a trace");
    assertThat(store).doesNotExist();
    Octavo.run("trace", "replay", directory.resolve("none")).fails(3, "no such file");
    Octavo.run("trace", "stats", store).fails(3, "no such file");
  }

  @Test
  void aReplayGivesTheSameDigestsOnTheHeapAndInAFile() {
    work();
    String heap = Octavo.run("trace", "replay", trace, "--digests").succeeds().out();
    Path again = directory.resolve("again.oct");
    Octavo.run("trace", "replay", trace, "--digests", "--into", again).prints(heap);
    assertThat(heap.lines().filter(line -> line.matches("[0-9]+ [0-9a-f]{16}"))).hasSize(36);
    String ten =
        Octavo.run("trace", "replay", trace, "--digests", "--commits", 10).succeeds().out();
    assertThat(ten.lines().limit(10)).containsExactlyElementsOf(heap.lines().limit(10).toList());
    assertThat(ten).contains("commits      10\n");
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "7", "1000"})
  void aCheckFindsNothingInASoundStore(int commitEvery) {
    work();
    Octavo run =
        Octavo.run("trace", "replay", trace, "--check", "--commit-every", commitEvery, "--json")
            .succeeds();
    Map<?, ?> report = (Map<?, ?>) run.json();
    assertThat(report.get("ok")).isEqualTo(true);
    long commits = Long.parseLong(String.valueOf(report.get("commits")));
    long operations = Long.parseLong(String.valueOf(report.get("operations")));
    assertThat(commits)
        .isEqualTo(commitEvery == 0 ? 36 : (operations + commitEvery - 1) / commitEvery);
  }

  @Test
  void textIsReadBackExactly() throws IOException {
    work();
    String text = Octavo.run("trace", "text", trace).succeeds().out();
    Path packed = pack(text, "b");
    Octavo.run("trace", "text", packed).prints(text);
    Octavo.run("trace", "diff", trace, packed).succeeds();
    assertThat(text).contains("\nvalue\t").contains("\npart\t").contains("\ncompacted\t1048576\n");
    String whole = Octavo.run("trace", "replay", trace).succeeds().out();
    Octavo.run("trace", "replay", packed).prints(whole);
  }

  @Test
  void textByHandIsATrace() throws IOException {
    Path packed = pack(SMALL, "small");
    Octavo.run("trace", "text", packed).prints(SMALL);
    String moving = SMALL.replace("branchLimit=500", "branchLimit=500\tcompactWhileOpen=100");
    Path other = pack(moving, "moving");
    Octavo.run("trace", "text", other).prints(moving);
    assertThat(Octavo.run("trace", "stats", other, "--json").succeeds().out())
        .contains("\"compactWhileOpen\":100");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put 1 7 8 | put 1 7 | line 5: the value is missing",
        "put 1 7 8 | put 1 7 8 9 | line 5: too many fields for the event",
        "put 1 7 8 | put 0 7 8 | the collection is not from 1 to 4294967295",
        "put 1 7 8 | put 1 x 8 | the key is not a 64-bit integer",
        "put 1 7 8 | puts 1 7 8 | 'puts' is not an event",
        "describe 2 65535 | describe 2 65536 | the codec of the keys is more than 65535",
        "part 789 | part \\q | the part has a bad escape",
        "branchLimit=500 | branchLimit=500 moves=3 | line 2: compactWhileOpen= is missing, found",
        "sequence=0 | sequenc=0 | line 2: sequence= is missing, found sequenc=0",
        "durability=CHECKPOINT | durability=now | is not a name in capitals",
        "store=0 | store=x | store= is not a UUID",
        "create 1 longs longs | create 1 longs \\xff | line 3: the name",
        "octavo trace 1 | octavo trace 2 | line 1: not the text of a trace",
        "closed~end | closed | is truncated",
        "end~ | end~x~ | unexpected text after the end",
      })
  void malformedTextLeavesNothing(String from, String to, String message) throws IOException {
    String text = SMALL.replace(plain(from), plain(to));
    assertThat(text).isNotEqualTo(SMALL);
    Path file = Files.writeString(directory.resolve("bad.txt"), text);
    Octavo.run("trace", "pack", file, trace).fails(1, "bad.txt", message);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** Tabs and ends of lines, which a table of a test cannot hold. */
  private static String plain(String text) {
    return text.startsWith("octavo") ? text : text.replace(' ', '\t').replace('~', '\n');
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Path packed = pack(SMALL, "small");
    Octavo.run("trace", "pack", directory.resolve("small.txt"), packed).fails(1, "the file exists");
    Octavo.run("trace", "shrink", packed, "--into", packed).fails(1, "the file exists");
  }

  @Test
  void statsCountWhatIsInATrace() throws IOException {
    Path packed = pack(SMALL, "small");
    Octavo run = Octavo.run("trace", "stats", packed, "--json").succeeds();
    Map<?, ?> report = (Map<?, ?>) run.json();
    assertThat(report.get("operations")).hasToString("17");
    assertThat((Map<?, ?>) report.get("events")).hasSize(20);
    assertThat(String.valueOf(report.get("collections"))).contains("2 new=", "1 longs=");
    assertThat((List<?>) report.get("openings")).hasSize(1);
    String text = Octavo.run("trace", "stats", packed).succeeds().out();
    assertThat(text)
        .contains("17 operations", "after commit 0: CHECKPOINT, 1,048,576 bytes of cache");
  }

  @Test
  void diffShowsTheFirstEventThatDiffers() throws IOException {
    Path a = pack(SMALL, "a");
    Path b = pack(SMALL.replace("clear\t1\n", "clear\t2\n"), "b");
    Path c = pack(SMALL.replace("closed\n", ""), "c");
    Octavo.run("trace", "diff", a, a).prints("equal: 27 events, 2 commits\n");
    Octavo run = Octavo.run("trace", "diff", a, b);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("event 16, commit 2\n- clear\t1\n+ clear\t2\n");
    assertThat(Octavo.run("trace", "diff", a, c).out())
        .isEqualTo("event 27, commit 3\n- closed\n+ (end of trace)\n");
  }

  @Test
  void aTraceThatSaysWhatTheStoreCannotDoIsShrunk() throws IOException {
    work();
    // A change of a collection that is not there: an error of whoever wrote the text.
    String text = Octavo.run("trace", "text", trace).succeeds().out();
    int end = text.lastIndexOf("committed\t");
    Path bad = pack(text.substring(0, end) + "remove-bytes\t1\tx\n" + text.substring(end), "bad");
    Octavo replay = Octavo.run("trace", "replay", bad, "--check");
    assertThat(replay.exitCode()).isEqualTo(1);
    assertThat(replay.out()).contains("IllegalArgumentException: id=1 is a map of longs; ");
    Path small = directory.resolve("small.trace");
    Octavo run =
        Octavo.run("trace", "shrink", bad, "--into", small, "--exception", "IllegalArgument");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Octavo.run("trace", "text", small).succeeds().out().lines().skip(2))
        .containsExactly("create\t1\tlongs\tlongs", "remove-bytes\t1\t", "committed\t1", "end");
    Octavo.run("trace", "shrink", trace, "--into", directory.resolve("x"))
        .fails(1, "does not fail");
  }
}
