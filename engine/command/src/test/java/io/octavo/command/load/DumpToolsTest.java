package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.map.BytesCursor;
import io.octavo.map.LongMap;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the pipes of {@code engine/guide/from-dumps.md} as they stand there. Skipped where the tool
 * is missing, except where the environment says {@code CI=true}.
 */
class DumpToolsTest {
  private static final long SEED = 4_711;
  private static final HexFormat HEX = HexFormat.of();

  @TempDir Path directory;

  private static SortedMap<byte[], byte[]> entries() {
    Random random = new Random(SEED);
    SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 2_000; i++) {
      byte[] key = new byte[1 + random.nextInt(30)];
      byte[] value = new byte[i % 10 == 3 ? 0 : i % 500 == 7 ? 20_000 : random.nextInt(50)];
      random.nextBytes(key);
      random.nextBytes(value);
      entries.put(key, value);
    }
    return entries;
  }

  /** Returns what the tools of Berkeley DB and LMDB read. */
  private static String dump(String header, SortedMap<byte[], byte[]> entries) {
    StringBuilder dump =
        new StringBuilder("VERSION=3\nformat=bytevalue\ntype=btree\n" + header + "HEADER=END\n");
    entries.forEach((key, value) -> dump.append(line(" ", key)).append(line(" ", value)));
    return dump.append("DATA=END\n").toString();
  }

  private static String line(String prefix, byte[] bytes) {
    return prefix + HEX.formatHex(bytes) + "\n";
  }

  private static void require(String tool) {
    boolean isThere =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    assumeTrue(isThere || "true".equals(System.getenv("CI")), "no " + tool + " on the PATH");
  }

  /** Runs the pipe of the page that begins with some words. */
  private void runPipe(String start) throws IOException, InterruptedException {
    Matcher block =
        Pattern.compile("(?s)```sh\n(" + Pattern.quote(start) + ".*?)```")
            .matcher(Files.readString(Path.of("../guide/from-dumps.md")));
    assertThat(block.find()).as("a pipe of %s", start).isTrue();
    run(
        "octavo() { \"$JAVA\" -XX:TieredStopAtLevel=1 -cp \"$CLASSES\" "
            + Main.class.getName()
            + " \"$@\"; }\n"
            + block.group(1),
        "");
  }

  private void run(String script, String input) throws IOException, InterruptedException {
    Path in = Files.writeString(directory.resolve("in"), input);
    Path out = directory.resolve("out");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
            .directory(directory.toFile())
            .redirectInput(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder
        .environment()
        .put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder.environment().put("CLASSES", System.getProperty("java.class.path"));
    int exitCode = builder.start().waitFor();
    assertThat(exitCode).as(Files.readString(out)).isZero();
  }

  private void assertLoaded(String map, SortedMap<byte[], byte[]> entries) {
    try (Store store = Store.open(directory.resolve("target.oct"))) {
      store.view(
          tx -> {
            BytesCursor cursor = tx.bytesMap(map).cursor();
            entries.forEach(
                (key, value) -> {
                  assertThat(cursor.next()).as("seed %d", SEED).isTrue();
                  assertThat(cursor.key()).as("seed %d", SEED).isEqualTo(key);
                  assertThat(cursor.value()).as("seed %d", SEED).isEqualTo(value);
                });
            assertThat(cursor.next()).as("seed %d", SEED).isFalse();
          });
    }
  }

  @Test
  void lmdb() throws IOException, InterruptedException {
    require("mdb_load");
    Files.createDirectory(directory.resolve("source.lmdb"));
    SortedMap<byte[], byte[]> entries = entries();
    run("mdb_load -s users source.lmdb", dump("database=users\nmapsize=16777216\n", entries));
    runPipe("mdb_dump -s users source.lmdb |");
    assertLoaded("users", entries);
    Files.delete(directory.resolve("target.oct"));
    runPipe("mdb_dump -s users source.lmdb >");
    assertLoaded("users", entries);
  }

  /** Returns a number of some bytes as LMDB keeps it. */
  private static byte[] inNativeOrder(long number, int bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    return (bytes == Integer.BYTES ? buffer.putInt((int) number) : buffer.putLong(number)).array();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.BYTES, Long.BYTES})
  void integerKeysOfLmdb(int bytes) throws IOException, InterruptedException {
    require("mdb_load");
    require("perl");
    Files.createDirectory(directory.resolve("source.lmdb"));
    SortedMap<Long, byte[]> numbers = new TreeMap<>(Long::compareUnsigned);
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      numbers.put(
          bytes == Integer.BYTES ? Integer.toUnsignedLong((int) number) : number,
          new byte[] {(byte) i});
    }
    // In no order of LMDB: mdb_load puts them.
    SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    numbers.forEach((number, value) -> entries.put(inNativeOrder(number, bytes), value));
    run("mdb_load -s ids source.lmdb", dump("database=ids\nintegerkey=1\n", entries));
    runPipe("mdb_dump -s ids");
    try (Store store = Store.open(directory.resolve("target.oct"))) {
      store.view(
          tx -> {
            var map = tx.map("ids", Codecs.UNSIGNED_LONG, Codecs.BYTES);
            assertThat(map.keySet())
                .as("seed %d", SEED)
                .containsExactlyElementsOf(numbers.keySet());
            numbers.forEach(
                (number, value) ->
                    assertThat(map.get(number)).as("seed %d, %d", SEED, number).isEqualTo(value));
          });
    }
  }

  @Test
  void longsOfLmdb() throws IOException, InterruptedException {
    require("mdb_load");
    require("perl");
    assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    Files.createDirectory(directory.resolve("source.lmdb"));
    SortedMap<Long, Long> numbers = new TreeMap<>();
    SortedMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      long key = random.nextLong() >> random.nextInt(64);
      numbers.put(key, random.nextLong());
      entries.put(inNativeOrder(key, Long.BYTES), inNativeOrder(numbers.get(key), Long.BYTES));
    }
    run("mdb_load -s counters source.lmdb", dump("database=counters\nintegerkey=1\n", entries));
    runPipe("mdb_dump -s counters");
    try (Store store = Store.open(directory.resolve("target.oct"))) {
      store.view(
          tx -> {
            LongMap map = tx.longMap("counters");
            assertThat(map.keys().boxed())
                .as("seed %d", SEED)
                .containsExactlyElementsOf(numbers.keySet());
            numbers.forEach(
                (key, value) ->
                    assertThat(map.get(key, ~value)).as("seed %d, %d", SEED, key).isEqualTo(value));
          });
    }
  }

  @Test
  void berkeleyDb() throws IOException, InterruptedException {
    require("db_load");
    SortedMap<byte[], byte[]> entries = entries();
    run("db_load source.bdb", dump("", entries));
    runPipe("db_dump");
    assertLoaded("users", entries);
  }

  @Test
  void rocksDb() throws IOException, InterruptedException {
    require("ldb");
    SortedMap<byte[], byte[]> entries = entries();
    StringBuilder lines = new StringBuilder();
    entries.forEach(
        (key, value) -> lines.append("0x" + HEX.formatHex(key) + " ==> " + line("0x", value)));
    run("ldb --db=source.rocks --hex --create_if_missing load", lines.toString());
    runPipe("ldb");
    assertLoaded("users", entries);
  }

  @Test
  void rowsOfSqlite() throws IOException, InterruptedException {
    require("sqlite3");
    run(
        "sqlite3 -bail source.db",
        """
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, born TEXT);
        INSERT INTO people VALUES (1, 'Ada "L"', '1815-12-10'),
          (-9223372036854775808, 'a,b' || char(10) || 'c', NULL), (2, '', NULL);
        """);
    runPipe("sqlite3 -csv");
    assertThat(Octavo.run("scan", directory.resolve("target.oct"), "people").succeeds().out())
        .isEqualTo(
            """
            -9223372036854775808\t{"name":"a,b\\u000ac","born":null}
            1\t{"name":"Ada \\"L\\"","born":"1815-12-10"}
            2\t{"name":"","born":null}
            """);
  }

  @Test
  void blobsOfSqlite() throws IOException, InterruptedException {
    require("sqlite3");
    SortedMap<byte[], byte[]> entries = entries();
    StringBuilder script = new StringBuilder("CREATE TABLE files (path, data);\nBEGIN;\n");
    entries.forEach(
        (key, value) ->
            script.append(
                "INSERT INTO files VALUES (x'%s', x'%s');\n"
                    .formatted(HEX.formatHex(key), HEX.formatHex(value))));
    run("sqlite3 -bail source.db", script.append("COMMIT;\n").toString());
    runPipe("sqlite3 -separator");
    assertLoaded("files", entries);
  }
}
