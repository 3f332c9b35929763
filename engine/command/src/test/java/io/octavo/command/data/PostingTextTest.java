package io.octavo.command.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs on posting lists, and the index of words. */
class PostingTextTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void pairsAndListsAreLoadedInAnyOrder() throws IOException {
    Path input = write("in.txt", "# lists\n5 9 1 9\n\n-3: 4, 2\n5\t7\n5;8;-1\n");
    Octavo.run("load", store, "words", "--postings", input).succeeds();

    Octavo.run("scan", store, "words").prints("-3\t2 4\n5\t-1 1 7 8 9\n");
    Octavo.run("get", store, "words", "5").prints("-1 1 7 8 9\n");
    Octavo.run("get", store, "words", "--", "-3", "6").fails(4, "6");
    Octavo.run("scan", store, "words", "--from=0", "--json")
        .prints("[{\"key\":5,\"value\":\"-1 1 7 8 9\"}]\n");
    Octavo.run("put", store, "words", "6", "10 11").succeeds();
    Octavo.run("del", store, "words", "5").succeeds();
    Octavo.run("scan", store, "words").prints("-3\t2 4\n6\t10 11\n");
    assertThat(Octavo.run("maps", store, "--json").json().toString()).contains("type=postings");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void statTellsLengthsOfListsAndKindsOfBlocks() throws IOException {
    String same = LongStream.range(0, 600).mapToObj(Long::toString).collect(joining(" "));
    Path input =
        write("in.txt", "1 7\n2 7\n3 7 9\n4 1 2 5 9 12\n5 1 2 3 4 5 6 7 90 91 92\n6 " + same);
    Octavo.run("load", store, "words", "--postings", input).succeeds();
    String report = Octavo.run("stat", store, "words").output();
    assertThat(report)
        .contains("lists        6 of 619 ids, 105.87 bits per id, counting all pages")
        .containsPattern("\\n  1 +2 +33.3 % +0.3 % of the ids")
        .containsPattern("\\n  8-15 +1 +16.7 % +1.6 % of the ids")
        .containsPattern("\\n  512-1023 +1 ")
        .contains("blocks       7")
        .containsPattern("\\n  one id +2 ")
        .containsPattern("\\n  two ids +1 ")
        .containsPattern("\\n  same steps +2 +28.6 % +96.9 % of the ids")
        .containsPattern("\\n  packed +1 ")
        .containsPattern("\\n  with exceptions +1 ");
    Map<?, ?> json = (Map<?, ?>) Octavo.run("stat", store, "--json").json();
    assertThat(json.toString()).contains("lists=6", "ids=619", "kind=same steps");
    Octavo.run("put", store, "longs", 1, 2).succeeds();
    assertThat(Octavo.run("stat", store, "longs").output()).doesNotContain("of the ids");
  }

  @Test
  void wrongInputSaysWhereAndChangesNothing() throws IOException {
    Path input = write("in.txt", "1 2\n3\n");
    Octavo.run("load", store, "words", "--postings", input)
        .fails(1, "in.txt", "line 2", "no id after the key");
    input = write("in.txt", "1 2\n3 4 x\n");
    Octavo.run("load", store, "words", "--postings", input)
        .fails(1, "line 2", "id 2 is not a 64-bit integer");
    input = write("in.txt", "1 99999999999999999999\n");
    Octavo.run("load", store, "words", "--postings", input).fails(1, "line 1", "id 1");
    Octavo.run("load", store, "words", "--postings", "--hex", input).fails(2, "--postings");
    Octavo.run("put", store, "longs", "1", "2").succeeds();
    input = write("in.txt", "1 2\n");
    Octavo.run("load", store, "longs", "--postings", input)
        .fails(6, "--postings: map longs holds longs, not postings");
    Octavo.run("load", store, "words", "--postings", input).succeeds();
    Octavo.run("get", store, "words", "1", "--hex").fails(6, "map words holds postings");
    Octavo.run("scan", store, "words", "--reverse").fails(6, "forward only");
    Octavo.run("scan", store, "words", "--prefix=1").fails(6, "--prefix");
    Octavo.run("get", store, "words", "1", "--raw").fails(6, "--raw");
  }

  @Test
  void dumpsAndBackupsGiveTheSameListsBack() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    TreeMap<Long, TreeSet<Long>> model = new TreeMap<>();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      long key = random.nextLong(1L << random.nextInt(1, 12)) - 20;
      long id = random.nextLong() >> random.nextInt(64);
      model.computeIfAbsent(key, list -> new TreeSet<>()).add(id);
      lines.append(key).append(' ').append(id).append('\n');
    }
    StringBuilder expected = new StringBuilder();
    model.forEach(
        (key, ids) -> {
          String text = ids.toString().replaceAll("[\\[\\],]", "");
          expected.append(key).append('\t').append(text).append('\n');
        });
    Octavo.run("load", store, "words", "--postings", write("in.txt", lines.toString())).succeeds();
    Octavo.run("scan", store, "words").prints(expected.toString());

    Path text = write("a.dump", Octavo.run("dump", store).output());
    Path json = write("a.ndjson", Octavo.run("dump", store, "--ndjson").output());
    Path copy = directory.resolve("copy.oct");
    Octavo.run("load", copy, "--dump", text).succeeds();
    Octavo.run("scan", copy, "words").prints(expected.toString());
    Path third = directory.resolve("third.oct");
    Octavo.run("load", third, "--ndjson", json).succeeds();
    Octavo.run("scan", third, "words").prints(expected.toString());
    Path backup = directory.resolve("backup.oct");
    Octavo.run("backup", store, backup).succeeds();
    Octavo.run("scan", backup, "words").prints(expected.toString());
    Octavo.run("compact", store).succeeds();
    Octavo.run("check", store).succeeds();
  }

  private void makeFiles() throws IOException {
    write("texts/a.txt", "Alpha beta, gamma-delta.");
    write("texts/b.txt", "alpha\nBETA");
    write("texts/sub/c.txt", "alphabet soup");
    write("texts/sub/d.bin", "alpha\0");
    Files.write(directory.resolve("texts/e.gz"), gzip("gamma ALPHA Ünïcode"));
    // Its end is missing, and what is before is more than is read at once.
    String random =
        new SplittableRandom(1).longs(10_000).mapToObj(Long::toHexString).collect(joining(" "));
    byte[] whole = gzip("onlyhere " + random);
    Files.write(directory.resolve("texts/f.gz"), Arrays.copyOf(whole, whole.length - 100));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(UTF_8));
    }
    return packed.toByteArray();
  }

  private String query(String query) {
    String found =
        Octavo.run("query", query, "--store", store).output().replace(directory + "/texts/", "");
    return found.replace('\n', ' ').strip();
  }

  @Test
  void aDirectoryIsIndexedAndSearched() throws IOException {
    makeFiles();
    Map<?, ?> report =
        (Map<?, ?>)
            Octavo.run("index", directory.resolve("texts"), "--store", store, "--json").json();
    assertThat(report.get("files")).isEqualTo(BigDecimal.valueOf(4));
    assertThat(report.get("passedOver")).isEqualTo(BigDecimal.valueOf(2));
    assertThat(report.get("words")).isEqualTo(BigDecimal.valueOf(7));

    assertThat(query("alpha")).isEqualTo("a.txt b.txt e.gz");
    assertThat(query("alpha AND beta")).isEqualTo("a.txt b.txt");
    assertThat(query("alpha gamma")).isEqualTo("a.txt e.gz");
    assertThat(query("soup OR gamma")).isEqualTo("a.txt e.gz sub/c.txt");
    assertThat(query("alpha NOT beta")).isEqualTo("e.gz");
    assertThat(query("NOT alpha")).isEqualTo("sub/c.txt");
    assertThat(query("alpha* AND (soup OR ünïcode)")).isEqualTo("e.gz sub/c.txt");
    assertThat(query("NOT nowhere")).isEqualTo("a.txt b.txt e.gz sub/c.txt");
    Octavo.run("query", "onlyhere", "--store", store).fails(1, "no file matches");
    Octavo.run("query", "alpha", "nowhere", "--store", store).fails(1, "no file matches");
    Octavo.run("query", "alpha", "--store", store, "--limit", 1)
        .prints(directory.resolve("texts/a.txt") + "\n");

    // A second index takes the place of the first.
    Files.delete(directory.resolve("texts/a.txt"));
    Octavo.run("index", directory.resolve("texts"), "--store", store).succeeds();
    assertThat(query("alpha AND beta")).isEqualTo("b.txt");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void wrongQueriesSayWhatWasExpected() throws IOException {
    makeFiles();
    Octavo.run("index", directory.resolve("texts"), "--store", store).succeeds();
    for (String[] wrong :
        new String[][] {
          {"alpha AND", "expected a word, found the end"},
          {"alpha OR OR beta", "expected a word, found 'OR'"},
          {"(alpha", "expected ')'"},
          {"alpha)", "found ')'"},
          {"al*pha", "a star must follow a prefix"},
          {"alpha & beta", "'&' is not part of a word"},
          {"", "expected a word"}
        }) {
      Octavo.run("query", wrong[0], "--store", store).fails(2, wrong[1]);
    }
    Octavo.run("query", "alpha", "--store", directory.resolve("no.oct")).fails(3, "no such file");
    Octavo.run("index", directory.resolve("no"), "--store", store).fails(2, "not a directory");
    Path other = directory.resolve("other.oct");
    Octavo.run("put", other, "longs", "1", "2").succeeds();
    Octavo.run("query", "alpha", "--store", other).fails(1, "no index of words");
    assertThat(List.of(Octavo.run("query", "beta", "--store", store).output().split("\n", -1)))
        .hasSize(3);
  }
}
