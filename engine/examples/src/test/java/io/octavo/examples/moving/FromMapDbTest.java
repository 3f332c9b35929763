package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codecs;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

class FromMapDbTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source.db");
    to = directory.resolve("target.oct");
  }

  @Test
  void treesAndHashMapsMove() {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, Long> longs = new TreeMap<>();
    SortedMap<String, byte[]> strings = new TreeMap<>();
    SortedMap<UUID, Integer> uuids = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    for (long key : Sources.longs()) {
      longs.put(key, ~key);
      strings.put(Long.toString(key, 36) + "\uE000\uD83D\uDE00", Sources.value(random, 1));
      uuids.put(new UUID(random.nextLong(), random.nextLong()), random.nextInt());
    }
    try (DB db = DBMaker.fileDB(from.toFile()).make()) {
      db.treeMap("bytes", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY).create().putAll(bytes);
      db.treeMap("longs", Serializer.LONG, Serializer.LONG).create().putAll(longs);
      db.treeMap("strings", Serializer.STRING, Serializer.BYTE_ARRAY).create().putAll(strings);
      db.treeMap("uuids", Serializer.UUID, Serializer.INTEGER).create().putAll(uuids);
      db.hashMap("hash", Serializer.STRING, Serializer.BYTE_ARRAY).create().putAll(strings);
      db.hashMap("empty", Serializer.STRING, Serializer.DOUBLE).create();
    }
    FromMapDb.main(from.toString(), to.toString());
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.LONG, longs);
    Sources.assertEntries(to, "strings", Codecs.STRING, Codecs.BYTES, strings);
    Sources.assertEntries(to, "uuids", Codecs.UUID, Codecs.INT, uuids);
    Sources.assertEntries(to, "hash", Codecs.STRING, Codecs.BYTES, strings);
    Sources.assertEntries(to, "empty", Codecs.STRING, Codecs.DOUBLE, Map.of());
    Sources.assertBytes(to, "bytes", bytes);
  }

  @Test
  void whatHasNoCodecIsRefused() {
    try (DB db = DBMaker.fileDB(from.toFile()).make()) {
      db.treeMap("ages", Serializer.STRING, Serializer.LONG).create().put("ada", 36L);
      db.treeMap("dates", Serializer.DATE, Serializer.LONG).create();
    }
    assertThatThrownBy(() -> FromMapDb.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("dates: no codec is known for org.mapdb.serializer.SerializerDate");
    Sources.assertNothing(to);
  }

  @Test
  void otherCollectionsAreRefused() {
    try (DB db = DBMaker.fileDB(from.toFile()).make()) {
      db.atomicLong("visits").create();
    }
    assertThatThrownBy(() -> FromMapDb.move(from, to))
        .isInstanceOf(NotMovableException.class)
        .hasMessage("visits: a Long");
  }

  @Test
  void aFileWithALogIsRefused() {
    try (DB db = DBMaker.fileDB(from.toFile()).transactionEnable().make()) {
      Map<String, Long> ages = db.treeMap("ages", Serializer.STRING, Serializer.LONG).create();
      ages.put("ada", 36L);
      db.commit();
      ages.put("bob", 44L);
      assertThatThrownBy(() -> FromMapDb.move(from, to))
          .isInstanceOf(NotMovableException.class)
          .hasMessage(from + ": has a log; open it with transactionEnable() and commit");
      db.rollback();
      db.commit();
    }
    FromMapDb.move(from, to);
    Sources.assertEntries(to, "ages", Codecs.STRING, Codecs.LONG, Map.of("ada", 36L));
  }
}
