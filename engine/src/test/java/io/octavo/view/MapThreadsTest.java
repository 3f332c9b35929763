package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import io.octavo.map.LongMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Live maps in the hands of many threads. */
@Timeout(120)
class MapThreadsTest {
  private final Store store = Store.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private static void inThreads(int threads, Callable<?> work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(executor.submit(work));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void changesOfManyThreadsAreAtomic() throws Exception {
    int threads = 8;
    int rounds = 300;
    ConcurrentNavigableMap<String, Long> map = store.map("strings", Codecs.STRING, Codecs.LONG);
    AtomicInteger first = new AtomicInteger();
    AtomicInteger made = new AtomicInteger();
    AtomicInteger swapped = new AtomicInteger();
    AtomicInteger polled = new AtomicInteger();
    ConcurrentNavigableMap<Long, Long> queue = store.map("longs", Codecs.LONG, Codecs.LONG);
    for (long i = 0; i < rounds; i++) {
      queue.put(i, i);
    }
    map.put("swapped", 0L);
    inThreads(
        threads,
        () -> {
          for (int i = 0; i < rounds; i++) {
            map.merge("merged", 1L, Long::sum);
            map.compute("computed", (key, old) -> old == null ? 1 : old + 1);
            if (map.putIfAbsent("first " + i, 1L) == null) {
              first.incrementAndGet();
            }
            map.computeIfAbsent(
                "made " + i,
                key -> {
                  made.incrementAndGet();
                  return 1L;
                });
            Long old = map.get("swapped");
            if (map.replace("swapped", old, old + 1)) {
              swapped.incrementAndGet();
            }
            if (queue.pollFirstEntry() != null) {
              polled.incrementAndGet();
            }
          }
          return null;
        });
    assertThat(map.get("merged")).isEqualTo(threads * rounds);
    assertThat(map.get("computed")).isEqualTo(threads * rounds);
    assertThat(first).hasValue(rounds);
    assertThat(made).hasValue(rounds);
    assertThat(map.get("swapped")).isEqualTo(swapped.get());
    assertThat(polled).hasValue(rounds);
    assertThat(queue).isEmpty();
  }

  @Test
  void iterationBesideWritersMeetsWhatStaysInOrder() throws Exception {
    ConcurrentNavigableMap<Long, Long> map = store.map("longs", Codecs.LONG, Codecs.LONG);
    store.write(
        tx -> {
          LongMap longs = tx.longMap("longs");
          for (long i = 0; i < 20_000; i++) {
            longs.put(2 * i, i);
          }
        });
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<Long> writer = executor.submit(() -> writeOddKeys(map, over));
      for (int i = 0; i < 20; i++) {
        List<Long> seen = new ArrayList<>(i % 2 == 0 ? map.keySet() : map.descendingKeySet());
        Comparator<Long> order = i % 2 == 0 ? Comparator.naturalOrder() : Comparator.reverseOrder();
        assertThat(seen).isSortedAccordingTo(order).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(key -> key % 2 == 0).count()).isEqualTo(20_000);
      }
      over.set(true);
      assertThat(writer.get()).isPositive();
    } finally {
      over.set(true);
      executor.shutdown();
    }
  }

  /** Puts and removes entries until it is over; gives how many times. */
  private static long writeOddKeys(Map<Long, Long> map, AtomicBoolean over) {
    long rounds = 0;
    for (; !over.get(); rounds++) {
      long odd = 2 * (rounds * 7919 % 20_000) + 1;
      if (map.put(odd, rounds) != null) {
        map.remove(odd);
      }
    }
    return rounds;
  }
}
