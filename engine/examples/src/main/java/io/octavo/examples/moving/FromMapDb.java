package io.octavo.examples.moving;

import io.octavo.OrderedMap;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.mapdb.BTreeMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/** Copies the tree maps and hash maps of a file of MapDB to the maps of the same names. */
public final class FromMapDb {
  /** Codecs that order as the serializers do. Add those of your own serializers. */
  private static final Map<Serializer<?>, Codec<?>> CODECS =
      Map.of(
          Serializer.STRING, Codecs.STRING,
          Serializer.LONG, Codecs.LONG,
          Serializer.INTEGER, Codecs.INT,
          Serializer.DOUBLE, Codecs.DOUBLE,
          Serializer.BOOLEAN, Codecs.BOOLEAN,
          Serializer.UUID, Codecs.UUID,
          Serializer.BYTE_ARRAY, Codecs.BYTES);

  private FromMapDb() {}

  /**
   * Runs the program.
   *
   * @param arguments the file of MapDB and the store
   */
  public static void main(String... arguments) {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies a file.
   *
   * @param from the file of MapDB
   * @param to the store, made if it is missing
   * @throws NotMovableException if the file has another collection, a serializer without a codec,
   *     or a log of changes
   */
  public static void move(Path from, Path to) {
    if (Files.exists(Path.of(from + ".wal.0"))) {
      throw new NotMovableException(
          from.toString(), "has a log; open it with transactionEnable() and commit");
    }
    try (DB db = DBMaker.fileDB(from.toFile()).readOnly().make();
        Store store = Store.open(to)) {
      store.write(tx -> db.getAllNames().forEach(name -> move(name, db.get(name), tx)));
    }
  }

  private static void move(String name, Object collection, Transaction tx) {
    if (collection instanceof BTreeMap<?, ?> tree) {
      Codec<Object> keys = codec(name, tree.getKeySerializer());
      tx.map(name, keys, codec(name, tree.getValueSerializer())).load(tree.entryIterator());
    } else if (collection instanceof HTreeMap<?, ?> hash) {
      Codec<Object> keys = codec(name, hash.getKeySerializer());
      OrderedMap<Object, Object> map = tx.map(name, keys, codec(name, hash.getValueSerializer()));
      hash.forEach(map::put);
    } else {
      throw new NotMovableException(name, "a " + collection.getClass().getSimpleName());
    }
  }

  @SuppressWarnings("unchecked") // the serializer and its codec are of one type
  private static Codec<Object> codec(String name, Serializer<?> serializer) {
    Codec<?> codec = CODECS.get(serializer);
    if (codec == null) {
      throw new NotMovableException(
          name, "no codec is known for " + serializer.getClass().getName());
    }
    return (Codec<Object>) codec;
  }
}
