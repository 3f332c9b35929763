package io.octavo.command.data;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs on posting lists. */
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
}
