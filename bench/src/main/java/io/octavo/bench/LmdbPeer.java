package io.octavo.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
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
 * LMDB with integer keys and Agrona's buffers, which read and write its memory without a copy.
 * {@code ByteBufferProxy.PROXY_OPTIMAL} was as fast in a single run. All buffers and flags are made
 * once.
 */
final class LmdbPeer implements PeerStore.Durable {
  /** What lmdbjava and Agrona name: access to their buffers, and no checks of states and bounds. */
  static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "-Dlmdbjava.disable.checks=true",
          "-Dagrona.disable.bounds.checks=true");

  /** Address space only; the file is as long as its last page needs. */
  private static final long MAP_BYTES = 64L << 30;

  private static final EnvFlags[] AT_END = {EnvFlags.MDB_NOSYNC};
  private static final EnvFlags[] AT_EACH = {};
  private static final PutFlags[] APPEND = {PutFlags.MDB_APPEND};
  private static final PutFlags[] ANYWHERE = {};

  private final Env<DirectBuffer> environment;
  private final Dbi<DirectBuffer> map;
  private final MutableDirectBuffer key = buffer();
  private final MutableDirectBuffer value = buffer();
  private @Nullable Txn<DirectBuffer> transaction;

  LmdbPeer(Path directory, Use use) {
    environment =
        Env.create(DirectBufferProxy.PROXY_DB)
            .setMapSize(MAP_BYTES)
            .setMaxDbs(1)
            .setMaxReaders(16)
            .open(directory.toFile(), use == Use.EACH ? AT_EACH : AT_END);
    map = environment.openDbi("m", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
  }

  private static MutableDirectBuffer buffer() {
    return new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
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
        + " by lmdbjava, DirectBufferProxy, MDB_INTEGERKEY; load: a cursor with MDB_APPEND in one"
        + " transaction, MDB_NOSYNC, sync(true); commits durable at the end: MDB_NOSYNC and"
        + " sync(true); commits durable each: no flags; reads: one transaction and cursor a thread;"
        + " JVM flags "
        + String.join(" ", FLAGS);
  }

  @Override
  public void load(PeerData data) {
    long[] keys = data.keys();
    long[] values = data.values();
    try (Txn<DirectBuffer> load = environment.txnWrite()) {
      try (Cursor<DirectBuffer> cursor = map.openCursor(load)) {
        for (int i = 0; i < keys.length; i++) {
          key.putLong(0, keys[i]);
          value.putLong(0, values[i]);
          cursor.put(key, value, APPEND);
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
  public void put(long newKey, long newValue) {
    key.putLong(0, newKey);
    value.putLong(0, newValue);
    map.put(begun(), key, value, ANYWHERE);
  }

  @Override
  public void remove(long oldKey) {
    key.putLong(0, oldKey);
    map.delete(begun(), key);
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
    return new CursorReader(environment.txnRead(), map);
  }

  private static final class CursorReader implements Reader {
    private final Txn<DirectBuffer> transaction;
    private final Dbi<DirectBuffer> map;
    private final Cursor<DirectBuffer> cursor;
    private final MutableDirectBuffer probe = buffer();

    CursorReader(Txn<DirectBuffer> transaction, Dbi<DirectBuffer> map) {
      this.transaction = transaction;
      this.map = map;
      cursor = map.openCursor(transaction);
    }

    @Override
    public long get(long key) {
      probe.putLong(0, key);
      DirectBuffer found = map.get(transaction, probe);
      return found == null ? MISSING : found.getLong(0);
    }

    @Override
    public boolean seek(long key) {
      probe.putLong(0, key);
      return cursor.get(probe, GetOp.MDB_SET_RANGE);
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public long key() {
      return cursor.key().getLong(0);
    }

    @Override
    public long value() {
      return cursor.val().getLong(0);
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
