package io.octavo.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.profile.stored.SlotKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProfileStoreTest {
  private static final Duration SLOT = Duration.ofSeconds(10);
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:00Z");
  private static final Labels WEB = Labels.of("app", "web", "unit", "samples");

  private final Store store = Store.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private static int stack(ProfileWriter writer, String... symbols) {
    int[] frames = new int[symbols.length];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = writer.frame(symbols[i], i);
    }
    return writer.stack(7, frames, frames.length);
  }

  private static void add(
      Transaction tx, Labels labels, long seconds, long weight, String... stack) {
    try (ProfileWriter writer = ProfileStore.create(tx, "p", SLOT).writer()) {
      writer.add(labels, TIME.plusSeconds(seconds), stack(writer, stack), weight);
    }
  }

  private static ProfileStore open(Transaction tx) {
    return ProfileStore.open(tx, "p");
  }

  private static FlameGraph all(Transaction tx) {
    return open(tx).query(Labels.NONE, Instant.MIN, Instant.MAX);
  }

  @Test
  void aGraphHasTheFramesWithSelfAndTotal() {
    store.write(
        tx -> {
          add(tx, WEB, 0, 3, "main", "work");
          add(tx, WEB, 9, 2, "main");
          add(tx, WEB, 10, 5, "main", "work", "read");
          add(tx, WEB.with("host", "a"), 10, 7, "idle");
        });
    store.view(
        tx -> {
          FlameGraph graph = all(tx);
          assertThat(graph.total()).isEqualTo(17);
          assertThat(graph.labels()).isEqualTo(WEB);
          assertThat(print(graph)).isEqualTo("main 2/10[work 3/8[read 5/5]] idle 7/7");
          FlameGraph first = open(tx).query(Labels.NONE, TIME, TIME.plusSeconds(1));
          assertThat(print(first)).isEqualTo("main 2/5[work 3/3]");
          assertThat(first.from()).isEqualTo(TIME);
          assertThat(first.to()).isEqualTo(TIME.plusSeconds(10));
          assertThat(first.line(1)).isEqualTo(1);
          FlameGraph host = open(tx).query(Labels.of("host", "a"), Instant.MIN, Instant.MAX);
          assertThat(print(host)).isEqualTo("idle 7/7");
          FlameGraph difference = graph.minus(first);
          assertThat(print(difference)).isEqualTo("idle 7/7 main 0/5[work 0/5[read 5/5]]");
          assertThat(print(first.minus(graph)))
              .isEqualTo("main 0/-5[work 0/-5[read -5/-5]] idle -7/-7");
          assertThat(difference.total()).isEqualTo(12);
          assertThat(open(tx).series(Labels.NONE)).containsExactly(WEB.with("host", "a"), WEB);
          assertThat(open(tx).first(Labels.NONE)).contains(TIME);
          assertThat(open(tx).last(Labels.NONE)).contains(TIME.plusSeconds(20));
          assertThat(open(tx).last(Labels.of("app", "none"))).isEmpty();
          assertThat(open(tx).extent(Labels.NONE)).isEmpty();
        });
  }

  private static String print(FlameGraph graph) {
    int[][] children = graph.children();
    return print(graph, children, graph.size());
  }

  private static String print(FlameGraph graph, int[][] children, int node) {
    StringBuilder text = new StringBuilder();
    for (int child : children[node]) {
      text.append(text.isEmpty() ? "" : " ")
          .append(graph.symbol(child))
          .append(' ')
          .append(graph.self(child))
          .append('/')
          .append(graph.total(child));
      String below = print(graph, children, child);
      text.append(below.isEmpty() ? "" : "[" + below + "]");
    }
    return text.toString();
  }

  @Test
  void aProfileThatIsAbsentIsTold() {
    store.write(
        tx -> {
          assertThatThrownBy(() -> open(tx))
              .isInstanceOf(NoSuchElementException.class)
              .hasMessage("no profile 'p'; the profiles of the store are []");
          tx.longMap("p.slots").put(1, 1);
          assertThat(ProfileStore.exists(tx, "p")).isFalse();
        });
    assertThatThrownBy(() -> store.write(tx -> ProfileStore.create(tx, "p", SLOT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p.slots");
    store.write(tx -> ProfileStore.create(tx, "q", SLOT));
    store.view(
        tx -> {
          assertThat(ProfileStore.names(tx)).containsExactly("q");
          FlameGraph graph = ProfileStore.open(tx, "q").query(WEB, Instant.MIN, Instant.MAX);
          assertThat(graph.size()).isZero();
          assertThat(ProfileStore.open(tx, "q").keptSince()).isEqualTo(Instant.MIN);
        });
  }

  @Test
  void theLengthOfASlotIsKept() {
    store.write(tx -> ProfileStore.create(tx, "p", SLOT));
    assertThatThrownBy(() -> store.write(tx -> ProfileStore.create(tx, "p", SLOT.plusMillis(1))))
        .hasMessage("slot=PT10.001S: profile 'p' has slots of PT10S");
    assertThatThrownBy(() -> store.write(tx -> ProfileStore.create(tx, "r", Duration.ofNanos(5))))
        .hasMessageContaining("slot=PT0.000000005S: must be from PT0.001S");
    store.view(tx -> assertThat(open(tx).slot()).isEqualTo(SLOT));
  }

  @Test
  void wrongSamplesAreRefusedAndNothingIsChanged() {
    store.write(
        tx -> {
          add(tx, WEB, 0, 3, "main", "work");
          try (ProfileWriter writer = open(tx).writer()) {
            int stack = stack(writer, "main");
            refused(() -> writer.add(WEB, TIME, stack, 0), "weight=0: above 0");
            refused(() -> writer.add(WEB, TIME, stack, -1), "weight=-1: above 0");
            refused(() -> writer.add(WEB, TIME, 99, 1), "stack 99: the profile has 2 stacks");
            refused(
                () -> writer.add(WEB, Instant.MAX, stack, 1), "the profile accepts samples from 1");
            refused(() -> writer.frame("x", -1), "line=-1 of 'x': 0 or more");
            refused(() -> writer.stack(0, new int[0], 0), "a stack of 0 frames");
            refused(() -> writer.stack(0, new int[] {5}, 1), "frame 5: the profile has the frames");
            refused(() -> writer.stack(0, new int[70_000], 70_000), "a stack of 70000 frames");
          }
        });
    store.view(tx -> assertThat(all(tx).total()).isEqualTo(3));
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void weightsThatAddUpToTooMuchAreRefused() {
    store.write(tx -> add(tx, WEB, 0, Long.MAX_VALUE - 5, "main"));
    store.write(
        tx -> {
          try (ProfileWriter writer = open(tx).writer()) {
            int stack = stack(writer, "main");
            writer.add(WEB, TIME.plusSeconds(1_000), stack, 5);
            assertThatThrownBy(() -> writer.add(WEB, TIME, stack, 1))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("add up to more than 2^63 - 1");
            writer.add(WEB.with("host", "b"), TIME, stack(writer, "other"), 1);
          }
        });
    store.view(
        tx -> {
          assertThatThrownBy(() -> all(tx)).isInstanceOf(ArithmeticException.class);
          assertThat(open(tx).query(WEB.with("host", "b"), Instant.MIN, Instant.MAX).total())
              .isEqualTo(1);
        });
  }

  @Test
  void differentUnitsHaveNoSum() {
    store.write(
        tx -> {
          add(tx, WEB, 0, 3, "main");
          add(tx, WEB.with("unit", "bytes"), 0, 3, "main");
        });
    store.view(
        tx -> {
          assertThatThrownBy(() -> all(tx))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("in the units [bytes, samples]; select series of one unit");
          Labels bytes = Labels.of("unit", "bytes");
          assertThat(open(tx).query(bytes, Instant.MIN, Instant.MAX).total()).isEqualTo(3);
          assertThat(open(tx).timeline(bytes, TIME, TIME.plusSeconds(1), 9))
              .containsExactly(new TimelinePoint(TIME, TIME.plusSeconds(10), 3));
        });
  }

  /** A sample that ends at the border is deleted, one that begins there is kept. */
  @Test
  void deletionSplitsNoSlot() {
    store.write(
        tx -> {
          for (int i = 0; i < 100; i++) {
            add(tx, WEB, 10 * i, 1, "main");
          }
        });
    store.write(tx -> assertThat(open(tx).deleteBefore(TIME.plusSeconds(509))).isEqualTo(50));
    store.write(
        tx -> {
          assertThat(open(tx).keptSince()).isEqualTo(TIME.plusSeconds(500));
          assertThat(open(tx).deleteBefore(TIME)).isZero();
          assertThat(all(tx).total()).isEqualTo(50);
          refused(
              () -> add(tx, WEB, 499, 1, "main"),
              "the profile accepts samples from 2026-01-02T03:12:20Z");
          add(tx, WEB, 500, 1, "main");
          assertThat(open(tx).check()).isEmpty();
        });
    store.view(tx -> assertThat(all(tx).total()).isEqualTo(51));
  }

  @Test
  void samplesThatWereDeletedBeforeTheyAreWrittenAreTold() {
    assertThatThrownBy(
            () ->
                store.write(
                    tx -> {
                      ProfileWriter writer = ProfileStore.create(tx, "p", SLOT).writer();
                      writer.add(WEB, TIME, stack(writer, "main"), 1);
                      open(tx).deleteBefore(TIME.plusSeconds(100));
                      writer.flush();
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("slot 2026-01-02T03:04:00Z was deleted");
  }

  @Test
  void aCopyHasOnlyWhatIsUsed() {
    store.write(
        tx -> {
          add(tx, WEB, 0, 3, "old", "older");
          add(tx, WEB, 5_000, 4, "main", "work");
          add(tx, WEB.with("host", "a"), 5_010, 5, "main");
          open(tx).deleteBefore(TIME.plusSeconds(4_000));
          tx.bytesMap("p.imports").put(new byte[] {1}, new byte[] {2});
        });
    try (Store other = Store.inMemory()) {
      store.view(tx -> assertThat(open(tx).copyTo(other, "copy")).isEqualTo(2));
      other.view(
          tx -> {
            ProfileStore copy = ProfileStore.open(tx, "copy");
            assertThat(print(copy.query(Labels.NONE, Instant.MIN, Instant.MAX)))
                .isEqualTo("main 5/9[work 4/4]");
            assertThat(tx.strings("copy.symbols").find("old")).isNegative();
            assertThat(copy.keptSince()).isEqualTo(TIME.plusSeconds(4_000));
            assertThat(copy.check()).isEmpty();
            assertThat(tx.bytesMap("copy.imports").get(new byte[] {1})).containsExactly(2);
          });
      assertThatThrownBy(() -> store.view(tx -> open(tx).copyTo(other, "copy")))
          .hasMessage("the other store has a profile 'copy' already");
    }
  }

  @Test
  void whatDoesNotFitTogetherIsFound() {
    store.write(
        tx -> {
          for (int i = 0; i < 20; i++) {
            add(tx, WEB, 10 * i, 1 + i, "main", "work" + i);
          }
        });
    long first = TIME.getEpochSecond() / 10;
    List<Runnable> damages =
        List.of(
            () ->
                change(new SlotKey(0, 0, first + 3, 0), null, "sums are missing", "is not the sum"),
            () -> change(new SlotKey(0, 0, first + 3, 0), new byte[] {0, 9, 0, 0}, "adds up to"),
            () ->
                change(
                    new SlotKey(0, 0, first + 3, 0), new byte[] {0, 1, 120, 0}, "stack 120, but"),
            () -> change(new SlotKey(0, 0, first + 3, 0), new byte[] {-128, 1, 0, 0}, "chunk"),
            () -> change(new SlotKey(0, 0, first + 3, 1), new byte[] {0}, "do not follow"),
            () -> change(new SlotKey(0, 0, first + 3, 0), new byte[0], "a chunk has a head"),
            () -> change(new SlotKey(0, 21, 0, 0), new byte[] {0, 1, 0, 0}, "levels 0 to 20"),
            () -> change(new SlotKey(3, 0, first, 0), new byte[] {0, 1, 0, 0}, "has 1 series"),
            () -> change(new SlotKey(0, 1, first / 8 + 1, 0), null, "sums are missing", "sums are"),
            () -> changeOther(tx -> tx.stacks("p.stacks").intern(-1, 999), "has frame 999 of 21"),
            () -> changeOther(tx -> tx.pairs("p.frames").intern(99, 0), "has symbol 99 of 21"),
            () -> changeOther(tx -> tx.strings("p.series").intern("b=1,a=1"), "canonical"));
    damages.forEach(Runnable::run);
    store.view(tx -> assertThat(open(tx).check()).isEmpty());
  }

  private void change(SlotKey key, byte[] value, String... problems) {
    try (Transaction tx = store.beginWrite()) {
      if (value == null) {
        assertThat(tx.bytesMap("p.slots").remove(key.encode())).isTrue();
      } else {
        tx.bytesMap("p.slots").put(key.encode(), value);
      }
      assertThat(String.join("\n", open(tx).check())).containsAnyOf(problems);
    }
  }

  private void changeOther(java.util.function.Consumer<Transaction> change, String problem) {
    try (Transaction tx = store.beginWrite()) {
      change.accept(tx);
      assertThat(String.join("\n", open(tx).check())).contains(problem);
    }
  }
}
