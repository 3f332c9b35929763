package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** load of byte strings. */
class LoadLinesTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  @Test
  void onlyTheFirstTabSeparates() {
    String lines = "b\t1\t2\n# no comment\tx\r\n\t\n k , ; \t v \nb\tlast counts\nend\t";

    Octavo run = Octavo.runOn(lines, "load", store, "m", "--utf8").succeeds();

    assertThat(run.out()).contains("6 pairs in ", "m: 5 entries", " bytes per entry");
    Octavo.run("scan", store, "m")
        .prints("\t\n k , ; \t v \n# no comment\tx\nb\tlast counts\nend\t\n");
  }

  @Test
  void readsWhatScanPrintsInAnyNotation() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 256; i++) {
      String hex = "%02x".formatted(i);
      lines.append(hex).append('\t').append((hex + "c3").repeat(i)).append('\n');
    }
    Octavo.runOn(lines.toString(), "load", store, "m", "--hex").succeeds();
    Octavo.run("scan", store, "m", "--hex").prints(lines.toString());
    for (String option : new String[] {"--utf8", "--hex", "--base64"}) {
      Path copy = directory.resolve(option);
      String scanned = Octavo.run("scan", store, "m", option).succeeds().out();
      Octavo.runOn(gzip(scanned), "load", copy, "m", option).succeeds();
      Octavo.run("scan", copy, "m", "--hex").prints(lines.toString());
    }
  }

  @Test
  void anExistingMapNeedsNoOption() {
    Octavo.runOn("a\t1", "load", store, "m", "--utf8").succeeds();
    Octavo.runOn("b\t2", "load", store, "m").succeeds();
    Octavo.runOn("1 2", "load", store, "longs").succeeds();

    Octavo.run("scan", store, "m").prints("a\t1\nb\t2\n");
    Octavo.runOn("1 2", "load", store, "longs", "--hex").fails(6, "map longs holds longs");
    Octavo.runOn("1 2", "load", store, "m", "--binary").fails(6, "map m holds bytes");
  }

  @Test
  void aMalformedLineIsNamedAndNothingIsLoaded() throws IOException {
    Octavo.run("put", store, "m", "k", "v", "--utf8").succeeds();

    Octavo.runOn("a\tb\n\nc\td", "load", store, "m")
        .fails(1, "standard input: line 2: no tab after the key: \"\"; nothing was");
    Octavo.runOn("a\tb\nc\\\td", "load", store, "m")
        .fails(1, "line 2: the key has a bad escape, \\; ");
    Octavo.runOn("a\t\\x1", "load", store, "m").fails(1, "line 1: the value has a bad escape, \\x");
    Octavo.runOn("61\t6", "load", store, "m", "--hex").fails(1, "line 1: the value has an odd");
    Octavo.runOn("YQ\t", "load", store, "m", "--base64").fails(1, "the key is not padded base64");
    Octavo.runOn("a".repeat(2_001) + "\t", "load", store, "m")
        .fails(1, "line 1: the key has 2,001 bytes, more than 2,000: \"aaa", "aaa\"...; nothing");
    Path latin = directory.resolve("latin.txt");
    Files.write(latin, "a\tb\nna\u00EFve\tc\n".getBytes(StandardCharsets.ISO_8859_1));
    Octavo.run("load", store, "m", latin).fails(1, latin + ": line 2: the line is not UTF-8: \"na");
    Octavo.run("scan", store, "m").prints("k\tv\n");
  }

  /** A path of Windows is full of what would be escapes. */
  @Test
  void rawTakesBytesAsTheyAre() {
    byte[] lines =
        "C:\\new\t\\table\\x41\tb\\\r\nna\u00EFve\t\u0001\n".getBytes(StandardCharsets.ISO_8859_1);
    String hex = "433a5c6e6577\t5c7461626c655c78343109625c\n6e61ef7665\t01\n";

    Octavo.runOn(lines, "load", store, "m", "--raw").succeeds();
    Octavo.run("scan", store, "m", "--hex").prints(hex);
    Octavo.runOn(lines, "load", store, "typed", "--raw", "--keys=BYTES", "--values=LIST(INT)")
        .fails(1, "line 1: the value ");
    Octavo.runOn(lines, "load", store, "b", "--raw", "--keys=BYTES", "--values=OPTIONAL(BYTES)")
        .fails(1, "line 1: the value ");
    Octavo.runOn(lines, "load", store, "s", "--raw", "--keys=STRING", "--values=BYTES")
        .fails(1, "line 2: the key is not UTF-8 (STRING): \"na\\xefve");
    Octavo.runOn(
            "C:\\new\t[1,2]\n", "load", store, "s", "--raw", "--keys=STRING", "--values=LIST(INT)")
        .succeeds();
    Octavo.run("scan", store, "s").prints("C:\\\\new\t[1,2]\n");
    Octavo.runOn("0\tC:\\new\n", "load", store, "t", "--raw", "--strings").succeeds();
    Octavo.run("get", store, "t", 0).prints("C:\\\\new\n");
    Octavo.run("put", store, "m", "--raw", "\\k", "C:\\new\\table").succeeds();
    Octavo.run("get", store, "m", "--raw", "\\\\k").prints("C:\\new\\table");
    Octavo.run("put", store, "m", "--raw", "\\f", "--file", store).succeeds();
    Octavo.run("scan", store, "m", "--prefix", "\\\\", "--keys").prints("\\\\f\n\\\\k\n");
  }

  @Test
  void rawIsForByteStringsAndText() {
    Octavo.runOn("a", "load", store, "m", "--raw").fails(1, "no tab after the key: \"a\"");
    Octavo.runOn("a\tb", "load", store, "m", "--raw", "--hex").fails(2, "--raw: not with --hex");
    Octavo.runOn("", "load", store, "m", "--raw", "--binary").fails(2, "--binary: not with --raw");
    Octavo.runOn("", "load", store, "m", "--raw", "--pairs").fails(2, "--pairs: omit the notation");
    Octavo.runOn("", "load", store, "--raw", "--dump").fails(2, "--dump: omit map, type, codecs");
    Octavo.run("put", store, "m", "--raw", "--base64", 1, 1).fails(2, "--raw: not with --base64");
    assertThat(directory).isEmptyDirectory();
    Octavo.run("put", store, "longs", 1, 1).succeeds();
    Octavo.run("put", store, "longs", 1, 1, "--raw").fails(6, "--raw: map longs holds longs");
  }

  @Test
  void inputThatIsNoEntriesMakesNoStore() {
    Octavo.runOn("a b\n", "load", store, "m", "--utf8").fails(1, "line 1: no tab after");

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aByteOrderMarkBeforeTheTextIsNone() {
    Octavo.runOn("\uFEFFa\tb\n\uFEFFa\tc\n", "load", store, "m", "--utf8").succeeds();

    Octavo.run("scan", store, "m").prints("a\tb\n\\xef\\xbb\\xbfa\tc\n");
  }

  @Test
  void replacementCharactersThatAreThereAreText() {
    Octavo.runOn("\uFFFD\tx", "load", store, "m", "--utf8").succeeds();

    Octavo.run("scan", store, "m").prints("\uFFFD\tx\n");
  }

  @Test
  void linesMayBeLongerThanAnyBuffer() {
    String value = "0123456789é".repeat(100_000);
    String lines = "a\t" + value + "\nb\t\nc\t" + value + "\r\nd\t1";

    Octavo.runOn(lines, "load", store, "m", "--utf8").succeeds();

    Octavo.run("scan", store, "m").prints(lines.replace("\r", "") + "\n");
  }

  @Test
  void commitsEveryFewEntriesWhereAsked() {
    Octavo.runOn("a\t\nb\t\nc\t\nx", "load", store, "m", "--utf8", "--commit-every=2")
        .fails(1, "line 4", "2 pairs committed before the error");

    Octavo.run("scan", store, "m", "--keys").prints("a\nb\n");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return compressed.toByteArray();
  }
}
