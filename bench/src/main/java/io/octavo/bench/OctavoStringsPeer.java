package io.octavo.bench;

import io.octavo.BytesBatch;
import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.BytesPairs;
import io.octavo.Transaction;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Octavo's map of byte strings. Gets copy values into an array that is used again, scans take
 * entries from batches.
 */
final class OctavoStringsPeer extends OctavoPeer {
  private @Nullable BytesMap map;

  OctavoStringsPeer(Path directory, Use use) {
    super(directory, use);
  }

  @Override
  public void load(PeerData data) {
    store.write(tx -> tx.bytesMap(MAP).load(new Pairs((PeerStrings) data)));
  }

  /** Entries as a source to load from. */
  static final class Pairs implements BytesPairs {
    private final PeerStrings data;
    private int index = -1;

    Pairs(PeerStrings data) {
      this.data = data;
    }

    @Override
    public boolean next() {
      return ++index < data.count();
    }

    @Override
    public byte[] key() {
      return data.key(index);
    }

    @Override
    public byte[] value() {
      return data.value(index);
    }
  }

  @Override
  void open(Transaction begun) {
    map = begun.bytesMap(MAP);
  }

  private BytesMap written() {
    BytesMap written = map;
    if (written == null) {
      throw new IllegalStateException("no transaction has begun");
    }
    return written;
  }

  @Override
  void putNow(PeerData data, int index) {
    PeerStrings strings = (PeerStrings) data;
    written().put(strings.key(index), strings.value(index));
  }

  @Override
  void removeNow(PeerData data, int index) {
    written().remove(((PeerStrings) data).key(index));
  }

  @Override
  void putAll(PeerData data, int[] places) {
    PeerStrings strings = (PeerStrings) data;
    written().putAll(strings(places, strings::key), strings(places, strings::value));
  }

  @Override
  void removeAll(PeerData data, int[] places) {
    written().removeAll(strings(places, ((PeerStrings) data)::key));
  }

  private static byte[][] strings(int[] places, IntFunction<byte[]> at) {
    return Arrays.stream(places).mapToObj(at).toArray(byte[][]::new);
  }

  @Override
  public Reader reader() {
    return new MapReader(store.beginRead());
  }

  @Override
  public Gets snapshots() {
    byte[] value = new byte[PeerStrings.MOST_BYTES];
    return (data, index) -> {
      byte[] key = ((PeerStrings) data).key(index);
      int length = (int) store.readLong(tx -> tx.bytesMap(MAP).get(key, value, 0));
      return length < 0 ? MISSING : PeerStrings.number(value, 0, length);
    };
  }

  private static final class MapReader implements Reader {
    private final Transaction transaction;
    private final BytesMap map;
    private final BytesCursor cursor;
    private final BytesBatch batch = BytesBatch.create();
    private final byte[] key = new byte[PeerStrings.MOST_BYTES];
    private final byte[] value = new byte[PeerStrings.MOST_BYTES];

    MapReader(Transaction transaction) {
      this.transaction = transaction;
      map = transaction.bytesMap(MAP);
      cursor = map.cursor();
    }

    @Override
    public long get(PeerData data, int index) {
      int length = map.get(((PeerStrings) data).key(index), value, 0);
      return length < 0 ? MISSING : PeerStrings.number(value, 0, length);
    }

    @Override
    public long sum(PeerData data, int index, int most) {
      long sum = 0;
      int left = most;
      BytesCursor entries = map.cursor(((PeerStrings) data).key(index), null);
      while (left > 0 && entries.next(batch, left)) {
        sum += sum(batch);
        left -= batch.size();
      }
      return sum;
    }

    /** Sums up a batch, in a method of its own: the compiler of the JVM compiles whole methods. */
    private static long sum(BytesBatch batch) {
      long sum = 0;
      int size = batch.size();
      for (int i = 0; i < size; i++) {
        sum += PeerStrings.number(batch.keys(), batch.keyOffset(i), batch.keyLength(i));
        sum += PeerStrings.number(batch.values(), batch.valueOffset(i), batch.valueLength(i));
      }
      return sum;
    }

    @Override
    public boolean seek(PeerData data, int index) {
      return cursor.seek(((PeerStrings) data).key(index));
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public long key() {
      return PeerStrings.number(key, 0, cursor.key(key, 0));
    }

    @Override
    public long value() {
      return PeerStrings.number(value, 0, cursor.value(value, 0));
    }

    @Override
    public void close() {
      transaction.close();
    }
  }
}
