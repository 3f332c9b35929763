package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codecs;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("flags")
class FromChronicleMapTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source.dat");
    to = directory.resolve("target.oct");
  }

  private <K, V> void create(ChronicleMapBuilder<K, V> builder, Map<K, V> entries)
      throws IOException {
    try (ChronicleMap<K, V> map = builder.entries(4_000).createPersistedTo(from.toFile())) {
      map.putAll(entries);
    }
  }

  @Test
  void byteStringsMove() throws IOException {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    create(
        ChronicleMap.of(byte[].class, byte[].class)
            .averageKeySize(20)
            .averageValueSize(500)
            .maxChunksPerEntry(4_000),
        bytes);
    FromChronicleMap.main(from.toString(), to.toString(), "bytes");
    Sources.assertBytes(to, "bytes", bytes);
  }

  @Test
  void numbersMove() throws IOException {
    SortedMap<Long, String> longs = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    Sources.longs().forEach(key -> longs.put(key, Integer.toString(random.nextInt(), 36)));
    create(ChronicleMap.of(Long.class, String.class).averageValueSize(6), longs);
    FromChronicleMap.move(from, to, "longs");
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.STRING, longs);
  }

  @Test
  void classesWithoutACodecAreRefused() throws IOException {
    create(ChronicleMap.of(Integer.class, Date.class).averageValueSize(8), Map.of());
    assertThatThrownBy(() -> FromChronicleMap.move(from, to, "m"))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("m: no codec is known for java.util.Date");
    Sources.assertNothing(to);
  }

  @Test
  void aMissingSourceIsNotMade() {
    assertThatThrownBy(() -> FromChronicleMap.move(from, to, "m"))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(directory).isEmptyDirectory();
  }
}
