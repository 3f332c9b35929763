package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.bindings.LongBinding;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FromXodusTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source");
    to = directory.resolve("target.oct");
  }

  @Test
  void storesMove() throws NoSuchFileException {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, byte[]> longs = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    Sources.longs().forEach(key -> longs.put(key, Sources.value(random, 1)));
    try (Environment environment = Environments.newInstance(from.toFile())) {
      for (StoreConfig config :
          new StoreConfig[] {
            StoreConfig.WITHOUT_DUPLICATES, StoreConfig.WITHOUT_DUPLICATES_WITH_PREFIXING
          }) {
        Map<ByteIterable, byte[]> entries = new LinkedHashMap<>();
        bytes.forEach((key, value) -> entries.put(new ArrayByteIterable(key), value));
        fill(environment, config.name(), config, entries);
      }
      Map<ByteIterable, byte[]> entries = new LinkedHashMap<>();
      longs.forEach((key, value) -> entries.put(LongBinding.longToEntry(key), value));
      fill(environment, "longs", StoreConfig.WITHOUT_DUPLICATES, entries);
    }
    FromXodus.main(from.toString(), to.toString());
    Sources.assertBytes(to, "WITHOUT_DUPLICATES", bytes);
    Sources.assertBytes(to, "WITHOUT_DUPLICATES_WITH_PREFIXING", bytes);
    try (Store store = Store.open(to)) {
      store.write(tx -> tx.adopt("longs", Codecs.LONG, Codecs.BYTES));
    }
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.BYTES, longs);
  }

  private static void fill(
      Environment environment, String name, StoreConfig config, Map<ByteIterable, byte[]> entries) {
    environment.executeInTransaction(
        tx -> {
          var store = environment.openStore(name, config, tx);
          entries.forEach((key, value) -> store.put(tx, key, new ArrayByteIterable(value)));
        });
  }

  @Test
  void duplicatesAreRefused() {
    try (Environment environment = Environments.newInstance(from.toFile())) {
      fill(
          environment,
          "tags",
          StoreConfig.WITH_DUPLICATES,
          Map.of(LongBinding.longToEntry(1), new byte[] {2}));
    }
    assertThatThrownBy(() -> FromXodus.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("tags: a store with duplicates");
    Sources.assertNothing(to);
  }

  @Test
  void aMissingSourceIsNotMade() {
    assertThatThrownBy(() -> FromXodus.move(from, to)).isInstanceOf(NoSuchFileException.class);
    assertThat(directory).isEmptyDirectory();
  }
}
