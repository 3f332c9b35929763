package io.octavo.shrink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of tables of strings, tables of pairs and tables of stacks. */
class TraceItemsTest {
  private static final TraceEvent OPENED =
      new TraceEvent.Opened(
          1, new UUID(1, 2), 0, 1 << 20, "CHECKPOINT", Long.MAX_VALUE, 1000, 500, 12);

  @TempDir Path directory;

  private static TraceEvent node(long parent, long frame) {
    return new TraceEvent.Put(1, parent, frame);
  }

  private static List<TraceEvent> stacks(TraceEvent... events) {
    List<TraceEvent> all = new ArrayList<>();
    all.add(OPENED);
    all.add(new TraceEvent.Create(1, CatalogueRecord.STACKS, "s"));
    all.addAll(List.of(events));
    all.add(new TraceEvent.Committed(1));
    return all;
  }

  /** Applies all events, and checks the store after each commit. */
  private static TraceCheck.Problem check(List<TraceEvent> events) {
    try (TraceCheck check = TraceCheck.ofAny(1)) {
      for (TraceEvent event : events) {
        check.apply(event);
      }
      check.end();
      check.check();
      return check.problem();
    }
  }

  @Test
  void contentsAreThoseOfTheTrace() throws IOException {
    Path trace = directory.resolve("a.trace");
    SplittableRandom random = new SplittableRandom(1);
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.CHECKPOINT).recordTo(trace);
    for (int opening = 0; opening < 2; opening++) {
      try (Store store = Store.open(directory.resolve("a.oct"), options)) {
        for (int i = 0; i < 25; i++) {
          try (Transaction tx = store.beginWrite()) {
            for (int j = 0; j < 40; j++) {
              tx.strings("d").intern(("text " + random.nextInt(900)).getBytes(UTF_8));
              tx.pairs("p").intern(random.nextInt(900));
              tx.stacks("s").intern(random.nextInt(tx.stacks("s").size() + 1) - 1, j % 7);
            }
            if (i == 20) {
              tx.strings("d").clear();
              tx.pairs("p").clear();
              tx.stacks("s").clear();
            }
            if (i % 4 != 3) {
              tx.commit();
            }
          }
        }
      }
    }
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }

    assertThat(check(events)).isNull();
    assertThat(check(TraceShrinker.normal(events))).isNull();
  }

  @Test
  void aDifferenceIsNamed() {
    TraceModel model = new TraceModel();
    model.apply(new TraceEvent.Create(1, CatalogueRecord.STRINGS, "d"));
    model.apply(new TraceEvent.PutBytes(1, "a".getBytes(UTF_8), new byte[0]));
    model.apply(new TraceEvent.PutBytes(1, "b".getBytes(UTF_8), new byte[0]));
    model.apply(new TraceEvent.PutBytes(1, "a".getBytes(UTF_8), new byte[0]));
    model.apply(new TraceEvent.Create(3, CatalogueRecord.PAIRS, "p"));
    model.apply(new TraceEvent.Put(3, -5, 0));
    model.apply(new TraceEvent.Create(5, CatalogueRecord.STACKS, "s"));
    model.apply(new TraceEvent.Put(5, -1, 7));
    model.apply(new TraceEvent.Committed(1));
    model.apply(new TraceEvent.Put(5, 0, 8));
    model.apply(new TraceEvent.Clear(1));
    model.apply(new TraceEvent.RolledBack());

    assertThat(difference(model, "a", "b", -5, 7)).isEmpty();
    assertThat(difference(model, "b", "a", -5, 7))
        .isEqualTo("map d: key 0 has the value \"b\", expected \"a\"");
    assertThat(difference(model, "a", "a", -5, 7)).isEqualTo("map d: size 1, expected 2");
    assertThat(difference(model, "a", "b", 5, 7))
        .isEqualTo("map p: key 0 has the value 5, expected -5");
    assertThat(difference(model, "a", "b", -5, 8))
        .startsWith("map s: key 0 has the value ")
        .contains("frame=8", "expected", "frame=7");
  }

  private static String difference(TraceModel model, String a, String b, long pair, int frame) {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            tx.strings("d").intern(a);
            tx.strings("d").intern(b);
            tx.pairs("p").intern(pair);
            tx.stacks("s").intern(-1, frame);
          });
      return model.difference(store);
    }
  }

  /** A node names its parent by an id, which is another one when others are left out. */
  @Test
  void whatIsBelowANodeThatIsLeftOutGoesWithIt() {
    List<TraceEvent> events = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      events.add(node(i % 10 - 1, i + 1000));
    }
    events.add(node(-1, 42));
    events.add(node(50, 43));
    events.add(node(7, 1));
    events.add(node(51, 99));
    List<TraceEvent> whole = stacks(events.toArray(TraceEvent[]::new));

    List<TraceEvent> small =
        TraceShrinker.shrink(whole, some -> hasStack(some, 42, 43, 99), text -> {});

    assertThat(small.subList(1, small.size() - 1))
        .containsExactly(
            new TraceEvent.Create(1, CatalogueRecord.STACKS, "s"),
            node(-1, 42),
            node(0, 43),
            node(1, 99));
  }

  private static boolean hasStack(List<TraceEvent> events, int... frames) {
    try (TraceCheck check = TraceCheck.ofAny(0)) {
      for (TraceEvent event : events) {
        check.apply(event);
      }
      // A trace that is none does not fail as the whole one does.
      assertThat(check.check()).as("%s", check.problem()).isTrue();
      Store store = check.replay().store();
      return store != null && store.read(tx -> hasStack(tx, frames));
    }
  }

  private static boolean hasStack(Transaction tx, int... frames) {
    int[] found = new int[frames.length];
    for (int id = 0; id < tx.stacks("s").size(); id++) {
      if (tx.stacks("s").resolve(id, found) == frames.length && Arrays.equals(found, frames)) {
        return true;
      }
    }
    return false;
  }

  /** Two nodes that differ only in parents that were left out do not become the same one twice. */
  @Test
  void nodesThatBecomeTheSameAreOne() {
    List<TraceEvent> whole =
        stacks(
            new TraceEvent.Clear(1), node(-1, 1), node(0, 2), node(-1, 3), node(2, 2), node(3, 4));

    List<TraceEvent> changed = TraceParts.of(whole).events();

    assertThat(changed).isEqualTo(whole);
    List<TraceEvent> twice = stacks(node(-1, 1), node(0, 2), node(-1, 1), node(2, 2), node(3, 4));
    assertThat(TraceShrinker.normal(twice)).isEqualTo(stacks(node(-1, 1), node(0, 2), node(1, 4)));
  }

  /** An index takes an identifier, which the store gives to no other collection. */
  @Test
  void anIndexTakesAnIdentifier() {
    List<TraceEvent> events =
        List.of(
            OPENED,
            new TraceEvent.Create(1, CatalogueRecord.STRINGS, "d"),
            new TraceEvent.Create(3, CatalogueRecord.PAIRS, "p"),
            new TraceEvent.Create(5, CatalogueRecord.STACKS, "s"),
            new TraceEvent.Create(6, CatalogueRecord.LONG_MAP, "m"),
            new TraceEvent.PutBytes(1, new byte[4_000], new byte[0]),
            new TraceEvent.Committed(1));

    assertThat(check(events)).isNull();
    List<TraceEvent> normal = TraceShrinker.normal(events);
    assertThat(check(normal)).isNull();
    assertThat(normal).hasSize(events.size());
    assertThat(normal.subList(1, 5)).isEqualTo(events.subList(1, 5));
  }

  @Test
  void aParentThatIsNotThereIsRefused() {
    TraceCheck.Problem problem = check(stacks(node(3, 1)));

    assertThat(problem).isNotNull();
    assertThat(problem.toString()).contains("IllegalArgumentException: parent=3 is none of 0");
    FailingTrace failing = FailingTrace.ofCheck(stacks(node(-1, 5), node(3, 1)), null);
    List<TraceEvent> small = failing.shrink(text -> {});
    assertThat(small.stream().filter(TraceEvent.Put.class::isInstance)).hasSize(1);
  }
}
