package io.octavo.bench.ids;

import io.octavo.bench.peer.MvPeer;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.IntegerDataType;

/** H2's MVStore: a map of ids by strings and one of strings by ids. */
final class MvIds implements IdPeer.Strings {
  private final MVStore store;
  private final MVMap<byte[], Integer> ids;
  private final MVMap<Integer, byte[]> strings;
  private int size;

  MvIds(Path directory) {
    store = MvPeer.open(directory.resolve("ids.mv"), (int) (OctavoIds.CACHE_BYTES >> 20));
    ids =
        store.openMap(
            "ids",
            new MVMap.Builder<byte[], Integer>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(IntegerDataType.INSTANCE)
                .singleWriter());
    strings =
        store.openMap(
            "strings",
            new MVMap.Builder<Integer, byte[]>()
                .keyType(IntegerDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE)
                .singleWriter());
  }

  @Override
  public String settings() {
    return "H2 MVStore "
        + org.h2.engine.Constants.VERSION
        + ", a map ByteArrayDataType to IntegerDataType and one back, of a single writer, the second"
        + " filled by append; cache of "
        + (OctavoIds.CACHE_BYTES >> 20)
        + " MiB, automatic commits off; one commit, then sync; not compacted at close";
  }

  @Override
  public int intern(byte[] string) {
    Integer present = ids.putIfAbsent(string, size);
    if (present != null) {
      return present;
    }
    strings.append(size, string);
    return size++;
  }

  @Override
  public int find(byte[] string) {
    Integer id = ids.get(string);
    return id == null ? ABSENT : id;
  }

  @Override
  public byte[] get(int id) {
    byte[] string = strings.get(id);
    if (string == null) {
      throw new NoSuchElementException("no string has the id " + id);
    }
    return string;
  }

  @Override
  public void commit() {
    store.commit();
    store.sync();
  }

  @Override
  public void close() {
    store.close();
  }
}
