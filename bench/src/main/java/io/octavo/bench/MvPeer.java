package io.octavo.bench;

import java.nio.file.Path;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/** H2's MVStore with its types for longs and bytes; nothing is written in the background. */
abstract class MvPeer<T> implements PeerStore.Durable {

  private final boolean forcesEach;
  private final MVStore store;
  private final MVMap<T, T> map;

  private MvPeer(Path directory, Use use, BasicDataType<T> type) {
    forcesEach = use == Use.EACH;
    store =
        new MVStore.Builder()
            .fileName(directory.resolve("store.mv").toString())
            .cacheSize(CACHE_MEBIBYTES)
            .autoCommitDisabled()
            .autoCommitBufferSize(0)
            .open();
    MVMap.Builder<T, T> builder = new MVMap.Builder<T, T>().keyType(type).valueType(type);
    map = store.openMap("m", use == Use.LOAD ? builder.singleWriter() : builder);
  }

  abstract T keyOf(PeerData data, int index);

  abstract T valueOf(PeerData data, int index);

  abstract long number(T found);

  /** A map of longs. */
  static final class Longs extends MvPeer<Long> {
    Longs(Path directory, Use use) {
      super(directory, use, LongDataType.INSTANCE);
    }

    @Override
    Long keyOf(PeerData data, int index) {
      return data.keys()[index];
    }

    @Override
    Long valueOf(PeerData data, int index) {
      return data.values()[index];
    }

    @Override
    long number(Long found) {
      return found;
    }
  }

  /** A map of byte strings. */
  static final class Strings extends MvPeer<byte[]> {
    Strings(Path directory, Use use) {
      super(directory, use, ByteArrayDataType.INSTANCE);
    }

    @Override
    byte[] keyOf(PeerData data, int index) {
      return ((PeerStrings) data).key(index);
    }

    @Override
    byte[] valueOf(PeerData data, int index) {
      return ((PeerStrings) data).value(index);
    }

    @Override
    long number(byte[] found) {
      return PeerStrings.number(found, 0, found.length);
    }
  }

  @Override
  public final String settings() {
    return "H2 MVStore "
        + org.h2.engine.Constants.VERSION
        + ", LongDataType or ByteArrayDataType, cache of "
        + CACHE_MEBIBYTES
        + " MiB, automatic commits off; load: a map of a single writer,"
        + " append, one commit, sync; commits durable at the end: commit, one sync; durable each:"
        + " commit and sync; reads: the map itself, keys and values as its interface has them, numbers boxed;"
        + " files are not compacted at close";
  }

  @Override
  public final void load(PeerData data) {
    for (int i = 0; i < data.count(); i++) {
      map.append(keyOf(data, i), valueOf(data, i));
    }
    store.commit();
    store.sync();
  }

  @Override
  public final void begin() {
    // What follows a commit is its next transaction.
  }

  @Override
  public final void put(PeerData data, int index) {
    map.put(keyOf(data, index), valueOf(data, index));
  }

  @Override
  public final void remove(PeerData data, int index) {
    map.remove(keyOf(data, index));
  }

  @Override
  public final void commit() {
    store.commit();
    if (forcesEach) {
      store.sync();
    }
  }

  @Override
  public final void force() {
    store.sync();
  }

  @Override
  public final Reader reader() {
    return new MapReader();
  }

  private final class MapReader implements Reader {
    private @Nullable Cursor<T, T> cursor;

    @Override
    public long get(PeerData data, int index) {
      T value = map.get(keyOf(data, index));
      return value == null ? MISSING : number(value);
    }

    private Cursor<T, T> sought() {
      Cursor<T, T> sought = cursor;
      if (sought == null) {
        throw new IllegalStateException("no key was sought");
      }
      return sought;
    }

    @Override
    public boolean seek(PeerData data, int index) {
      cursor = map.cursor(keyOf(data, index));
      return next();
    }

    @Override
    public boolean next() {
      Cursor<T, T> sought = sought();
      if (!sought.hasNext()) {
        return false;
      }
      sought.next();
      return true;
    }

    @Override
    public long key() {
      return number(sought().getKey());
    }

    @Override
    public long value() {
      return number(sought().getValue());
    }

    @Override
    public void close() {
      cursor = null;
    }
  }

  @Override
  public final void close() {
    store.close();
  }
}
