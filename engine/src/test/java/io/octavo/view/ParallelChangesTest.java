package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.posting.PostingMap;
import java.nio.ByteBuffer;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs that change one write transaction by a parallel stream. If another thread than the owner
 * changes something, the program gets an exception and nothing is committed; if the owner happens
 * to do everything, all of it is.
 */
@Timeout(120)
class ParallelChangesTest {
  private static final int ROUNDS = 200;

  /** Rounds at most, where the machine is so busy that the owner does everything. */
  private static final int MOST_ROUNDS = 100 * ROUNDS;

  private static final int CHANGES = 50;

  private final Store store = Store.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] bytes(int i) {
    return ByteBuffer.allocate(4).putInt(i * 0x9E37_79B9).array();
  }

  /** What a program does to a collection, each of its changes on any thread. */
  private enum Program {
    LONG_PUT(tx -> i -> tx.longMap("m").put(i, i), tx -> tx.longMap("m").size()),
    BYTES_PUT(
        tx -> {
          BytesMap map = tx.bytesMap("m");
          return i -> map.put(bytes(i), new byte[300]);
        },
        tx -> tx.bytesMap("m").size()),
    LARGE_PUT(
        tx -> {
          BytesMap map = tx.bytesMap("m");
          return i -> map.put(bytes(i), new byte[20_000]);
        },
        tx -> tx.bytesMap("m").size()),
    POSTINGS_ADD(
        tx -> {
          PostingMap map = tx.postings("m");
          return i -> map.add(i % 3, i);
        },
        tx -> IntStream.range(0, 3).mapToLong(key -> tx.postings("m").count(key)).sum()),
    LONG_VIEW(
        tx -> {
          Map<Long, Long> map = tx.map("m", Codecs.LONG, Codecs.LONG);
          return i -> map.put((long) i, 1L);
        },
        tx -> tx.map("m", Codecs.LONG, Codecs.LONG).size()),
    TEXT_VIEW(
        tx -> {
          Map<String, String> map = tx.map("m", Codecs.STRING, Codecs.STRING);
          return i -> map.merge("key " + i, "value " + i, String::concat);
        },
        tx -> tx.map("m", Codecs.STRING, Codecs.STRING).size()),
    OPENING(
        tx -> i -> tx.map("m" + i, Codecs.STRING, Codecs.LONG).put("one", 1L),
        tx -> tx.names().size()),
    TWO_MAPS(
        tx ->
            i -> {
              if (i % 2 == 0) {
                tx.longMap("m").put(i, i);
              } else {
                tx.bytesMap("n").put(bytes(i), bytes(i));
              }
            },
        tx -> tx.longMap("m").size() + tx.bytesMap("n").size()),
    PUT_BESIDE_READS(
        tx -> {
          LongMap map = tx.longMap("m");
          return i -> {
            map.put(i, i);
            assertThat(map.get(i, -1)).isEqualTo(i);
            for (LongCursor c = map.cursor(); c.next(); ) {
              assertThat(c.value()).isEqualTo(c.key());
            }
          };
        },
        tx -> tx.longMap("m").size());

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Function<Transaction, IntConsumer> changes;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final ToLongFunction<Transaction> count;

    Program(Function<Transaction, IntConsumer> changes, ToLongFunction<Transaction> count) {
      this.changes = changes;
      this.count = count;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatSeveralThreadsChangeAtOnceIsNotCommitted(Program program) {
    int refused = 0;
    for (int round = 0; round < ROUNDS || (refused == 0 && round < MOST_ROUNDS); round++) {
      long expected;
      try {
        store.write(
            tx -> {
              tx.names().forEach(tx::drop);
              IntConsumer change = program.changes.apply(tx);
              IntStream.range(0, CHANGES).parallel().forEach(change);
            });
        expected = CHANGES;
      } catch (ConcurrentModificationException | IllegalStateException e) {
        assertThat(e).hasMessageContaining("belongs to thread");
        refused++;
        expected = -1;
      }
      long found = store.readLong(tx -> tx.names().isEmpty() ? 0L : program.count.applyAsLong(tx));
      assertThat(found).as("round %d", round).isIn(expected, 0L, (long) CHANGES);
      if (expected >= 0) {
        assertThat(found).as("round %d", round).isEqualTo(expected);
      }
    }
    assertThat(refused).as("rounds with other threads").isPositive();
    assertThat(store.check().problems()).isEmpty();
    store.write(tx -> tx.longMap("after").put(1, 1));
    assertThat(store.readLong(tx -> tx.longMap("after").get(1, -1))).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void whatOneThreadCollectedIsCommittedWhole(Program program) {
    List<Integer> collected = IntStream.range(0, CHANGES).parallel().boxed().toList();
    store.write(
        tx -> {
          IntConsumer change = program.changes.apply(tx);
          collected.forEach(change::accept);
        });
    assertThat(store.readLong(tx -> program.count.applyAsLong(tx))).isEqualTo(CHANGES);
    assertThat(new TreeMap<>(store.map("live", Codecs.LONG, Codecs.LONG))).isEmpty();
  }
}
