package io.octavo.command.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** compact and backup keep every entry and replace nothing. */
class CopyCommandsTest {
  @TempDir Path directory;
  private Path store;
  private String contents = "";

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    Octavo.loadSquares(store, "kept", 100);
    Octavo.loadSquares(store, "thinned", 50_000);
    Octavo.loadSquares(store, "last", 100);
    List<Object> del = new ArrayList<>(List.of("del", store, "thinned"));
    for (long key = 30_000; key < 150_000; key += 3) {
      del.add(key);
    }
    Octavo.run(del.toArray()).succeeds();
    contents = contents(store);
  }

  private static String contents(Path path) {
    StringBuilder all = new StringBuilder();
    for (String map : List.of("kept", "thinned", "last")) {
      all.append(Octavo.run("scan", path, map).succeeds().out());
    }
    Octavo.run("check", path).succeeds();
    return all.toString();
  }

  @Test
  void compactShortensTheFileInPlace() throws IOException {
    long before = Files.size(store);
    String out = Octavo.run("compact", store).succeeds().out();

    long after = Files.size(store);
    assertThat(out)
        .isEqualTo(
            "%s: %s bytes, %s before\n".formatted(store, Text.count(after), Text.count(before)));
    assertThat(after).isLessThan(before / 2);
    assertThat(contents(store)).isEqualTo(contents);
    Map<?, ?> again = (Map<?, ?>) Octavo.run("compact", store, "--json").succeeds().json();
    assertThat(((Number) again.get("bytesMoved")).longValue()).isZero();
    assertThat(((Number) again.get("bytes")).longValue()).isEqualTo(after);
  }

  @Test
  void compactToAndBackupWriteANewStore() throws IOException {
    byte[] source = Files.readAllBytes(store);
    Path small = directory.resolve("small.oct");
    Path copy = directory.resolve("copy.oct");
    Octavo.run("compact", store, "--into", small).succeeds();
    String out = Octavo.run("backup", store, copy).succeeds().out();

    assertThat(out).isEqualTo("%s: %s bytes\n".formatted(copy, Text.count(Files.size(copy))));
    for (Path made : List.of(small, copy)) {
      assertThat(contents(made)).isEqualTo(contents);
      assertThat(Files.size(made)).isLessThan(source.length / 2);
    }
    assertThat(Files.readAllBytes(store)).isEqualTo(source);
    Octavo.run("compact", store, "--into", small).fails(1, "exists");
    Octavo.run("backup", store, copy).fails(1, "exists");
    Octavo.run("backup", store, store).fails(1, "exists");
  }

  @Test
  void backupToStandardOutputIsAStore() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "backup",
            store.toString(),
            "-");
    assertThat(exitCode).isZero();
    assertThat(err.toByteArray()).isEmpty();
    Path copy = directory.resolve("copy.oct");
    Files.write(copy, out.toByteArray());
    assertThat(contents(copy)).isEqualTo(contents);
    Octavo.run("backup", store, "-", "--json").fails(2, "--json");
  }

  @Test
  void aDamagedStoreIsNotCopied() throws IOException {
    byte[] bytes = Files.readAllBytes(store);
    for (int page = 4; page < bytes.length / 8192; page++) {
      bytes[page * 8192 + 60] ^= 1;
    }
    Files.write(store, bytes);
    Path copy = directory.resolve("copy.oct");
    assertThat(Octavo.run("backup", store, copy).exitCode()).isIn(1, 3);
    assertThat(Octavo.run("compact", store).exitCode()).isIn(1, 3);
    assertThat(copy).doesNotExist();
  }

  /** A copy goes on until the store is closed, or to its end. */
  @Test
  @Timeout(60)
  void aCopyEndsWhereThePersonHasGivenUp() {
    AtomicBoolean isStopped = new AtomicBoolean();
    Streams streams = streams(OutputStream.nullOutputStream(), isStopped);
    assertThatThrownBy(
            () ->
                new CopyRun(streams, Progress.Choice.never())
                    .run(
                        store,
                        open ->
                            open.view(
                                tx -> {
                                  isStopped.set(true);
                                  while (true) {
                                    tx.longMap("kept").get(0, -1);
                                  }
                                })))
        .isInstanceOf(Failure.class)
        .hasMessage("interrupted");
  }

  @Test
  void aCopyThatFailsByItselfTellsWhy() {
    Streams streams = streams(OutputStream.nullOutputStream(), new AtomicBoolean());
    assertThatThrownBy(
            () ->
                new CopyRun(streams, Progress.Choice.never())
                    .run(store, open -> open.backupTo(store)))
        .hasMessageContaining("exists");
  }

  @Test
  void aCopyToStandardOutputEndsBetweenTwoWrites() {
    AtomicBoolean isStopped = new AtomicBoolean();
    AtomicLong written = new AtomicLong();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            written.incrementAndGet();
            isStopped.set(true);
          }
        };
    int exitCode = Main.run(streams(out, isStopped), "backup", store.toString(), "-");
    assertThat(exitCode).isEqualTo(1);
    assertThat(written).hasValueBetween(1, 100_000);
  }

  private Streams streams(OutputStream out, AtomicBoolean isStopped) {
    PrintStream err = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    return new Streams(
        InputStream.nullInputStream(),
        new PrintStream(out, false, UTF_8),
        err,
        Screen.NONE,
        isStopped::get,
        null);
  }
}
