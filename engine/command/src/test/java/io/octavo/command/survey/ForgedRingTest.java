package io.octavo.command.survey;

import static io.octavo.command.ForgedRing.LISTS;
import static io.octavo.command.ForgedRing.LONGS;
import static io.octavo.command.ForgedRing.NEXT;
import static io.octavo.command.ForgedRing.PIECES;
import static io.octavo.command.ForgedRing.STRINGS;
import static io.octavo.command.ForgedRing.log;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.ForgedRing;
import io.octavo.command.Octavo;
import io.octavo.error.CorruptionException;
import io.octavo.page.ring.OperationLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rings with right checksums and operations that no store writes: check finds what keeps a store
 * from being opened or read, and nothing else.
 */
class ForgedRingTest {
  private static final byte[] KEY = {1, 2, 3};

  @TempDir static Path directory;
  private static ForgedRing ring;

  @BeforeAll
  static void makeStore() throws IOException {
    ring = ForgedRing.make(directory);
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Forgery(String name, String reason, byte[] operations) {}

  private static Forgery of(String name, String reason, Consumer<OperationLog> operations) {
    return new Forgery(name, reason, log(operations));
  }

  private static Forgery raw(String name, String reason, Object... parts) {
    return new Forgery(name, reason, ForgedRing.raw(parts));
  }

  private static List<Forgery> refused() {
    byte[] tooLong = new byte[2001];
    return List.of(
        of("a new map of a taken name", "name=longs is taken", o -> o.create(NEXT, 1, "longs")),
        of("a new name that is taken", "name=lists is taken", o -> o.rename(LONGS, "lists")),
        of("its own name again", "name=longs is taken", o -> o.rename(LONGS, "longs")),
        of("a name of the store itself", "is taken", o -> o.create(NEXT, 3, ForgedRing.pieces())),
        of("an identifier that was given", "id=1 is not the next", o -> o.create(LONGS, 1, "a")),
        of("an identifier left out", "id=6 is not the next", o -> o.create(NEXT + 1, 1, "a")),
        of("the greatest identifier", "is not the next", o -> o.create(-1, 1, "a")),
        of("a put to no map", "id=5 is not a collection", o -> o.put(NEXT, 1, 1)),
        of("a remove from no map", "id=5 is not a collection", o -> o.remove(NEXT, 1)),
        of("a range of no map", "id=5 is not a collection", o -> o.removeRange(NEXT, 1, 2)),
        of("bytes put to no map", "id=5 is not a collection", o -> o.putBytes(NEXT, KEY, KEY)),
        of("bytes removed from no map", "id=5 is no", o -> o.removeBytes(NEXT, KEY)),
        of("a range of bytes of no map", "id=5 is no", o -> o.removeBytesRange(NEXT, KEY, null)),
        of("no map cleared", "id=5 is not a collection", o -> o.clear(NEXT)),
        of("no map described", "id=5 is not a collection", o -> o.describe(NEXT, 0, 0, KEY)),
        of("no map dropped", "id=5 is not a collection", o -> o.drop(NEXT)),
        of("no map renamed", "id=5 is not a collection", o -> o.rename(NEXT, "b")),
        of(
            "a put to a map of bytes",
            "id=2 is a map of byte strings; the operation is for longs",
            o -> o.put(STRINGS, 1, 1)),
        of(
            "a put to lists",
            "id=4 is posting lists; the operation is for longs",
            o -> o.put(LISTS, 1, 1)),
        of(
            "a put to pieces",
            "id=3 is the large values of a map; the operation is for longs",
            o -> o.put(PIECES, 1, 1)),
        of("a remove from a map of bytes", "is for longs", o -> o.remove(STRINGS, 1)),
        of("a range of a map of bytes", "is for longs", o -> o.removeRange(STRINGS, 1, 2)),
        of(
            "bytes put to longs",
            "id=1 is a map of longs; the operation is for byte strings",
            o -> o.putBytes(1, KEY, KEY)),
        of("bytes removed from longs", "is for byte strings", o -> o.removeBytes(LONGS, KEY)),
        of(
            "a range of bytes of longs",
            "is for byte strings",
            o -> o.removeBytesRange(1, KEY, null)),
        of("bytes put to pieces", "is for byte strings", o -> o.putBytes(PIECES, KEY, KEY)),
        of(
            "a put to a new map of an unknown type",
            "id=5 is a collection of type 99; the operation is for longs",
            o -> {
              o.create(NEXT, 99, "new");
              o.put(NEXT, 1, 1);
            }),
        of(
            "a put to a map that was dropped",
            "id=1 is not a collection",
            o -> {
              o.put(LONGS, 1, 1);
              o.drop(LONGS);
              o.put(LONGS, 2, 1);
            }),
        of(
            "large values, whose name another map has",
            "which the large values of new needs, is taken",
            o -> {
              o.create(NEXT, 2, "new");
              o.create(NEXT + 1, 1, "\0values " + NEXT);
              o.putBytes(NEXT, KEY, new byte[5_000]);
            }),
        of(
            "the pieces of a map that was dropped",
            "id=6 is not a collection",
            o -> {
              o.create(NEXT, 2, "new");
              o.putBytes(NEXT, KEY, new byte[5_000]);
              o.clear(NEXT + 1);
              o.drop(NEXT);
              o.clear(NEXT + 1);
            }),
        of(
            "a table of strings under the number of an index",
            "id=6 is not the next",
            o -> {
              o.create(NEXT, 5, "d");
              o.create(NEXT + 1, 5, "e");
            }),
        of(
            "an index dropped",
            "id=6 is the index of a collection; the operation is for the collection that has",
            o -> {
              o.create(NEXT, 5, "d");
              o.drop(NEXT + 1);
            }),
        of("a key of 2,001 bytes", "key.length=2001", o -> o.putBytes(STRINGS, tooLong, KEY)),
        raw("no operation at all", "tag=0 is not an operation", 0),
        raw("an unknown operation", "tag=13 is not an operation", 1, 1, 13),
        raw("an operation without a collection", "id=0 is not a collection", 2, 0, 0),
        raw("collection 0", "0 is not the identifier", 1, 0, 5),
        raw("a collection of 33 bits", "not the identifier", 1, 0x80, 0x80, 0x80, 0x80, 0x10, 5),
        raw("a number of 71 bits", "64 bits", 1, 1, 2, ones(10), 1),
        raw("a put cut off", "ends behind its record", 1, 1, 2, 2),
        raw("a selection cut off", "ends behind its record", 1),
        raw("bytes cut off", "ends behind its record", 1, STRINGS, 10, 4, "abc"),
        raw("a name cut off", "ends behind its record", 1, NEXT, 6, 1, 9, "name"),
        raw("an empty name", "", 1, NEXT, 6, 1, 0),
        raw("a name that is no UTF-8", "a name is not in UTF-8", 1, NEXT, 6, 1, 1, 0xFF),
        raw("a long tail", "a tail of 1025 bytes", 1, 1, 9, 0, 0, 0, 0, 1, 4, new byte[1025]),
        raw("a tail cut off", "a tail of 5 bytes", 1, 1, 9, 0, 0, 0, 0, 5, 0, 1),
        raw("an end that is neither", "flag=2 is neither 0 nor 1", 1, STRINGS, 12, 0, 2));
  }

  private static byte[] ones(int count) {
    byte[] ones = new byte[count];
    Arrays.fill(ones, (byte) 0xFF);
    return ones;
  }

  private static List<Forgery> accepted() {
    byte[] longest = new byte[2000];
    return List.of(
        new Forgery("an empty commit", "", new byte[0]),
        raw("a selection only", "", 1, 1),
        raw("a selection of no collection", "", 1, 77),
        of("a reversed range", "", o -> o.removeRange(LONGS, 9, 3)),
        of("a reversed range of bytes", "", o -> o.removeBytesRange(STRINGS, new byte[] {9}, KEY)),
        of("keys that are not there", "", o -> o.remove(LONGS, 1)),
        of("a key of 2,000 bytes", "", o -> o.putBytes(STRINGS, longest, longest)),
        of("a new map of an unknown type", "", o -> o.create(NEXT, 99, "new")),
        of("a new map that begins as those of the store", "", o -> o.create(NEXT, 1, "\0new")),
        raw("a number longer than it must be", "", 1, 0x81, 0, 2, 0x80, 0, 2),
        of(
            "a map of an unknown type described and renamed",
            "",
            o -> {
              o.create(NEXT, 99, "new");
              o.describe(NEXT, 1, 2, KEY);
              o.rename(NEXT, "newer");
            }),
        of(
            "a map of longs that has the name of pieces, before and behind the drop of their map",
            "",
            o -> {
              o.create(NEXT, 2, "new");
              o.create(NEXT + 1, 1, "\0values " + NEXT);
              o.put(NEXT + 1, 1, 1);
              o.clear(NEXT);
              o.clear(NEXT + 1);
              o.drop(NEXT);
              o.put(NEXT + 1, 1, 1);
              o.rename(NEXT + 1, "newer");
            }),
        of(
            "pieces that were dropped are created again",
            "",
            o -> {
              o.create(NEXT, 2, "new");
              o.putBytes(NEXT, KEY, new byte[5_000]);
              o.removeBytes(NEXT, KEY);
              o.drop(NEXT + 1);
              o.putBytes(NEXT, KEY, new byte[5_000]);
              o.create(NEXT + 3, 1, "after both");
            }),
        of(
            "pieces without values renamed, and created again",
            "",
            o -> {
              o.create(NEXT, 2, "new");
              o.putBytes(NEXT, KEY, new byte[5_000]);
              o.removeBytes(NEXT, KEY);
              o.rename(NEXT + 1, "pieces");
              o.putBytes(NEXT, KEY, new byte[5_000]);
              o.create(NEXT + 3, 1, "after both");
            }),
        of(
            "what a store writes",
            "",
            o -> {
              o.put(LONGS, 4, 5);
              o.removeRange(LONGS, 30, 3_000);
              o.putBytes(STRINGS, KEY, new byte[60_000]);
              o.removeBytes(STRINGS, "key 7".getBytes(UTF_8));
              o.drop(LISTS);
              o.create(NEXT, 4, "lists");
            }));
  }

  /** Commits that can be done, of which no store can be read. */
  private static List<Forgery> breaking() {
    return List.of(
        of("an entry of lists that is none", "R30", o -> o.putBytes(LISTS, KEY, KEY)),
        of(
            "a number of lists without a list",
            "R30",
            o -> {
              o.create(NEXT, 4, "new");
              o.putBytes(NEXT, new byte[0], new byte[1]);
            }),
        of(
            "the pieces of a value renamed to those of longs, which are dropped",
            "R29",
            o -> {
              o.rename(PIECES, "\0values " + LONGS);
              o.drop(LONGS);
            }),
        of("the number of lists gone", "R30", o -> o.removeBytes(LISTS, new byte[0])),
        of("the pieces of a value dropped", "R29", o -> o.drop(PIECES)),
        of("the pieces of a value cleared", "R29", o -> o.clear(PIECES)),
        of("the pieces of a value renamed", "R29", o -> o.rename(PIECES, "pieces")));
  }

  @TestFactory
  Stream<DynamicTest> whatCannotBeDoneIsFoundByCheckAndRefusedByAll() {
    return refused().stream()
        .map(forged -> DynamicTest.dynamicTest(forged.name(), () -> isRefused(forged)));
  }

  /** The forged commit is the second one, and a third would follow. */
  private void isRefused(Forgery forged) throws IOException {
    byte[] sound = log(o -> o.put(LONGS, 1, 1));
    Path file = write(sound, forged.operations(), sound);

    Octavo check = Octavo.run("check", file);

    assertThat(check.out())
        .startsWith("the commit ring cannot be replayed: page ")
        .contains("breaks rule R27 (commit ring)", "found commit 3: ", forged.reason())
        .contains("1 problem found, ");
    assertThat(check.exitCode()).isEqualTo(1);
    Octavo.run("dump", file).fails(3, "R27", "commit 3: ");
    Octavo.run("maps", file).fails(3, "R27", "commit 3: ");
    for (boolean readOnly : new boolean[] {true, false}) {
      assertThatThrownBy(() -> Store.open(file, StoreOptions.defaults().readOnly(readOnly)).close())
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining(forged.reason());
    }
  }

  /** What comes before and behind the forged commit is saved. */
  @TestFactory
  Stream<DynamicTest> salvageTellsWhatItHasLeftOut() {
    return refused().stream()
        // Where the map is gone, so is what is put behind the forged commit.
        .filter(forged -> !forged.name().equals("a put to a map that was dropped"))
        .map(forged -> DynamicTest.dynamicTest(forged.name(), () -> isLeftOut(forged)));
  }

  private void isLeftOut(Forgery forged) throws IOException {
    Path file =
        write(log(o -> o.put(LONGS, 1, 1)), forged.operations(), log(o -> o.put(LONGS, 4, 4)));
    Path saved = freshFile("saved.oct");

    Octavo salvage = Octavo.run("salvage", file, saved);

    assertThat(salvage.exitCode()).isEqualTo(1);
    assertThat(salvage.out())
        .contains("commit 3 of the ring is skipped or applied in part: ")
        .contains("ring     3 commits after the last checkpoint, 2 replayed\n")
        .contains("map      strings: 301 entries", "map      lists: 7 lists");
    Octavo.run("check", saved).succeeds();
    assertThat(Octavo.run("maps", saved).output()).doesNotContain("lost-");
    assertThat(Octavo.run("get", saved, "longs", 1, 4).output()).isEqualTo("1\t1\n4\t4\n");
  }

  private static Path freshFile(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.deleteIfExists(file);
    return file;
  }

  @TestFactory
  Stream<DynamicTest> whatCanBeDoneIsNoProblem() {
    return accepted().stream()
        .map(forged -> DynamicTest.dynamicTest(forged.name(), () -> isAccepted(forged)));
  }

  private void isAccepted(Forgery forged) throws IOException {
    Path file = write(log(o -> o.put(LONGS, 1, 1)), forged.operations());

    assertThat(Octavo.run("check", file).output())
        .startsWith("ok: ")
        .contains(" and 2 commits of the commit ring checked in ");

    Octavo.run("maps", file).succeeds();
    assertThat(problem(file)).isNull();
    Octavo salvage = Octavo.run("salvage", file, freshFile("saved.oct"));
    // Of pieces, salvage takes what the values of maps say.
    if (forged.name().contains("unknown type") || forged.name().contains("pieces")) {
      assertThat(salvage.exitCode()).isEqualTo(1);
    } else {
      assertThat(salvage.output()).contains("ring     2 commits after the last checkpoint, all re");
    }
  }

  @TestFactory
  Stream<DynamicTest> whatMakesAStoreUnreadableIsFoundByCheck() {
    return breaking().stream()
        .map(forged -> DynamicTest.dynamicTest(forged.name(), () -> isFound(forged)));
  }

  private void isFound(Forgery forged) throws IOException {
    Path file = write(forged.operations());

    Octavo check = Octavo.run("check", file);

    assertThat(check.out()).contains("after replay of the commit ring: ", forged.reason());
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(problem(file)).contains(forged.reason());
  }

  /** Any operations on any collections: check and those who use the store agree. */
  @Test
  void checkFindsWhatUseFinds() throws IOException {
    int sound = 0;
    int seeds = 60;
    for (int seed = 1; seed <= seeds; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<byte[]> commits = new ArrayList<>();
      for (int commit = random.nextInt(3); commit >= 0; commit--) {
        commits.add(operations(random));
      }
      Path file = write(commits.toArray(byte[][]::new));

      Octavo check = Octavo.run("check", file);
      String found = problem(file);

      assertThat(check.exitCode() == 0)
          .as("seed %d: check says %s, use finds %s", seed, check, found)
          .isEqualTo(found == null);
      assertThat(check.err()).as("seed %d", seed).isEmpty();
      Path saved = freshFile("saved.oct");
      Octavo salvage = Octavo.run("salvage", file, saved);
      assertThat(salvage.exitCode()).as("seed %d: %s", seed, salvage).isLessThan(2);
      assertThat(salvage.err()).as("seed %d", seed).isEmpty();
      assertThat(Octavo.run("check", saved).exitCode()).as("seed %d", seed).isZero();
      sound += check.exitCode() == 0 ? 1 : 0;
    }
    assertThat(sound).isBetween(seeds / 10, seeds * 9 / 10);
  }

  private static byte[] operations(SplittableRandom random) {
    byte[] bytes =
        log(
            o -> {
              for (int i = random.nextInt(4); i >= 0; i--) {
                // Rarely a collection that is not there.
                operation(o, 1 + random.nextInt(random.nextInt(9) == 0 ? NEXT : LISTS), random);
              }
            });
    if (random.nextInt(10) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(14);
    }
    return bytes;
  }

  private static void operation(OperationLog log, int id, SplittableRandom random) {
    byte[] key = new byte[random.nextInt(4)];
    random.nextBytes(key);
    String name =
        switch (random.nextInt(8)) {
          case 0 -> "longs";
          case 1 -> ForgedRing.pieces();
          case 2 -> "\0" + random.nextInt(7);
          default -> "name " + random.nextInt(4);
        };
    // Mostly what suits the collection, so that some commits can be done.
    boolean isOfBytes = (id == STRINGS || id == LISTS) != (random.nextInt(20) == 0);
    switch (random.nextInt(12)) {
      case 0 -> log.clear(id);
      case 1 -> log.drop(id);
      case 2 -> log.rename(id, name);
      case 3, 4 -> log.create(NEXT, 1 + random.nextInt(5), name);
      case 5 -> log.describe(id, random.nextInt(9), random.nextInt(9), key);
      case 6 -> {
        if (isOfBytes) {
          log.removeBytesRange(id, key, random.nextBoolean() ? null : new byte[] {'k', 3});
        } else {
          log.removeRange(id, random.nextInt(9_000), random.nextInt(9_000));
        }
      }
      case 7 -> {
        if (isOfBytes) {
          log.removeBytes(id, ("key " + random.nextInt(300)).getBytes(UTF_8));
        } else {
          log.remove(id, random.nextInt(9_000));
        }
      }
      default -> {
        if (isOfBytes) {
          log.putBytes(id, key, new byte[random.nextInt(4) == 0 ? 5_000 : 5]);
        } else {
          log.put(id, random.nextInt(9_000), random.nextLong());
        }
      }
    }
  }

  private static Path write(byte[]... commits) throws IOException {
    return ring.write(freshFile("forged.oct"), List.of(commits));
  }

  /**
   * Opens a store to write, checks it, and reads all of it; gives what is wrong, null if nothing.
   */
  private static @Nullable String problem(Path file) throws IOException {
    Path copy = file.resolveSibling("copy.oct");
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    try (Store store = Store.open(copy)) {
      List<String> problems = store.check().problems();
      if (!problems.isEmpty()) {
        return problems.toString();
      }
    } catch (CorruptionException e) {
      return e.toString();
    }
    List<Object> arguments = new ArrayList<>(List.of("dump", file));
    for (Object map : (List<?>) Octavo.run("maps", file, "--json").succeeds().json()) {
      Map<?, ?> fields = (Map<?, ?>) map;
      // What this version does not know it cannot dump.
      if (!String.valueOf(fields.get("type")).startsWith("type ")) {
        arguments.add(fields.get("name"));
      }
    }
    if (arguments.size() > 2) {
      Octavo dump = Octavo.run(arguments.toArray());
      return dump.exitCode() == 0 ? null : dump.err();
    }
    return null;
  }
}
