package io.octavo.examples.moving;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.map.BytesPairs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.CursorIterable.KeyVal;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * Copies the named databases of an LMDB environment to maps of byte strings of the same names. A
 * database of integer keys becomes a map from {@link Codecs#UNSIGNED_LONG}, which orders as LMDB
 * does, to {@link Codecs#BYTES}.
 */
public final class FromLmdb {
  private FromLmdb() {}

  /**
   * Runs the program.
   *
   * @param arguments the environment and the store
   */
  public static void main(String... arguments) {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies an environment.
   *
   * @param from the directory of the environment, or its file
   * @param to the store, made if it is missing
   * @throws NotMovableException if a database has several values a key, or keys in reverse
   */
  public static void move(Path from, Path to) {
    List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_RDONLY_ENV));
    if (Files.isRegularFile(from)) {
      flags.add(EnvFlags.MDB_NOSUBDIR);
    }
    try (Env<byte[]> env =
            Env.create(ByteArrayProxy.PROXY_BA)
                .setMaxDbs(1_000)
                .open(from.toFile(), flags.toArray(EnvFlags[]::new));
        Store store = Store.open(to)) {
      store.write(
          tx ->
              env.getDbiNames()
                  .forEach(name -> copy(env, env.openDbi(name), tx, new String(name, UTF_8))));
    }
  }

  /** Copies a database to the map of a name. */
  static void copy(Env<byte[]> env, Dbi<byte[]> from, Transaction tx, String name) {
    try (Txn<byte[]> source = env.txnRead();
        CursorIterable<byte[]> entries = from.iterate(source)) {
      List<DbiFlags> flags = from.listFlags(source);
      if (flags.contains(DbiFlags.MDB_DUPSORT) || flags.contains(DbiFlags.MDB_REVERSEKEY)) {
        throw new NotMovableException(name, "of flags " + flags);
      }
      if (flags.contains(DbiFlags.MDB_INTEGERKEY)) {
        tx.map(name, Codecs.UNSIGNED_LONG, Codecs.BYTES).load(numbered(entries.iterator()));
      } else {
        tx.bytesMap(name).load(new Pairs(entries.iterator()));
      }
    }
  }

  private static Iterator<Entry<Long, byte[]>> numbered(Iterator<KeyVal<byte[]>> entries) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public Entry<Long, byte[]> next() {
        KeyVal<byte[]> entry = entries.next();
        ByteBuffer key = ByteBuffer.wrap(entry.key()).order(ByteOrder.nativeOrder());
        long number =
            key.capacity() == Integer.BYTES ? Integer.toUnsignedLong(key.getInt()) : key.getLong();
        return new SimpleEntry<>(number, entry.val());
      }
    };
  }

  private static final class Pairs implements BytesPairs {
    private final Iterator<KeyVal<byte[]>> entries;
    private byte[] key = {};
    private byte[] value = {};

    Pairs(Iterator<KeyVal<byte[]>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      if (!entries.hasNext()) {
        return false;
      }
      KeyVal<byte[]> entry = entries.next();
      key = entry.key();
      value = entry.val();
      return true;
    }

    @Override
    public byte[] key() {
      return key;
    }

    @Override
    public byte[] value() {
      return value;
    }
  }
}
