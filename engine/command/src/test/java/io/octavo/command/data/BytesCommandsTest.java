package io.octavo.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.text.Notation;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** get, put, del, scan, maps and stat on maps of byte strings. */
class BytesCommandsTest {
  @TempDir Path directory;
  private Path store;
  private byte[] large;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    large = new byte[100_000];
    new Random(1).nextBytes(large);
  }

  private byte[] raw(byte[] input, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            new ByteArrayInputStream(input),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
            List.of(arguments).stream().map(String::valueOf).toArray(String[]::new));
    assertThat(exitCode).isZero();
    return out.toByteArray();
  }

  @Test
  void anyNotationMakesAMapOfByteStrings() {
    Octavo.run("put", store, "u", "k\\n", "é\\xff", "--utf8").prints("");
    Octavo.run("put", store, "h", "6b0a", "C3a9ff", "--hex").prints("");
    Octavo.run("put", store, "b", "awo=", "w6n/", "--base64").prints("");

    for (String map : List.of("u", "h", "b")) {
      Octavo.run("get", store, map, "k\\n").prints("é\\xff\n");
      Octavo.run("get", store, map, "--hex", "6B0A").prints("c3a9ff\n");
      Octavo.run("get", store, map, "--base64", "awo=").prints("w6n/\n");
    }
    assertThat(Octavo.run("maps", store, "--json").json())
        .isEqualTo(
            List.of(
                Map.of("name", "b", "type", "bytes", "entries", BigDecimal.ONE),
                Map.of("name", "h", "type", "bytes", "entries", BigDecimal.ONE),
                Map.of("name", "u", "type", "bytes", "entries", BigDecimal.ONE)));
  }

  @Test
  void theTypeOfAMapThatExistsCounts() {
    Octavo.run("put", store, "b", "1", "x", "--utf8").succeeds();
    Octavo.run("put", store, "l", "1", "2").succeeds();

    Octavo.run("put", store, "b", "2", "3").succeeds();
    Octavo.run("scan", store, "b").prints("1\tx\n2\t3\n");
    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("get", store, "l", "31", "--hex"),
            List.of("put", store, "l", "31", "32", "--hex"),
            List.of("del", store, "l", "31", "--hex"),
            List.of("scan", store, "l", "--hex"))) {
      Octavo.run(verb.toArray()).fails(6, "--hex: map l holds longs, not bytes");
    }
    Octavo.run("get", store, "l", 1, "--raw").fails(6, "--raw: map l holds longs");
    Octavo.run("scan", store, "l", "--prefix=1").fails(6, "--prefix: map l holds longs");
    Octavo.run("put", store, "l", 1, "--file", store).fails(6, "--file: map l holds longs");
    Octavo.run("scan", store, "l").prints("1\t2\n");
  }

  @Test
  void malformedArgumentsChangeNothing() {
    Octavo.run("put", store, "m", "abc", "", "--hex").fails(2, "the key has an odd number of hex");
    Octavo.run("put", store, "m", "a", "\\q", "--utf8").fails(2, "the value has a bad escape, \\q");
    Octavo.run("put", store, "m", "a".repeat(2_001), "", "--utf8")
        .fails(2, "the key has 2,001 bytes, more than 2,000");
    Octavo.run("put", store, "m", "a", "--file", directory.resolve("no")).fails(1, "no such file");
    Octavo.run("put", store, "m", "a", "--file", directory).fails(1, "is a directory");
    assertThat(directory).isEmptyDirectory();

    Octavo.run("put", store, "m", "a", "b", "--utf8").succeeds();
    Octavo.run("del", store, "m", "a", "\\q").fails(2, "'\\q' has a bad escape");
    Octavo.run("get", store, "m", "a").prints("b\n");
  }

  @Test
  void tellsWhichKeysAreMissing() {
    Octavo.run("put", store, "m", "a\"", "b\\\\", "--utf8").succeeds();

    Octavo json = Octavo.run("get", store, "m", "a\"", "\\x62", "--json").fails(4, "map m: \\x62");
    assertThat(json.out())
        .isEqualTo(
            "[{\"key\":\"a\\\"\",\"value\":\"b\\\\\\\\\"},{\"key\":\"b\",\"value\":null}]\n");
    assertThat(json.json()).isNotNull();
    Octavo.run("del", store, "m", "x", "a\"").fails(4, "1 of 2 keys: not in map m: x");
    Octavo.run("scan", store, "m").prints("");
  }

  @Test
  void keysMayLookLikeAnything() {
    for (String key : List.of("", "-a", "--hex", "@pom.xml", "#", "'", "\"\"")) {
      Octavo.run("put", "--utf8", store, "m", "--", key, "v").succeeds();
      Octavo.run("get", store, "m", "--", key).prints("v\n");
    }
  }

  @Test
  void scansARangeEitherWay() {
    Octavo.runOn(
            "\t0\na\t1\na\\x00\t2\naa\t3\nb\t4\né\t5\n\\xff\t6\n", "load", store, "m", "--utf8")
        .succeeds();

    Octavo.run("scan", store, "m", "--keys").prints("\na\na\\x00\naa\nb\né\n\\xff\n");
    Octavo.run("scan", store, "m", "--from=a", "--to=a").prints("a\t1\n");
    Octavo.run("scan", store, "m", "--from", "a\\x00", "--to", "b")
        .prints("a\\x00\t2\naa\t3\nb\t4\n");
    Octavo.run("scan", store, "m", "--prefix=a", "--reverse").prints("aa\t3\na\\x00\t2\na\t1\n");
    Octavo.run("scan", store, "m", "--prefix", "ff", "--hex").prints("ff\t36\n");
    Octavo.run("scan", store, "m", "--prefix=").succeeds();
    Octavo.run("scan", store, "m", "--reverse", "--limit=2").prints("\\xff\t6\né\t5\n");
    Octavo.run("scan", store, "m", "--to=", "--json").prints("[{\"key\":\"\",\"value\":\"0\"}]\n");
    Octavo.run("scan", store, "m", "--from=b", "--limit=1", "--keys", "--json", "--base64")
        .fails(2, "'b' is not padded base64");
    assertThat(Octavo.run("scan", store, "m", "--prefix=a", "--keys", "--json").json())
        .isEqualTo(List.of(Map.of("key", "a"), Map.of("key", "a\\x00"), Map.of("key", "aa")));
  }

  @Test
  void filesAndStreamsBecomeValuesAndComeBack() throws IOException {
    Path file = Files.write(directory.resolve("in"), large);

    Octavo.run("put", store, "m", "file", "--file", file).prints("");
    assertThat(raw(large, "put", store, "m", "7069", "--hex", "--file", "-")).isEmpty();
    Octavo.run("put", store, "m", "none", "--file=-").succeeds();

    assertThat(raw(new byte[0], "get", store, "m", "file", "--raw")).isEqualTo(large);
    assertThat(raw(new byte[0], "get", "--raw", store, "m", "pi")).isEqualTo(large);
    Octavo.run("get", store, "m", "none", "--raw").prints("");
    Octavo.run("get", store, "m", "no", "--raw").fails(4, "not in map m: no");
    Octavo.run("get", store, "m", "no", "none", "--raw").fails(2, "--raw");
    String hex = Octavo.run("get", store, "m", "pi", "file", "--hex").fails(2, "'pi'").out();
    assertThat(hex).isEmpty();
    assertThat(
            Notation.BASE64.decode(Octavo.run("get", store, "m", "--base64", "cGk=").out().strip()))
        .isEqualTo(large);
  }

  /** A page of the value is damaged, so that nothing can read it. */
  @Test
  void keysAreScannedWithoutTheirValues() throws IOException {
    Octavo.run("put", store, "m", "a", "b", "--utf8").succeeds();
    raw(large, "put", store, "m", "big", "--file", "-");
    byte[] bytes = Files.readAllBytes(store);
    int damaged = 0;
    for (int start = 0; start < bytes.length; start += PageHeader.PAGE_SIZE) {
      byte[] page = PageHeader.newPage();
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE).put(bytes, start, PageHeader.PAGE_SIZE);
      if (PageHeader.kindCode(page) == PageKind.OVERFLOW.code()) {
        bytes[start + 5_000] ^= 1;
        damaged++;
      }
    }
    assertThat(damaged).isPositive();
    Files.write(store, bytes);

    Octavo.run("scan", store, "m").fails(1, "page");
    Octavo.run("scan", store, "m", "--keys").prints("a\nbig\n");
  }

  @Test
  void statCountsLargeValuesWithTheirMap() {
    raw(large, "put", store, "m", "big", "--file", "-");
    Octavo.run("put", store, "longs", 1, 1).succeeds();

    assertThat(Octavo.run("maps", store).succeeds().out().lines()).hasSize(3);
    assertThat(Octavo.run("check", store).succeeds().out()).startsWith("ok");
    assertThat(Octavo.run("stat", store, "m").succeeds().out())
        .containsPattern("large values +114,688 +93.3 %");
    assertThat(Octavo.run("stat", store, "longs").succeeds().out()).doesNotContain("large values");
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "m", "--json").json();
    Map<?, ?> bytes = (Map<?, ?>) ((Map<?, ?>) ((List<?>) stat.get("maps")).get(0)).get("bytes");
    long sum = 0;
    for (Object part : bytes.values()) {
      sum += ((BigDecimal) part).longValueExact();
    }
    assertThat(sum).as("parts and total").isEqualTo(2 * 15 * PageHeader.PAGE_SIZE);
  }
}
