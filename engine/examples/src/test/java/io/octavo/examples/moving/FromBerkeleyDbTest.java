package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sleepycat.bind.tuple.LongBinding;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import io.octavo.Store;
import io.octavo.codec.Codecs;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FromBerkeleyDbTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() throws IOException {
    from = Files.createDirectory(directory.resolve("source"));
    to = directory.resolve("target.oct");
  }

  private Environment create() {
    EnvironmentConfig config = new EnvironmentConfig();
    config.setAllowCreate(true);
    return new Environment(from.toFile(), config);
  }

  @Test
  void databasesMove() {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, byte[]> longs = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    Sources.longs().forEach(key -> longs.put(key, Sources.value(random, 1)));
    DatabaseConfig config = new DatabaseConfig().setAllowCreate(true);
    try (Environment environment = create()) {
      try (Database database = environment.openDatabase(null, "bytes", config)) {
        bytes.forEach(
            (key, value) -> database.put(null, new DatabaseEntry(key), new DatabaseEntry(value)));
      }
      try (Database database = environment.openDatabase(null, "longs", config)) {
        longs.forEach(
            (number, value) -> {
              DatabaseEntry key = new DatabaseEntry();
              LongBinding.longToEntry(number, key);
              database.put(null, key, new DatabaseEntry(value));
            });
      }
    }
    FromBerkeleyDb.main(from.toString(), to.toString());
    Sources.assertBytes(to, "bytes", bytes);
    try (Store store = Store.open(to)) {
      store.write(tx -> tx.adopt("longs", Codecs.LONG, Codecs.BYTES));
    }
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.BYTES, longs);
  }

  /** A comparator that an environment keeps by its name. */
  public static final class Reversed implements Comparator<byte[]>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(byte[] a, byte[] b) {
      return Arrays.compareUnsigned(b, a);
    }
  }

  @Test
  void anotherOrderIsRefused() {
    assertRefused(
        new DatabaseConfig().setSortedDuplicates(true), "tags: a database of sorted duplicates");
  }

  @Test
  void aComparatorIsRefused() {
    assertRefused(
        new DatabaseConfig().setBtreeComparator(Reversed.class),
        "tags: a database with a comparator of its own");
  }

  private void assertRefused(DatabaseConfig config, String message) {
    try (Environment environment = create()) {
      environment.openDatabase(null, "bytes", new DatabaseConfig().setAllowCreate(true)).close();
      environment.openDatabase(null, "tags", config.setAllowCreate(true)).close();
    }
    assertThatThrownBy(() -> FromBerkeleyDb.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage(message);
    Sources.assertNothing(to);
  }
}
