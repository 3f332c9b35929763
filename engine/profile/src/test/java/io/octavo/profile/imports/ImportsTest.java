package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileContents;
import io.octavo.profile.ProfileStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Imports}. */
class ImportsTest {
  private static final String PROFILE = "p";
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final String PERF =
      """
      java 1/1 100.0: 5 cycles:
      \t1 f+0x1 (a)

      java 1/1 111.0: 6 cycles:
      \t1 f+0x2 (a)

      """;

  @TempDir static Path recordings;
  private static Path recording;

  @TempDir Path directory;
  private Store store;
  private long copiesBefore;

  @BeforeAll
  static void record() throws IOException, InterruptedException {
    recording = JfrWorkload.record(recordings.resolve("a.jfr"));
  }

  @BeforeEach
  void open() throws IOException {
    copiesBefore = copies();
    store = Store.inMemory();
  }

  @AfterEach
  void checkAndClose() {
    assertThat(problems(store)).isEmpty();
    store.close();
  }

  private static List<String> problems(Store store) {
    return store.<List<String>>read(
        tx ->
            ProfileStore.exists(tx, PROFILE)
                ? ProfileStore.open(tx, PROFILE).check()
                : new ArrayList<>());
  }

  private Imports imports() {
    return Imports.into(store, PROFILE);
  }

  private Path file(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    return Files.setLastModifiedTime(file, FileTime.from(NOON));
  }

  private static Map<String, Long> contents(Store store) {
    return ProfileContents.of(store, PROFILE);
  }

  @Test
  void collapsedStacksAddUp() throws IOException {
    Path file =
        file(
            "a.txt",
            "a;b 1\na;b 2\na 4\na;c 0\n# slot 1769860811\na;b 8\n# slot 1769860800\nd 16\n");
    ImportReport report = imports().labels(Labels.of("host", "x", "unit", "n")).file(file);

    assertThat(contents(store))
        .isEqualTo(
            Map.of(
                "host=x,unit=n 2026-01-31T12:00:00Z a", 4L,
                "host=x,unit=n 2026-01-31T12:00:00Z a;b", 3L,
                "host=x,unit=n 2026-01-31T12:00:00Z d", 16L,
                "host=x,unit=n 2026-01-31T12:00:10Z a;b", 8L));
    assertThat(report)
        .isEqualTo(
            new ImportReport(
                file.toString(),
                "collapsed",
                false,
                5,
                0,
                new TreeMap<>(Map.of(Labels.of("host", "x", "unit", "n"), 31L)),
                Optional.of(NOON),
                Optional.of(NOON.plusSeconds(11)),
                0,
                new TreeMap<>(Map.of("samples of weight 0", 1L))));
  }

  @Test
  void aFileIsImportedOnce() throws IOException {
    Path file = file("a.txt", "a;b 1\na;b 2\n");
    imports().file(file);
    Map<String, Long> once = contents(store);
    Path renamed = Files.move(file, directory.resolve("b.txt"));

    ImportReport again = imports().labels(Labels.of("host", "x")).time(NOON).collapsed(renamed);
    assertThat(again).isEqualTo(ImportReport.repeated(renamed.toString(), ImportFormat.COLLAPSED));
    assertThat(imports().time(NOON).collapsed(Files.newInputStream(renamed), "-").isRepeated())
        .isTrue();
    assertThat(contents(store)).isEqualTo(once);
    assertThat(Imports.into(store, "other").collapsed(renamed).isRepeated()).isFalse();

    assertThat(imports().file(file("c.txt", "a;b 2\na;b 1\n")).isRepeated()).isFalse();
    assertThat(contents(store).values()).containsExactly(6L);
  }

  @Test
  void streamsAreImportedAtOnceOrNotAtAll() throws IOException {
    byte[] text = "a 1\nb 2\nc 4\n".getBytes(UTF_8);
    assertThat(
            imports().batch(1).time(NOON).collapsed(new ByteArrayInputStream(text), "-").samples())
        .isEqualTo(3);
    Map<String, Long> before = contents(store);
    assertThat(before.values()).containsExactlyInAnyOrder(1L, 2L, 4L);

    byte[] bad = "a 1\nb 2\nc x\n".getBytes(UTF_8);
    assertThatThrownBy(() -> imports().batch(1).time(NOON).collapsed(in(bad), "-"))
        .hasMessageStartingWith("-: line 3: the weight 'x'");
    byte[] timeless = "a 1\nb 3\n".getBytes(UTF_8);
    assertThatThrownBy(() -> imports().collapsed(in(timeless), "-"))
        .hasMessage("-: the samples have no times; set one with --time or Imports.time");
    assertThat(imports().time(NOON).collapsed(in(text), "-").isRepeated()).isTrue();
    assertThat(contents(store)).isEqualTo(before);
  }

  private static ByteArrayInputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Test
  void contentsTellTheFormat() throws IOException {
    assertThat(imports().file(recording).format()).isEqualTo("jfr");
    assertThat(imports().file(file("b", PERF)).format()).isEqualTo("perf");
    assertThat(imports().file(file("c", "# captured on x\n\n" + PERF)).format()).isEqualTo("perf");
    Imports samples = imports().labels(Labels.of("type", "t", "unit", "samples"));
    assertThat(samples.file(file("d", "\na;b 1")).format()).isEqualTo("collapsed");
    assertThat(samples.file(packed("e", "a;b 1")).format()).isEqualTo("collapsed");
    assertThat(imports().file(packed("f", PERF)).format()).isEqualTo("perf");
    assertThat(contents(store))
        .containsEntry("type=cycles,unit=cycles 2026-01-31T12:00:00Z java;f", 15L);
    assertThatThrownBy(() -> imports().file(file("g", "")))
        .hasMessage(directory.resolve("g") + ": the file is empty");
    assertThatThrownBy(() -> imports().file(file("h", "hello, world\n")))
        .hasMessageStartingWith(directory.resolve("h") + ": no profile of a known format");
  }

  @Test
  void textIsReadWithAnyLettersAndLengthsOfLines() throws IOException {
    String deep = "frame;".repeat(4_000) + "leaf";
    for (String stack :
        List.of(deep, "\u0445;f", "\u5168", "\u00C5ngstr\u00F6m", "a\u0085b;\u2028")) {
      Imports samples = imports().labels(Labels.of("type", "t"));
      assertThat(samples.file(file("a", stack + " 3\n")).format()).as(stack).isEqualTo("collapsed");
      assertThat(contents(store)).containsEntry("type=t 2026-01-31T12:00:00Z " + stack, 3L);
      String perf = PERF.replace("java", stack.substring(stack.lastIndexOf(';') + 1));
      assertThat(imports().file(file("b", perf)).format()).as(stack).isEqualTo("perf");
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    String slots = "# slot 1769860800\na;b 1\n# slot 1769860811\na;b 2\n";
    for (String name : List.of("file", "stream")) {
      byte[] text = ("\uFEFF" + slots).getBytes(UTF_8);
      Path file = Files.write(directory.resolve(name), text);
      Imports samples = Imports.into(store, name);
      ImportReport report =
          name.equals("file") ? samples.file(file) : samples.collapsed(in(text), name);
      assertThat(report.format()).isEqualTo("collapsed");
      assertThat(ProfileContents.of(store, name))
          .isEqualTo(Map.of(" 2026-01-31T12:00:00Z a;b", 1L, " 2026-01-31T12:00:10Z a;b", 2L));
    }
    assertThat(imports().file(file("perf", "\uFEFF" + PERF)).format()).isEqualTo("perf");
    assertThat(contents(store))
        .containsEntry("type=cycles,unit=cycles 2026-01-31T12:00:00Z java;f", 5L);
  }

  @Test
  void textInUtf16IsRefusedByName() throws IOException {
    for (String text : List.of("a;b 1\n", PERF)) {
      for (Charset charset : List.of(UTF_16LE, UTF_16BE)) {
        Path file = Files.write(directory.resolve("a"), ("\uFEFF" + text).getBytes(charset));
        assertThatThrownBy(() -> imports().file(file)).satisfies(e -> isOfUtf16(e, file));
        assertThatThrownBy(() -> imports().collapsed(file)).satisfies(e -> isOfUtf16(e, file));
        assertThatThrownBy(() -> imports().perf(file)).satisfies(e -> isOfUtf16(e, file));
      }
    }
    assertThat(store.<Boolean>read(tx -> ProfileStore.exists(tx, PROFILE))).isFalse();
  }

  private static void isOfUtf16(Throwable e, Path file) {
    assertThat(e)
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith(file + ": the text is UTF-16")
        .hasMessageContaining("convert it to UTF-8");
  }

  @Test
  void aRecordingMayBeCompressed() throws IOException {
    imports().file(recording);
    Map<String, Long> plain = contents(store);
    Path packed = packed("a.jfr.gz", Files.readAllBytes(recording));
    ImportReport report = Imports.into(store, "packed").file(packed);
    assertThat(report.format()).isEqualTo("jfr");
    assertThat(report.source()).isEqualTo(packed.toString());
    assertThat(ProfileContents.of(store, "packed")).isEqualTo(plain);
    assertThat(Imports.into(store, "packed").jfr(packed).isRepeated()).isTrue();

    byte[] bytes = Files.readAllBytes(recording);
    Path cut = packed("b.jfr.gz", Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> imports().file(cut))
        .hasMessageStartingWith(cut + ": byte 0: the chunk of the recording");
    assertThat(copies()).isEqualTo(copiesBefore);
  }

  /** As {@code <(command)} of a shell is. */
  @ParameterizedTest
  @ValueSource(strings = {"collapsed", "perf", "jfr", "collapsed.gz", "jfr.gz"})
  @Timeout(60)
  void aPipeIsAnInputOfAnyFormat(String name) throws IOException, InterruptedException {
    String format = name.replace(".gz", "");
    Path file = sample(format);
    Path source = name.equals(format) ? file : packed("source", Files.readAllBytes(file));
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo");
    Process writer =
        new ProcessBuilder("sh", "-c", "cat \"$0\" > \"$1\"", "" + source, "" + pipe).start();
    ImportReport report = imports().time(NOON).file(pipe);
    assertThat(writer.waitFor()).isZero();
    assertThat(report.format()).isEqualTo(format);
    assertThat(report.source()).isEqualTo(pipe.toString());
    assertThat(report.samples()).isPositive();
    assertThat(imports().time(NOON).file(source).isRepeated()).isTrue();
    assertThat(copies()).isEqualTo(copiesBefore);
  }

  @Test
  @Timeout(60)
  void samplesOfAPipeHaveNoTimeByThemselves() throws IOException, InterruptedException {
    for (String text : List.of("a 1\n", PERF, "x\n")) {
      Path pipe = directory.resolve("pipe");
      assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo");
      Process writer =
          new ProcessBuilder("sh", "-c", "printf %s \"$0\" > \"$1\"", text, "" + pipe).start();
      assertThatThrownBy(() -> imports().file(pipe))
          .isInstanceOf(ImportException.class)
          .hasMessageStartingWith(
              pipe + (text.equals("x\n") ? ": no profile of a" : ": the samples have no times"));
      assertThat(writer.waitFor()).isZero();
      Files.delete(pipe);
    }
    assertThat(copies()).isEqualTo(copiesBefore);
  }

  /** Returns the number of temporary files of imports. */
  private static long copies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.toString().endsWith(".import")).count();
    }
  }

  private Path packed(String name, String text) throws IOException {
    return packed(name, text.getBytes(UTF_8));
  }

  private Path packed(String name, byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text);
    }
    Path file = Files.write(directory.resolve(name), bytes.toByteArray());
    return Files.setLastModifiedTime(file, FileTime.from(NOON));
  }

  @Test
  void damagedGzipIsNamed() throws IOException {
    Path file = packed("a.gz", "a;b 1\n".repeat(1_000));
    byte[] bytes = Files.readAllBytes(file);
    Path cut = Files.write(directory.resolve("b.gz"), Arrays.copyOf(bytes, bytes.length - 9));
    assertThatThrownBy(() -> imports().file(cut))
        .isInstanceOf(ImportException.class)
        .hasMessage(
            cut
                + ": the gzip data is cut off: it ends after "
                + (bytes.length - 9)
                + " bytes; copy it again");
  }

  /** Fails after each commit, and in the middle of a batch. */
  @ParameterizedTest
  @CsvSource({"collapsed, 10", "collapsed, 1000", "perf, 7", "jfr, 1", "jfr, 16"})
  void anImportThatWasInterruptedCountsNothingTwice(String format, int batch) throws IOException {
    Path file = sample(format);
    Map<String, Long> clean;
    ImportReport whole;
    try (Store other = Store.inMemory()) {
      whole = Imports.into(other, PROFILE).batch(batch).file(file);
      clean = contents(other);
    }
    long calls = 1;
    ImportReport report = null;
    while (report == null) {
      try {
        report = imports().batch(batch).progress(new FailingListener(calls)).file(file);
      } catch (FailedOnPurpose e) {
        calls += 1 + calls / 4;
      }
    }
    assertThat(contents(store)).isEqualTo(clean);
    assertThat(report.resumedAfter()).isPositive();
    assertThat(report.samples()).isLessThan(whole.samples());
    assertThat(imports().file(file).isRepeated()).isTrue();
  }

  private Path sample(String format) throws IOException {
    StringBuilder text = new StringBuilder();
    switch (format) {
      case "jfr" -> {
        return recording;
      }
      case "perf" -> {
        for (int i = 0; i < 100; i++) {
          text.append(PERF.replace("100.0", 100 + i + ".0").replace("f+", "f" + i % 7 + "+"));
        }
      }
      default -> {
        for (int i = 0; i < 3_000; i++) {
          text.append(i % 100 == 0 ? "# slot " + 10L * (i % 13) + "\n" : "");
          text.append("main;f").append(i % 17).append(";g").append(i % 5).append(" 3\n");
        }
      }
    }
    return file("a", text.toString());
  }

  private static final class FailedOnPurpose extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final class FailingListener implements LongConsumer {
    private long left;

    FailingListener(long calls) {
      left = calls;
    }

    @Override
    public void accept(long done) {
      if (--left == 0) {
        throw new FailedOnPurpose();
      }
    }
  }

  @Test
  void aMalformedFileAddsNothingAndCanBeCorrected() throws IOException {
    Path file = file("a.txt", "a 1\n".repeat(1_000) + "b x\n");
    assertThatThrownBy(() -> imports().batch(10).file(file))
        .hasMessageStartingWith(file + ": line 1001: the weight 'x'");
    imports().batch(10).file(file("a.txt", "a 1\n".repeat(1_000) + "b 1\n"));
    assertThat(contents(store).values()).containsExactly(1_000L, 1L);
  }

  @Test
  void aRecordingThatIsCutOffAddsNothing() throws IOException {
    byte[] bytes = Files.readAllBytes(recording);
    for (int length : new int[] {4, 67, 68, bytes.length / 2, bytes.length - 1}) {
      Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> imports().file(cut))
          .isInstanceOf(ImportException.class)
          .hasMessageStartingWith(cut + ": byte 0: the chunk of the recording");
    }
    assertThat(store.<Boolean>read(tx -> ProfileStore.exists(tx, PROFILE))).isFalse();
  }

  /** The parser of the JDK throws an InternalError for such a name. */
  @Test
  void anImpossibleNameOfATypeIsNamed() throws IOException {
    byte[] bytes = Files.readAllBytes(recording);
    String text = new String(bytes, ISO_8859_1);
    bytes[text.indexOf("jdk.ExecutionSample") + "jdk".length()] = '&';
    Path file = Files.write(directory.resolve("damaged"), bytes);
    assertThatThrownBy(() -> imports().file(file))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith(file + ": event 1: the recording is damaged (");
  }

  /** The parser of the JDK may accept a damaged byte, but must not throw just anything. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aDamagedRecordingIsNamed(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = Files.readAllBytes(recording);
    for (int i = 0; i < 10; i++) {
      byte[] damaged = bytes.clone();
      damaged[68 + random.nextInt(bytes.length - 68)] ^= (byte) (1 << random.nextInt(8));
      Path file = Files.write(directory.resolve("damaged"), damaged);
      try (Store other = Store.inMemory()) {
        Imports.into(other, PROFILE).file(file);
        assertThat(problems(other)).isEmpty();
      } catch (ImportException e) {
        assertThat(e).hasMessageStartingWith(file + ": event ");
      }
    }
  }

  @Test
  void samplesBeforeTheBorderAreSkipped() throws IOException {
    imports().file(file("a", "# slot 1000\na 1\n# slot 2000\na 2\n"));
    store.write(tx -> ProfileStore.open(tx, PROFILE).deleteBefore(Instant.ofEpochSecond(1_500)));
    ImportReport report = imports().file(file("b", "# slot 1499\na 4\nb 1\n# slot 1500\na 8\n"));
    assertThat(report.skipped())
        .isEqualTo(
            Map.of(
                "samples before 1970-01-01T00:25:00Z, the time before which slots were"
                    + " deleted",
                2L));
    assertThat(report.samples()).isEqualTo(1);
    assertThat(contents(store).values()).containsExactly(8L, 2L);
  }

  @Test
  void slotsAreThoseOfTheProfile() throws IOException {
    imports().slot(Duration.ofSeconds(1)).file(file("a", "# slot 1\na 1\n# slot 2\na 2\n"));
    imports().file(file("b", "# slot 2\na 4\n"));
    assertThat(contents(store).values()).containsExactly(1L, 6L);
    assertThatThrownBy(
            () -> imports().slot(Duration.ofSeconds(2)).file(file("c", "# slot 2\na 4\n")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slots of PT1S");
  }

  @Test
  void namesAreNormalUnlessExactOnesAreWanted() throws IOException {
    String text =
        "a.B$$Lambda$1/0x0000000800c03000.run 1\na.B$$Lambda$2/0x0000000800c04000.run 2\n";
    imports().file(file("a", text));
    Imports.into(store, "exact").exactNames().file(file("a", text));
    assertThat(contents(store)).isEqualTo(Map.of(" 2026-01-31T12:00:00Z a.B$$Lambda.run", 3L));
    assertThat(
            store.<Integer>read(
                tx ->
                    ProfileStore.open(tx, "exact")
                        .query(Labels.NONE, Instant.MIN, Instant.MAX)
                        .size()))
        .isEqualTo(2);
  }

  @Test
  void lambdasAreNamedByWhatTheyCallInEachRun() throws IOException {
    imports()
        .file(
            file(
                "a",
                """
                a.B.run;a.B$$Lambda$1/0x0000000800c03000.run;a.B.lambda$run$0 1
                a.B.run;a.B$$Lambda$2/0x0000000800c04000.run;a.B.lambda$run$1;c 2
                a.B.run;a.B$$Lambda$2/0x0000000800c04000.run 4
                """));
    imports().file(file("b", "a.B.run;a.B$$Lambda/0x0000000031045438.run;a.B.lambda$run$1 8\n"));
    String time = " 2026-01-31T12:00:00Z ";
    assertThat(contents(store))
        .isEqualTo(
            Map.of(
                time + "a.B.run;a.B$$Lambda[lambda$run$0].run;a.B.lambda$run$0", 1L,
                time + "a.B.run;a.B$$Lambda[lambda$run$1].run;a.B.lambda$run$1;c", 2L,
                time + "a.B.run;a.B$$Lambda.run", 4L,
                time + "a.B.run;a.B$$Lambda[lambda$run$1].run;a.B.lambda$run$1", 8L));
  }

  @Test
  void weightsThatAreTooLargeAreRefused() throws IOException {
    Path file = file("a", "a 9223372036854775807\nb 1\n");
    assertThatThrownBy(() -> imports().file(file))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith(file + ": sample 2: the weights of series");
  }
}
