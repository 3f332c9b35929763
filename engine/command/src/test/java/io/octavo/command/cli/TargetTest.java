package io.octavo.command.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import io.octavo.command.Octavo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No verb writes over a file unasked, none over a store, and none over a map it did not make. */
class TargetTest {
  private static final String PRECIOUS = "precious\n";

  @TempDir Path directory;
  private Path store;
  private Path trace;
  private Path text;

  @BeforeEach
  void setUp() throws IOException {
    store = directory.resolve("a.oct");
    trace = directory.resolve("a.trace");
    text = directory.resolve("a.txt");
    Octavo.run("trace", "record", trace, "put", store, "m", 1, 1).succeeds();
    Files.writeString(text, Octavo.run("trace", "text", trace).output());
  }

  /** Verbs that write pictures, by the target that stands at the end. */
  private List<List<Object>> pictures(Object target) {
    return List.of(
        List.of("inspect", store, "--html", target),
        List.of("map", store, "--svg", target),
        List.of("map", store, "--html", target),
        List.of("page", store, 0, "--svg", target),
        List.of("page", store, 0, "--html", target));
  }

  /** All other verbs that write a new file. */
  private List<List<Object>> others(Object target) {
    return List.of(
        List.of("backup", store, target),
        List.of("compact", store, "--into", target),
        List.of("salvage", store, target),
        List.of("trace", "pack", text, target),
        List.of("trace", "shrink", trace, "--into", target),
        List.of("demo", "--keep", target));
  }

  private List<List<Object>> all(Object target) {
    return Stream.concat(pictures(target).stream(), others(target).stream()).toList();
  }

  private static Octavo run(List<Object> arguments) {
    return Octavo.run(arguments.toArray());
  }

  @Test
  void aFileIsNotWrittenOver() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), PRECIOUS);
    Path empty = Files.createFile(directory.resolve("empty"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nothing"));

    for (Path target : List.of(file, empty, link, dangling)) {
      for (List<Object> verb : all(target)) {
        run(verb).fails(1, target + ": the file exists; name a file that does not");
      }
    }

    assertThat(file).hasContent(PRECIOUS);
    assertThat(empty).isEmptyFile();
    assertThat(Files.readSymbolicLink(dangling)).isEqualTo(Path.of("nothing"));
    assertThat(directory.resolve("nothing")).doesNotExist();
  }

  @Test
  void forceReplacesAFileAndTheFileBehindALink() throws IOException {
    for (List<Object> verb : pictures("x")) {
      Path file = Files.writeString(directory.resolve("file"), PRECIOUS);
      Path second = Files.createLink(directory.resolve("second"), file);
      Path link = Files.createSymbolicLink(directory.resolve("link"), file.getFileName());
      Object[] arguments = verb.toArray();
      arguments[arguments.length - 1] = link;

      Octavo.run(Stream.concat(Arrays.stream(arguments), Stream.of("--force")).toArray())
          .succeeds();

      assertThat(link).isSymbolicLink();
      assertThat(Files.readString(file)).startsWith("<");
      assertThat(second).hasContent(PRECIOUS);
      for (Path left : List.of(link, second, file)) {
        Files.delete(left);
      }
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()).toList())
          .containsExactlyInAnyOrder("a.oct", "a.oct.lock", "a.trace", "a.txt");
    }
  }

  @Test
  void aStoreIsNeverReplaced() throws IOException {
    Path other = directory.resolve("other.oct");
    Octavo.run("put", other, "m", 7, 7).succeeds();
    Path symbolic = Files.createSymbolicLink(directory.resolve("symbolic"), other.getFileName());
    Path hard = Files.createLink(directory.resolve("hard"), other);
    Path damaged = directory.resolve("damaged");
    byte[] bytes = Files.readAllBytes(other);
    // Only the last of the four meta pages is left.
    Arrays.fill(bytes, 0, 3 * 8192, (byte) 0);
    Files.write(damaged, Arrays.copyOf(bytes, 3 * 8192 + 60));

    try (Store open = Store.open(other)) {
      for (Path target : List.of(store, other, symbolic, hard, damaged)) {
        byte[] before = Files.readAllBytes(target);
        for (List<Object> verb : pictures(target)) {
          run(verb).fails(1, target + ": is a store; name another file");
          Octavo.run(Stream.concat(verb.stream(), Stream.of("--force")).toArray())
              .fails(1, target + ": is a store; name another file");
        }
        for (List<Object> verb : others(target)) {
          run(verb).fails(1, target + ": the file exists");
        }
        assertThat(target).hasBinaryContent(before);
      }
      assertThat(open.check().ok()).isTrue();
    }
  }

  @Test
  void nothingIsWrittenIfOneOfTwoTargetsIsRefused() throws IOException {
    Path svg = directory.resolve("new.svg");
    Path html = Files.writeString(directory.resolve("old.html"), PRECIOUS);

    Octavo.run("map", store, "--svg", svg, "--html", html).fails(1, "old.html: the file exists");
    Octavo.run("page", store, 0, "--svg", svg, "--html", html).fails(1, "old.html: the file");

    assertThat(svg).doesNotExist();
    assertThat(html).hasContent(PRECIOUS);
  }

  @Test
  void aTargetThatCannotBeWrittenIsNamed() {
    for (List<Object> verb : all(directory.resolve("absent/x"))) {
      run(verb).fails(1, "absent/x: the directory does not exist");
    }
    for (List<Object> verb : pictures(directory)) {
      run(verb).fails(1, directory + ": is a directory; name a file in it");
    }
  }

  @Test
  void aDeviceIsWrittenTo() {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device, LinkOption.NOFOLLOW_LINKS));

    pictures(device).forEach(verb -> run(verb).succeeds());

    assertThat(device).exists();
  }

  @Test
  void filesBesideATargetAreLeftAlone() throws IOException {
    Path beside = Files.writeString(directory.resolve("b.trace.part"), PRECIOUS);

    Octavo.run("trace", "pack", text, directory.resolve("b.trace")).succeeds();

    assertThat(beside).hasContent(PRECIOUS);
    Octavo.run("trace", "diff", trace, directory.resolve("b.trace")).succeeds();
  }
}
