package io.octavo.expiry;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.codec.Tuple3;
import io.octavo.fixture.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries end when a list of entries, which is searched from end to end, says so. */
class ExpiringMapModelTest {
  /** An entry of the model. */
  private record Entry(String key, String value, Instant written, Instant end) {
    long bytes() {
      return (long) key.length() + value.length() + 24;
    }
  }

  private static final Codec<Tuple2<Instant, String>> ENDS =
      Codecs.tuple(Codecs.INSTANT, Codecs.STRING);
  private static final Codec<byte[]> NOTHING =
      Codecs.BYTES.map("end", bytes -> bytes, bytes -> bytes);
  private static final Codec<Long> TOTALS = Codecs.LONG.map("total", sum -> sum, sum -> sum);
  private static final Codec<Tuple3<Instant, Instant, String>> STAMPED =
      Codecs.tuple(Codecs.INSTANT, Codecs.INSTANT, Codecs.STRING);

  @TempDir Path directory;
  private TreeMap<String, Entry> model = new TreeMap<>();
  private Instant now = Instant.EPOCH;

  private ExpiringMap<String, String> open(Transaction tx, Expiry expiry) {
    return ExpiringMap.open(tx, "m", Codecs.STRING, Codecs.STRING, expiry);
  }

  private static Duration seconds(Random random) {
    return Duration.ofSeconds(random.nextInt(1, 20));
  }

  private Expiry expiry(Random random) {
    Expiry expiry = Expiry.none().clock(() -> now);
    expiry = random.nextInt(3) > 0 ? expiry.afterWrite(seconds(random)) : expiry;
    expiry = random.nextInt(3) > 0 ? expiry.afterAccess(seconds(random)) : expiry;
    expiry = random.nextInt(3) == 0 ? expiry.maxEntries(random.nextInt(1, 40)) : expiry;
    return random.nextInt(3) == 0 ? expiry.maxBytes(random.nextInt(60, 1_500)) : expiry;
  }

  @Test
  void entriesEndAsInTheModel() {
    Effort.forEachSeed(ExpiringMapModelTest.class, 60, this::run);
  }

  private void run(long seed) {
    Random random = new Random(seed);
    model = new TreeMap<>();
    Path path = directory.resolve(seed + ".oct");
    for (int round = 0; round < 3; round++) {
      try (Store store = Store.open(path)) {
        for (int commit = 0; commit < 4; commit++) {
          change(store, random);
        }
        // The ring has commits behind the checkpoint in a copy of the open file.
        Path killed = Files.copy(path, directory.resolve(seed + "-" + round + ".killed"));
        try (Store recovered = Store.open(killed)) {
          assertThat(recovered.check().problems()).isEmpty();
          recovered.view(tx -> verify(tx, expiry(random)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void change(Store store, Random random) {
    TreeMap<String, Entry> before = new TreeMap<>(model);
    Expiry expiry = expiry(random);
    try (Transaction tx = store.beginWrite()) {
      switch (random.nextInt(12)) {
        case 0 -> {
          tx.drop("m");
          model.clear();
        }
        case 1 -> tx.drop("m.ends");
        case 2 -> tx.drop("m.total");
        default -> {
          // Nothing is dropped.
        }
      }
      ExpiringMap<String, String> map = open(tx, expiry);
      for (int i = random.nextInt(60); i > 0; i--) {
        now = now.plusMillis(random.nextInt(8) == 0 ? random.nextInt(-5_000, 20_000) : 500);
        change(map, expiry, random);
      }
      verify(tx, expiry);
      if (random.nextInt(4) > 0) {
        tx.commit();
        before = new TreeMap<>(model);
      }
    }
    model = before;
    store.view(tx -> verify(tx, expiry));
  }

  private void change(ExpiringMap<String, String> map, Expiry expiry, Random random) {
    String key = "k" + random.nextInt(60);
    Entry old = model.get(key);
    boolean isLive = old != null && now.isBefore(old.end());
    assertThat(map.get(key)).isEqualTo(isLive ? old.value() : null);
    switch (random.nextInt(6)) {
      case 0 -> {
        assertThat(map.remove(key)).isEqualTo(isLive);
        model.remove(key);
        sweep(expiry, ExpiringMap.STEP, 0, 0);
      }
      case 1 -> {
        int most = random.nextInt(30);
        assertThat(map.sweep(most)).isEqualTo(sweep(expiry, most, 0, 0));
      }
      case 2, 3 -> {
        assertThat(map.touch(key)).isEqualTo(isLive);
        if (isLive && !end(expiry, old.written()).equals(old.end())) {
          put(expiry, key, old.value(), old.written());
        } else {
          sweep(expiry, ExpiringMap.STEP, 0, 0);
        }
      }
      default -> {
        String value = "v".repeat(random.nextInt(30));
        map.put(key, value);
        put(expiry, key, value, now);
        assertThat(map.get(key)).isEqualTo(value);
      }
    }
  }

  private Instant end(Expiry expiry, Instant written) {
    Duration write = expiry.afterWrite();
    Duration access = expiry.afterAccess();
    Instant byAccess = now.plus(access == null ? Expiry.LONGEST : access);
    Instant byWrite = write == null ? Instant.MAX : written.plus(write);
    return byAccess.isBefore(byWrite) ? byAccess : byWrite;
  }

  private void put(Expiry expiry, String key, String value, Instant written) {
    Entry entry = new Entry(key, value, written, end(expiry, written));
    model.remove(key);
    sweep(expiry, ExpiringMap.STEP, 1, entry.bytes());
    model.put(key, entry);
  }

  private int sweep(Expiry expiry, int most, int newEntries, long newBytes) {
    List<Entry> order =
        model.values().stream()
            .sorted(Comparator.comparing(Entry::end).thenComparing(Entry::key))
            .toList();
    int removed = 0;
    for (Entry entry : order) {
      boolean isFull =
          model.size() + newEntries > expiry.maxEntries() || bytes() + newBytes > expiry.maxBytes();
      if (removed == most || !(isFull || !now.isBefore(entry.end()))) {
        break;
      }
      model.remove(entry.key());
      removed++;
    }
    return removed;
  }

  private long bytes() {
    return model.values().stream().mapToLong(Entry::bytes).sum();
  }

  private void verify(Transaction tx, Expiry expiry) {
    ExpiringMap<String, String> map = open(tx, expiry);
    Map<String, String> live =
        model.values().stream()
            .filter(entry -> now.isBefore(entry.end()))
            .collect(Collectors.toMap(Entry::key, Entry::value));
    assertThat(map.entries().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
        .isEqualTo(live);
    model.forEach((key, entry) -> assertThat(map.get(key)).isEqualTo(live.get(key)));
    if (tx.exists("m.ends") && tx.exists("m.total")) {
      assertThat(map.size()).isEqualTo(model.size());
      assertThat(tx.map("m.total", Codecs.STRING, TOTALS).getOrDefault("bytes", 0L))
          .isEqualTo(bytes());
      assertThat(Set.copyOf(tx.map("m.ends", ENDS, NOTHING).keySet()))
          .isEqualTo(
              model.values().stream()
                  .map(entry -> new Tuple2<>(entry.end(), entry.key()))
                  .collect(Collectors.toSet()));
    }
    assertThat(tx.map("m", Codecs.STRING, STAMPED))
        .allSatisfy(
            (key, stamped) ->
                assertThat(stamped)
                    .isEqualTo(
                        new Tuple3<>(
                            model.get(key).end(),
                            model.get(key).written(),
                            model.get(key).value())));
  }
}
