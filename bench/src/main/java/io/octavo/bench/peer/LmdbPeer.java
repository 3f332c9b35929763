package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Shape;
import io.octavo.bench.data.StringEntries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.peer.PeerStore.Gets;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.DirectBufferProxy;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.Meta;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * LMDB, with integer keys where keys are numbers, and Agrona's buffers, which read and write its
 * memory without a copy. {@code ByteBufferProxy.PROXY_OPTIMAL} was as fast in a single run. All
 * buffers and flags are made once.
 */
final class LmdbPeer implements PeerStore {
  /** What lmdbjava and Agrona name: access to their buffers, and no checks of states and bounds. */
  static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "-Dlmdbjava.disable.checks=true",
          "-Dagrona.disable.bounds.checks=true");

  private static final String DATA = "data.mdb";

  /** Address space only; the file is as long as its last page needs. */
  private static final long MAP_BYTES = 64L << 30;

  /** Whether the system may read pages beside the one that is needed; false for large stores. */
  private static final boolean READS_AHEAD =
      Boolean.parseBoolean(System.getProperty("lmdb.readAhead", "true"));

  private static final PutFlags[] APPEND = {PutFlags.MDB_APPEND};
  private static final PutFlags[] ANYWHERE = {};

  private final Shape shape;
  private final boolean writesMap;
  private final Env<DirectBuffer> environment;
  private final Dbi<DirectBuffer> map;
  private final Buffer key = new Buffer();
  private final Buffer value = new Buffer();
  private @Nullable Txn<DirectBuffer> transaction;

  /**
   * Opens an environment.
   *
   * @param writesMap whether it writes into its map (MDB_WRITEMAP) instead of by calls
   */
  LmdbPeer(Path directory, Use use, Shape shape, boolean writesMap) {
    this.shape = shape;
    this.writesMap = writesMap;
    Set<EnvFlags> flags = EnumSet.noneOf(EnvFlags.class);
    if (!READS_AHEAD) {
      flags.add(EnvFlags.MDB_NORDAHEAD);
    }
    if (use != Use.EACH) {
      flags.add(EnvFlags.MDB_NOSYNC);
    }
    if (writesMap) {
      flags.add(EnvFlags.MDB_WRITEMAP);
    }
    environment =
        Env.create(DirectBufferProxy.PROXY_DB)
            .setMapSize(MAP_BYTES)
            .setMaxDbs(1)
            .setMaxReaders(16)
            .open(directory.toFile(), flags.toArray(EnvFlags[]::new));
    map =
        shape == Shape.LONGS
            ? environment.openDbi("m", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY)
            : environment.openDbi("m", DbiFlags.MDB_CREATE);
  }

  /**
   * Returns the bytes of its files up to the last page in use. With MDB_WRITEMAP the file is sparse
   * and as long as the map.
   */
  static long bytes(Path directory, Shape shape) throws IOException {
    long others = Directories.bytes(directory) - Files.size(directory.resolve(DATA));
    try (LmdbPeer peer = new LmdbPeer(directory, Use.READ, shape, true)) {
      long pages = peer.environment.info().lastPageNumber + 1;
      return others + pages * peer.environment.stat().pageSize;
    }
  }

  /** Memory that keys or values are copied to. */
  private static final class Buffer {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(StringEntries.MOST_BYTES);
    private final MutableDirectBuffer filled = new UnsafeBuffer(memory, 0, Long.BYTES);

    private DirectBuffer with(long number) {
      filled.putLong(0, number);
      return filled;
    }

    private DirectBuffer with(byte[] bytes) {
      filled.wrap(memory, 0, bytes.length);
      filled.putBytes(0, bytes);
      return filled;
    }

    DirectBuffer withKey(Entries data, int index) {
      return data instanceof StringEntries strings
          ? with(strings.keyBytes(index))
          : with(data.keys()[index]);
    }

    DirectBuffer withValue(Entries data, int index) {
      return data instanceof StringEntries strings
          ? with(strings.valueBytes(index))
          : with(data.values()[index]);
    }
  }

  @Override
  public String settings() {
    Meta.Version version = Meta.version();
    return "LMDB "
        + version.major
        + "."
        + version.minor
        + "."
        + version.patch
        + " by lmdbjava, DirectBufferProxy, MDB_INTEGERKEY where keys are numbers"
        + (writesMap
            ? ", MDB_WRITEMAP, whose file is sparse and counted up to its last page in use"
            : "")
        + "; load: a cursor with MDB_APPEND in one"
        + " transaction, MDB_NOSYNC, sync(true); commits durable at the end: MDB_NOSYNC and"
        + " sync(true); commits durable each: without MDB_NOSYNC; reads: one transaction and cursor a thread;"
        + " JVM flags "
        + String.join(" ", FLAGS);
  }

  @Override
  public void load(Entries data) {
    try (Txn<DirectBuffer> load = environment.txnWrite()) {
      try (Cursor<DirectBuffer> cursor = map.openCursor(load)) {
        for (int i = 0; i < data.count(); i++) {
          cursor.put(key.withKey(data, i), value.withValue(data, i), APPEND);
        }
      }
      load.commit();
    }
    force();
  }

  @Override
  public void begin() {
    transaction = environment.txnWrite();
  }

  private Txn<DirectBuffer> begun() {
    Txn<DirectBuffer> begun = transaction;
    if (begun == null) {
      throw new IllegalStateException("no transaction has begun");
    }
    return begun;
  }

  @Override
  public void put(Entries data, int index) {
    map.put(begun(), key.withKey(data, index), value.withValue(data, index), ANYWHERE);
  }

  @Override
  public void remove(Entries data, int index) {
    map.delete(begun(), key.withKey(data, index));
  }

  @Override
  public void commit() {
    try (Txn<DirectBuffer> ended = begun()) {
      ended.commit();
    }
    transaction = null;
  }

  @Override
  public void force() {
    environment.sync(true);
  }

  @Override
  public Reader reader() {
    return new CursorReader(environment.txnRead(), map, shape);
  }

  /** A transaction that is reset and renewed, as LMDB advises. */
  @Override
  public Gets snapshots() {
    Txn<DirectBuffer> renewed = environment.txnRead();
    Reader reader = new CursorReader(renewed, map, shape);
    renewed.reset();
    return new Gets() {
      @Override
      public long get(Entries data, int index) throws Exception {
        renewed.renew();
        long value = reader.get(data, index);
        renewed.reset();
        return value;
      }

      @Override
      public void close() throws IOException, SQLException {
        reader.close();
      }
    };
  }

  private static final class CursorReader implements Reader {
    private final Txn<DirectBuffer> transaction;
    private final Dbi<DirectBuffer> map;
    private final Cursor<DirectBuffer> cursor;
    private final Shape shape;
    private final Buffer probe = new Buffer();

    CursorReader(Txn<DirectBuffer> transaction, Dbi<DirectBuffer> map, Shape shape) {
      this.shape = shape;
      this.transaction = transaction;
      this.map = map;
      cursor = map.openCursor(transaction);
    }

    @Override
    public long get(Entries data, int index) {
      DirectBuffer found = map.get(transaction, probe.withKey(data, index));
      return found == null ? MISSING : number(found);
    }

    private long number(DirectBuffer found) {
      if (shape == Shape.LONGS) {
        return found.getLong(0);
      }
      int length = found.capacity();
      if (length < Long.BYTES) {
        byte[] copy = new byte[length];
        found.getBytes(0, copy);
        return StringEntries.number(copy, 0, length);
      }
      return StringEntries.number(
          found.getLong(0, ByteOrder.BIG_ENDIAN),
          found.getLong(length - Long.BYTES, ByteOrder.BIG_ENDIAN),
          length);
    }

    @Override
    public boolean seek(Entries data, int index) {
      return cursor.get(probe.withKey(data, index), GetOp.MDB_SET_RANGE);
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public long key() {
      return number(cursor.key());
    }

    @Override
    public long value() {
      return number(cursor.val());
    }

    @Override
    public void close() {
      cursor.close();
      transaction.close();
    }
  }

  @Override
  public void close() {
    environment.close();
  }
}
