package io.octavo.bench;

import java.nio.file.Path;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/** H2's MVStore with its type for longs; nothing is written in the background. */
final class MvPeer implements PeerStore.Durable {
  private static final int CACHE_MEGABYTES = 1024;

  private final boolean forcesEach;
  private final MVStore store;
  private final MVMap<Long, Long> map;

  MvPeer(Path directory, Use use) {
    forcesEach = use == Use.EACH;
    store =
        new MVStore.Builder()
            .fileName(directory.resolve("store.mv").toString())
            .cacheSize(CACHE_MEGABYTES)
            .autoCommitDisabled()
            .autoCommitBufferSize(0)
            .open();
    MVMap.Builder<Long, Long> builder =
        new MVMap.Builder<Long, Long>()
            .keyType(LongDataType.INSTANCE)
            .valueType(LongDataType.INSTANCE);
    map = store.openMap("m", use == Use.LOAD ? builder.singleWriter() : builder);
  }

  @Override
  public String settings() {
    return "H2 MVStore "
        + org.h2.engine.Constants.VERSION
        + ", LongDataType, cache of 1 GiB, automatic commits off; load: a map of a single writer,"
        + " append, one commit, sync; commits durable at the end: commit, one sync; durable each:"
        + " commit and sync; reads: the map itself, boxed keys and values as its interface has them;"
        + " files are not compacted at close";
  }

  @Override
  public void load(PeerData data) {
    long[] keys = data.keys();
    long[] values = data.values();
    for (int i = 0; i < keys.length; i++) {
      map.append(keys[i], values[i]);
    }
    store.commit();
    store.sync();
  }

  @Override
  public void begin() {
    // What follows a commit is its next transaction.
  }

  @Override
  public void put(long key, long value) {
    map.put(key, value);
  }

  @Override
  public void remove(long key) {
    map.remove(key);
  }

  @Override
  public void commit() {
    store.commit();
    if (forcesEach) {
      store.sync();
    }
  }

  @Override
  public void force() {
    store.sync();
  }

  @Override
  public Reader reader() {
    return new MapReader(map);
  }

  private static final class MapReader implements Reader {
    private final MVMap<Long, Long> map;
    private @Nullable Cursor<Long, Long> cursor;

    MapReader(MVMap<Long, Long> map) {
      this.map = map;
    }

    @Override
    public long get(long key) {
      Long value = map.get(key);
      return value == null ? MISSING : value;
    }

    private Cursor<Long, Long> sought() {
      Cursor<Long, Long> sought = cursor;
      if (sought == null) {
        throw new IllegalStateException("no key was sought");
      }
      return sought;
    }

    @Override
    public boolean seek(long key) {
      cursor = map.cursor(key);
      return next();
    }

    @Override
    public boolean next() {
      Cursor<Long, Long> sought = sought();
      if (!sought.hasNext()) {
        return false;
      }
      sought.next();
      return true;
    }

    @Override
    public long key() {
      return sought().getKey();
    }

    @Override
    public long value() {
      return sought().getValue();
    }

    @Override
    public void close() {
      cursor = null;
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
