package io.octavo.bench.peer;

import io.octavo.Transaction;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.StringEntries;
import io.octavo.bench.peer.PeerStore.Gets;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import io.octavo.map.BytesBatch;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
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
  public void load(Entries data) {
    store.write(tx -> tx.bytesMap(MAP).load(((StringEntries) data).stringPairs()));
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
  void putNow(Entries data, int index) {
    StringEntries strings = (StringEntries) data;
    written().put(strings.keyBytes(index), strings.valueBytes(index));
  }

  @Override
  void removeNow(Entries data, int index) {
    written().remove(((StringEntries) data).keyBytes(index));
  }

  @Override
  void putAll(Entries data, int[] places) {
    StringEntries strings = (StringEntries) data;
    written().putAll(strings(places, strings::keyBytes), strings(places, strings::valueBytes));
  }

  @Override
  void removeAll(Entries data, int[] places) {
    written().removeAll(strings(places, ((StringEntries) data)::keyBytes));
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
    byte[] value = new byte[StringEntries.MOST_BYTES];
    return (data, index) -> {
      byte[] key = ((StringEntries) data).keyBytes(index);
      int length = (int) store.readLong(tx -> tx.bytesMap(MAP).get(key, value, 0));
      return length < 0 ? MISSING : StringEntries.number(value, 0, length);
    };
  }

  private static final class MapReader implements Reader {
    private final Transaction transaction;
    private final BytesMap map;
    private final BytesCursor cursor;
    private final BytesBatch batch = BytesBatch.create();
    private final byte[] key = new byte[StringEntries.MOST_BYTES];
    private final byte[] value = new byte[StringEntries.MOST_BYTES];

    MapReader(Transaction transaction) {
      this.transaction = transaction;
      map = transaction.bytesMap(MAP);
      cursor = map.cursor();
    }

    @Override
    public long get(Entries data, int index) {
      int length = map.get(((StringEntries) data).keyBytes(index), value, 0);
      return length < 0 ? MISSING : StringEntries.number(value, 0, length);
    }

    @Override
    public long sum(Entries data, int index, int most) {
      long sum = 0;
      int left = most;
      BytesCursor entries = map.cursor(((StringEntries) data).keyBytes(index), null);
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
        sum += StringEntries.number(batch.keys(), batch.keyOffset(i), batch.keyLength(i));
        sum += StringEntries.number(batch.values(), batch.valueOffset(i), batch.valueLength(i));
      }
      return sum;
    }

    @Override
    public boolean seek(Entries data, int index) {
      return cursor.seek(((StringEntries) data).keyBytes(index));
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public long key() {
      return StringEntries.number(key, 0, cursor.key(key, 0));
    }

    @Override
    public long value() {
      return StringEntries.number(value, 0, cursor.value(value, 0));
    }

    @Override
    public void close() {
      transaction.close();
    }
  }
}
