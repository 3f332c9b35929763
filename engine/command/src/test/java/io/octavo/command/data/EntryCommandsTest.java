package io.octavo.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Main;
import io.octavo.command.Octavo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** get, put, del, scan and maps. */
class EntryCommandsTest {
  private static final String MIN = Long.toString(Long.MIN_VALUE);

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  @Test
  void putsAndGets() {
    Octavo.run("put", store, "m", 42, 4096).prints("");
    Octavo.run("put", store, "m", MIN, -1).prints("");
    Octavo.run("put", store, "m", 7, 0).prints("");

    Octavo.run("get", store, "m", 42).prints("4096\n");
    Octavo.run("get", store, "m", 7).prints("0\n");
    Octavo.run("get", store, "m", 42, MIN).prints("42\t4096\n" + MIN + "\t-1\n");
  }

  @Test
  void tellsWhichKeysAreMissing() {
    Octavo.runOn("1 1\n2 2", "load", store, "m").succeeds();

    Octavo one = Octavo.run("get", store, "m", 5).fails(4, "not in map m: 5");
    assertThat(one.out()).isEmpty();
    Octavo three =
        Octavo.run("get", store, "m", 5, 2, 6).fails(4, "2 of 3 keys: not in map m: 5, 6");
    assertThat(three.out()).isEqualTo("2\t2\n");
    Octavo json = Octavo.run("get", store, "m", 5, 2, "--json").fails(4, "not in map m: 5");
    assertThat(json.out()).isEqualTo("[{\"key\":5,\"value\":null},{\"key\":2,\"value\":2}]\n");
    assertThat(json.json()).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(2);
  }

  @Test
  void removes() {
    Octavo.runOn("1 1\n2 2\n3 3", "load", store, "m").succeeds();

    Octavo.run("del", store, "m", 1).prints("");
    Octavo.run("del", store, "m", 2, 9).fails(4, "1 of 2 keys: not in map m: 9");

    Octavo.run("scan", store, "m").prints("3\t3\n");
  }

  @Test
  void scansARangeEitherWay() {
    Octavo.runOn("-5 1\n0 2\n5 3\n10 4\n15 5", "load", store, "m").succeeds();

    Octavo.run("scan", store, "m", "--from", 0, "--to=10").prints("0\t2\n5\t3\n10\t4\n");
    Octavo.run("scan", store, "m", "--reverse", "--limit=2").prints("15\t5\n10\t4\n");
    Octavo.run("scan", store, "m", "--to", -5).prints("-5\t1\n");
    Octavo.run("scan", store, "m", "--limit=0").prints("");
    Octavo.run("scan", store, "m", "--from=6", "--to=5").prints("");
    Octavo.run("scan", store, "m", "--from=5", "--reverse", "--limit=1", "--json")
        .prints("[{\"key\":15,\"value\":5}]\n");
    assertThat(Octavo.run("scan", store, "m", "--json").json())
        .isEqualTo(List.of(entry(-5, 1), entry(0, 2), entry(5, 3), entry(10, 4), entry(15, 5)));
    assertThat(Octavo.run("scan", store, "m", "--limit=0", "--json").json()).isEqualTo(List.of());
  }

  private static Map<String, BigDecimal> entry(long key, long value) {
    return Map.of("key", BigDecimal.valueOf(key), "value", BigDecimal.valueOf(value));
  }

  @Test
  void whatIsScannedCanBeLoaded() {
    Octavo.loadSquares(store, "m", 20_000);
    String scanned = Octavo.run("scan", store, "m").succeeds().out();
    Path copy = directory.resolve("b.oct");

    Octavo.runOn(scanned, "load", copy, "m").succeeds();

    Octavo.run("scan", copy, "m").prints(scanned);
  }

  /** What head does to those before it. */
  @Test
  void scanEndsSilentlyWhenNobodyReads() {
    Octavo.loadSquares(store, "m", 50_000);
    long[] room = {10_000};
    OutputStream pipe =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            if (--room[0] < 0) {
              throw new IOException("Broken pipe");
            }
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exitCode =
        Main.run(
            InputStream.nullInputStream(),
            new PrintStream(pipe, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "scan",
            store.toString(),
            "m");

    assertThat(exitCode).isZero();
    assertThat(err.size()).isZero();
    assertThat(room[0]).as("one more try, then no more").isGreaterThan(-40_000);
  }

  @Test
  void listsMaps() {
    Octavo.runOn("1 1\n2 2", "load", store, "orders").succeeds();
    Octavo.runOn("", "load", store, "naïve\tname").succeeds();

    assertThat(Octavo.run("maps", store).succeeds().out().lines())
        .containsExactly(
            "NAME         TYPE                ENTRIES",
            "naïve\\tname  longs                     0",
            "orders       longs                     2");
    assertThat(Octavo.run("maps", store, "--json").json())
        .isEqualTo(
            List.of(
                Map.of("name", "naïve\tname", "type", "longs", "entries", BigDecimal.ZERO),
                Map.of("name", "orders", "type", "longs", "entries", BigDecimal.valueOf(2))));
  }

  @Test
  void aMapThatIsNotThereIsAProblemAndIsNotMade() {
    Octavo.run("put", store, "m", 1, 1).succeeds();

    Octavo.run("get", store, "x", 1).fails(1, "no map named x; the store has m");
    Octavo.run("scan", store, "x").fails(1, "no map named x; the store has m");
    Octavo.run("del", store, "x", 1).fails(1, "no map named x; the store has m");
    Octavo.run("stat", store, "x").fails(1, "no map named x; the store has m");
    assertThat(Octavo.run("maps", store).out()).doesNotContain("x ");
  }
}
