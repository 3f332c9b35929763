package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codecs;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FromMvStoreTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source.mv");
    to = directory.resolve("target.oct");
  }

  @Test
  void mapsMove() {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, byte[]> longs = new TreeMap<>();
    SortedMap<String, Long> strings = new TreeMap<>();
    SortedMap<UUID, Integer> uuids = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    for (long key : Sources.longs()) {
      longs.put(key, Sources.value(random, longs.size()));
      strings.put(Long.toString(key, 36) + "\uE000\uD83D\uDE00", key);
      uuids.put(new UUID(random.nextLong(), random.nextLong()), random.nextInt());
    }
    try (MVStore source = MVStore.open(from.toString())) {
      source.openMap("bytes").putAll(bytes);
      source.openMap("longs").putAll(longs);
      source.openMap("strings").putAll(strings);
      source.openMap("uuids").putAll(uuids);
      source.openMap("empty");
    }
    FromMvStore.main(from.toString(), to.toString());
    Sources.assertBytes(to, "bytes", bytes);
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.BYTES, longs);
    Sources.assertEntries(to, "strings", Codecs.STRING, Codecs.LONG, strings);
    Sources.assertEntries(to, "uuids", Codecs.UUID, Codecs.INT, uuids);
  }

  @Test
  void severalClassesAreRefused() {
    try (MVStore source = MVStore.open(from.toString())) {
      source.openMap("mixed").putAll(Map.of("a", 1, "b", "two"));
    }
    assertThatThrownBy(() -> FromMvStore.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("mixed: entries of several classes: b");
    Sources.assertNothing(to);
  }

  @Test
  void classesWithoutACodecAreRefused() {
    try (MVStore source = MVStore.open(from.toString())) {
      source.openMap("letters").put('a', 1);
    }
    assertThatThrownBy(() -> FromMvStore.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("letters: no codec is known for java.lang.Character");
  }
}
