package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

@Tag("flags")
class FromLmdbTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() throws IOException {
    from = Files.createDirectory(directory.resolve("source"));
    to = directory.resolve("target.oct");
  }

  private static Env<byte[]> create(Path path, EnvFlags... flags) {
    return Env.create(ByteArrayProxy.PROXY_BA)
        .setMapSize(64 << 20)
        .setMaxDbs(10)
        .open(path.toFile(), flags);
  }

  @Test
  void databasesMove() {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, byte[]> longs = new TreeMap<>(Long::compareUnsigned);
    SortedMap<Long, byte[]> ints = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    SortedMap<byte[], byte[]> eight = new TreeMap<>(Arrays::compareUnsigned);
    SortedMap<byte[], byte[]> four = new TreeMap<>(Arrays::compareUnsigned);
    for (long key : Sources.longs()) {
      byte[] value = Sources.value(random, 1);
      longs.put(key, value);
      ints.put(key & 0xFFFF_FFFFL, value);
      eight.put(ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(key).array(), value);
      four.put(
          ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt((int) key).array(), value);
    }
    try (Env<byte[]> env = create(from)) {
      fill(env, env.openDbi("bytes", DbiFlags.MDB_CREATE), bytes);
      fill(env, env.openDbi("longs", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY), eight);
      fill(env, env.openDbi("ints", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY), four);
    }
    FromLmdb.main(from.toString(), to.toString());
    Sources.assertBytes(to, "bytes", bytes);
    Sources.assertEntries(to, "longs", Codecs.UNSIGNED_LONG, Codecs.BYTES, longs);
    Sources.assertEntries(to, "ints", Codecs.UNSIGNED_LONG, Codecs.BYTES, ints);
  }

  private static void fill(Env<byte[]> env, Dbi<byte[]> database, Map<byte[], byte[]> entries) {
    try (Txn<byte[]> transaction = env.txnWrite()) {
      entries.forEach((key, value) -> database.put(transaction, key, value));
      transaction.commit();
    }
  }

  @Test
  void anEnvironmentThatIsAFileMoves() {
    Path file = directory.resolve("source.mdb");
    SortedMap<byte[], byte[]> bytes = Sources.bytes().headMap(new byte[] {8});
    try (Env<byte[]> env = create(file, EnvFlags.MDB_NOSUBDIR)) {
      fill(env, env.openDbi("bytes", DbiFlags.MDB_CREATE), bytes);
    }
    FromLmdb.move(file, to);
    Sources.assertBytes(to, "bytes", bytes);
  }

  @Test
  void theDatabaseWithoutANameIsCopiedByOne() {
    SortedMap<byte[], byte[]> bytes = Sources.bytes().headMap(new byte[] {8});
    try (Env<byte[]> env = create(from);
        Store store = Store.open(to)) {
      Dbi<byte[]> unnamed = env.openDbi((byte[]) null);
      fill(env, unnamed, bytes);
      store.write(tx -> FromLmdb.copy(env, unnamed, tx, "bytes"));
    }
    Sources.assertBytes(to, "bytes", bytes);
  }

  @ParameterizedTest
  @EnumSource(names = {"MDB_DUPSORT", "MDB_REVERSEKEY"})
  void anotherOrderIsRefused(DbiFlags flag) {
    try (Env<byte[]> env = create(from)) {
      fill(env, env.openDbi("bytes", DbiFlags.MDB_CREATE), Map.of(new byte[] {1}, new byte[] {2}));
      var unused = env.openDbi("tags", DbiFlags.MDB_CREATE, flag);
    }
    assertThatThrownBy(() -> FromLmdb.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("tags: of flags [" + flag + "]");
    Sources.assertNothing(to);
  }

  @Test
  void aComparatorIsFoundByTheOrderOfTheKeys() {
    try (Env<byte[]> env = create(from)) {
      Dbi<byte[]> database =
          env.openDbi(
              "reversed", (a, b) -> ByteArrayProxy.compareArrays(b, a), true, DbiFlags.MDB_CREATE);
      fill(env, database, Map.of(new byte[] {1}, new byte[] {2}, new byte[] {2}, new byte[] {2}));
    }
    assertThatThrownBy(() -> FromLmdb.move(from, to))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the key of pair 2 is not above its predecessor");
    Sources.assertNothing(to);
  }
}
