package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.StringEntries;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.nio.file.Path;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/** H2's MVStore with its types for longs and bytes; nothing is written in the background. */
public abstract class MvPeer<T> implements PeerStore {

  private final boolean forcesEach;
  private final MVStore store;
  private final MVMap<T, T> map;

  private MvPeer(Path directory, Use use, BasicDataType<T> type) {
    forcesEach = use == Use.EACH;
    store = open(directory.resolve("store.mv"), CACHE_MEBIBYTES);
    MVMap.Builder<T, T> builder = new MVMap.Builder<T, T>().keyType(type).valueType(type);
    map = store.openMap("m", use == Use.LOAD ? builder.singleWriter() : builder);
  }

  /** Opens a file; nothing is written in the background. */
  public static MVStore open(Path file, int cacheMebibytes) {
    return new MVStore.Builder()
        .fileName(file.toString())
        .cacheSize(cacheMebibytes)
        .autoCommitDisabled()
        .autoCommitBufferSize(0)
        .open();
  }

  abstract T keyOf(Entries data, int index);

  abstract T valueOf(Entries data, int index);

  abstract long number(T found);

  /** A map of longs. */
  static final class Longs extends MvPeer<Long> {
    Longs(Path directory, Use use) {
      super(directory, use, LongDataType.INSTANCE);
    }

    @Override
    Long keyOf(Entries data, int index) {
      return data.keys()[index];
    }

    @Override
    Long valueOf(Entries data, int index) {
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
    byte[] keyOf(Entries data, int index) {
      return ((StringEntries) data).keyBytes(index);
    }

    @Override
    byte[] valueOf(Entries data, int index) {
      return ((StringEntries) data).valueBytes(index);
    }

    @Override
    long number(byte[] found) {
      return StringEntries.number(found, 0, found.length);
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
  public final void load(Entries data) {
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
  public final void put(Entries data, int index) {
    map.put(keyOf(data, index), valueOf(data, index));
  }

  @Override
  public final void remove(Entries data, int index) {
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
    public long get(Entries data, int index) {
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
    public boolean seek(Entries data, int index) {
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
