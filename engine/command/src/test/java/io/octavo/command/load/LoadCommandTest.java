package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LoadCommandTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  @Test
  void loadsAFileAndReports() throws IOException {
    Path input = Files.writeString(directory.resolve("in.tsv"), "3\t30\n1\t10\n2\t20\n2\t21\n");

    Octavo run = Octavo.run("load", store, "m", input).succeeds();

    assertThat(run.out())
        .contains("4 pairs in ", "m: 3 entries", Text.count(Files.size(store)) + " bytes, ");
    Octavo.run("scan", store, "m").prints("1\t10\n2\t21\n3\t30\n");
  }

  @Test
  void loadsStandardInputOnTopOfWhatIsThere() {
    Octavo.runOn("1 1\n2 2", "load", store, "m").succeeds();
    Octavo.runOn("2,3\r\n4,4\r\n", "load", store, "m", "-").succeeds();

    Octavo.run("scan", store, "m").prints("1\t1\n2\t3\n4\t4\n");
  }

  /** As {@code <(command)} of a shell is. */
  @Test
  @Timeout(60)
  void loadsANamedPipe() throws IOException, InterruptedException {
    byte[] lines = "1 1\n2 2\n".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    for (byte[] content : List.of(lines, gzip(lines))) {
      Path pipe = directory.resolve("pipe");
      assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo");
      Path source = Files.write(directory.resolve("source"), content);
      Process writer =
          new ProcessBuilder("sh", "-c", "cat \"$1\" > \"$2\"", "sh", "" + source, "" + pipe)
              .start();
      assertThat(Octavo.run("load", store, "m", pipe).output()).contains("100,000 pairs");
      assertThat(writer.waitFor()).isZero();
      Octavo.run("scan", store, "m").prints("1\t1\n2\t2\n");
      Files.delete(pipe);
      Files.delete(store);
    }
  }

  @Test
  void emptyInputMakesAnEmptyMap() {
    Octavo run = Octavo.runOn("", "load", store, "m", "--json").succeeds();

    assertThat(run.json()).asString().contains("entries=0", "bytesPerEntry=null");
    assertThat(Octavo.run("maps", store).succeeds().out()).containsPattern("m +longs +0");
  }

  /** The bytes of a file that holds other maps are none of this one's. */
  @Test
  void bytesPerEntryAreThoseOfTheLoadedMapOrNone() throws IOException {
    Octavo alone = Octavo.runOn("1 1\n2 2", "load", store, "m").succeeds();
    assertThat(alone.out()).contains(Text.decimal(Files.size(store) / 2.0, 2) + " bytes per entry");
    Octavo beside = Octavo.runOn("1 1\n2 2", "load", store, "n").succeeds();
    assertThat(beside.out()).contains("n: 2 entries").doesNotContain("per entry");
    assertThat(Octavo.runOn("1 1", "load", store, "m", "--json").json())
        .asString()
        .contains("bytesPerEntry=null");
    Path lists = directory.resolve("lists.oct");
    Octavo postings = Octavo.runOn("1 1 2 3\n2 2", "load", lists, "p", "--postings").succeeds();
    assertThat(postings.out()).contains("p: 2 lists").doesNotContain("per entry");
  }

  @Test
  void reportsInJson() {
    Map<?, ?> report = (Map<?, ?>) Octavo.runOn("1 1", "load", store, "m", "--json").json();

    assertThat(report.keySet().stream().map(String::valueOf))
        .containsExactly(
            "map", "pairs", "entries", "seconds", "pairsPerSecond", "fileBytes", "bytesPerEntry");
  }

  @Test
  void recognisesGzipOfSeveralMembers() throws IOException {
    byte[] both = concat(gzip("1 1\n".getBytes(StandardCharsets.UTF_8)), gzip(new byte[0]));
    both = concat(both, gzip("2 2\n".getBytes(StandardCharsets.UTF_8)));

    Octavo.runOn(both, "load", store, "m").succeeds();

    Octavo.run("scan", store, "m").prints("1\t1\n2\t2\n");
  }

  @Test
  void gzipThatIsCutOffLoadsNothing() throws IOException {
    byte[] whole = gzip("1 1\n2 2\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));

    // In the header, in the data and in the trailer.
    for (int length : new int[] {5, whole.length / 2, whole.length - 1}) {
      Octavo.runOn(Arrays.copyOf(whole, length), "load", store, "m")
          .fails(
              1,
              "standard input: the gzip data is cut off: it ends after " + length + " bytes; copy",
              "nothing was loaded");
    }
    whole[whole.length / 2]++;
    Octavo.runOn(whole, "load", store, "m", "--binary")
        .fails(1, "the gzip data is damaged within the first " + whole.length + " bytes (");
  }

  @Test
  void whatIsRefusedLeavesNoNewStore() {
    List<List<String>> refused =
        List.of(
            List.of("1 1\n2 x\n", "load", "m"),
            List.of("k\t1\nk\n", "load", "m", "--utf8"),
            List.of("1,2\n3,4\n5,x\n", "series import", "m"),
            List.of("a\n" + "b".repeat(70_000) + "\n", "find", "m", "--lines=-", "--add"));
    for (List<String> each : refused) {
      List<Object> arguments = new ArrayList<>(List.of(each.get(1).split(" ", -1)));
      arguments.add(store);
      arguments.addAll(each.subList(2, each.size()));
      Octavo.runOn(each.get(0), arguments.toArray()).fails(1, "line ", "; nothing was ");
      assertThat(directory).isEmptyDirectory();
    }
    Octavo.runOn("1 1\n2 x\n", "load", store, "m", "--commit-every=1").fails(1, "1 pair committed");
    Octavo.runOn("1 1\n2 x\n", "load", store, "other").fails(1, "nothing was loaded");
    Octavo.run("scan", store, "m").prints("1\t1\n");
  }

  /** Control-C and kill end the process while it waits for the input. */
  @Test
  @Timeout(120)
  void whatIsEndedLeavesNoNewStoreUnlessItHasCommitted() throws IOException, InterruptedException {
    for (boolean isCommitted : new boolean[] {false, true}) {
      Process load =
          Octavo.start(
              List.of(),
              Main.class,
              "load",
              store,
              "m",
              "--commit-every=" + (isCommitted ? 1 : Integer.MAX_VALUE));
      load.getOutputStream().write("1 1\n".getBytes(StandardCharsets.UTF_8));
      load.getOutputStream().flush();
      while (!(isCommitted ? hasMap() : Files.exists(store))) {
        assertThat(load.isAlive()).isTrue();
        Thread.sleep(10);
      }
      load.destroy();
      assertThat(load.waitFor()).isNotZero();
      if (isCommitted) {
        Octavo.run("scan", store, "m").prints("1\t1\n");
      } else {
        assertThat(directory).isEmptyDirectory();
      }
    }
  }

  private boolean hasMap() {
    return Files.exists(store) && Octavo.run("maps", store).out().contains("longs");
  }

  /** Windows programs write these marks. */
  @Test
  void aByteOrderMarkIsNoPartOfTheText() {
    Octavo.runOn("\uFEFF0\t1\n", "load", store, "longs").succeeds();
    Octavo.run("scan", store, "longs").prints("0\t1\n");
    for (String type : List.of("--utf8", "--series", "--strings", "--pairs")) {
      Octavo.runOn("\uFEFF0\t1\n", "load", store, "of" + type, type).succeeds();
      Octavo.run("scan", store, "of" + type).prints("0\t1\n");
      for (Charset utf16 : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
        Octavo.runOn("\uFEFF0\t1\n".getBytes(utf16), "load", store, "of" + type, type)
            .fails(1, "standard input: the text is UTF-16", "convert it to UTF-8");
      }
    }
    Octavo.runOn("\uFEFFa\n", "find", store, "words", "--lines=-", "--add").prints("0\n");
    Octavo.runOn("a\n", "find", store, "words", "--lines=-").prints("0\n");
  }

  @Test
  void loadsBinary() throws IOException {
    ByteBuffer pairs = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
    pairs.putLong(-1).putLong(Long.MAX_VALUE).putLong(258).putLong(1).putLong(0).putLong(0);

    Octavo.runOn(gzip(pairs.array()), "load", store, "m", "--binary").succeeds();

    Octavo.run("scan", store, "m").prints("-1\t9223372036854775807\n0\t0\n258\t1\n");
  }

  /** The key 559903 is 1F 8B 08 00 in little-endian order. */
  @Test
  void loadsBinaryThatLooksLikeGzip() {
    byte[] pair =
        ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(559_903).putLong(7).array();

    Octavo.runOn(pair, "load", store, "m", "--binary")
        .fails(1, "standard input: the gzip data is damaged within the first 16 bytes (");
    Octavo.runOn(pair, "load", store, "m", "--binary", "--no-gzip").succeeds();

    Octavo.run("get", store, "m", 559_903).prints("7\n");
  }

  @Test
  void binaryThatIsCutOffLoadsNothing() {
    Octavo.runOn(new byte[16 * 20_000 + 5], "load", store, "m", "--binary")
        .fails(1, "standard input: pair 20001 is truncated: 5 bytes of 16", "nothing was loaded");
  }

  @Test
  void aMalformedLineChangesNothing() throws IOException {
    Octavo.loadSquares(store, "m", 10_000);
    byte[] before = Files.readAllBytes(store);

    Octavo.runOn("7 7\n".repeat(5_000) + "8 x\n", "load", store, "m")
        .fails(
            1,
            "standard input: line 5001: the value is not an integer; map m holds longs: \"x\"; noth");

    assertThat(Octavo.run("scan", store, "m").succeeds().out()).doesNotContain("\n7\t7\n");
    assertThat(Files.readAllBytes(store)).hasSameSizeAs(before);
  }

  @Test
  void inputThatIsNoPairsMakesNoStore() {
    Octavo.runOn("key,value\n1,1\n", "load", store, "m").fails(1, "line 1: the key is not");

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void commitsEveryFewPairsWhereAsked() {
    Octavo.runOn("1 1\n2 2\n3 3\nx\n", "load", store, "m", "--commit-every", 2)
        .fails(1, "line 4", "2 pairs committed before the error");

    Octavo.run("scan", store, "m").prints("1\t1\n2\t2\n");
    Octavo.runOn("1 1", "load", store, "m", "--commit-every=0").fails(2, "--commit-every=0");
  }

  @Test
  void refusesAFileInThePlaceOfTheMap() throws IOException {
    Path input = Files.writeString(directory.resolve("in.tsv"), "1 1\n");
    Octavo.runOn("2 2", "load", store, input).fails(2, "in.tsv is a file: give the map before it");
    assertThat(store).doesNotExist();

    Octavo.runOn("2 2", "load", store, input, "-").succeeds();
    Octavo.run("scan", store, input).prints("2\t2\n");
  }

  @Test
  void refusesInputThatIsNotThereBeforeItMakesAStore() {
    Octavo.run("load", store, "m", directory.resolve("no")).fails(1, "no: no such file");
    Octavo.run("load", store, "m", directory).fails(1, "is a directory");
    Octavo.runOn("1 1", "load", store, "").fails(2, "MAP");

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void drawsProgressOnStandardErrorOnly() {
    Octavo run = Octavo.runOn("1 1\n".repeat(100), "load", store, "m", "--progress=always");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("loading");
    assertThat(run.out()).startsWith("loaded").doesNotContain("\r");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(bytes);
    }
    return compressed.toByteArray();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
