package io.octavo.expiry;

import io.octavo.OrderedMap;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.codec.Tuple3;
import io.octavo.map.BytesEntry;
import io.octavo.map.BytesMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A map with expiring entries, within a transaction. An entry ends some time after it was put or
 * touched, or, if the map is full, when others are put. An entry that has ended is never returned,
 * even before its removal.
 *
 * <pre>{@code
 * static final Expiry EXPIRY = Expiry.none().afterAccess(Duration.ofMinutes(30));
 *
 * static ExpiringMap<String, Session> sessions(Transaction tx) {
 *   return ExpiringMap.open(tx, "sessions", Codecs.STRING, SESSION, EXPIRY);
 * }
 *
 * store.write(tx -> sessions(tx).put(id, session));
 * Session session = store.read(tx -> sessions(tx).get(id));
 * store.write(tx -> sessions(tx).touch(id));
 * }</pre>
 *
 * <p><b>Access.</b> {@link #get} never writes, so it does not count as an access, and works in read
 * transactions. For an access that counts, call {@link #touch} in a write transaction; to save
 * commits, touch several keys in one.
 *
 * <p><b>Removal.</b> No background thread removes entries. {@link #put}, {@link #touch} and {@link
 * #remove} each remove up to {@value #STEP} other entries that have ended or for which the map has
 * no room; those that end first are removed first. So the time of a put is bounded. The map can
 * exceed its bounds after a bound was lowered, or for a large entry. To free space without puts,
 * call {@link #sweep}.
 *
 * <p><b>Collections.</b> A map NAME is a group: {@code NAME}, with the end, the time of the last
 * put and the value of each key; {@code NAME.ends}, with pairs of an end and a key; and {@code
 * NAME.total}, with the numbers of the entries and of their bytes. Only this class changes them,
 * and {@code Transaction.map} refuses to open NAME with the codec of the values. To drop or rename
 * the map, drop {@code NAME.ends} too: if {@code NAME.ends} or {@code NAME.total} is missing, the
 * next write transaction that opens the map rebuilds both.
 *
 * <p>As thread-safe as its transaction. All methods throw {@link IllegalStateException} if the
 * transaction has ended or failed, or a map of the group was dropped, methods that change the map
 * also if the transaction only reads; {@link io.octavo.error.CodecException} if bytes cannot be
 * decoded; and {@link io.octavo.error.StoreException} if the file cannot be read or is damaged.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class ExpiringMap<K, V> {
  /** The greatest number of other entries that a change removes. */
  public static final int STEP = 16;

  /**
   * Names of codecs that no other map has, so that a map of the program is not mistaken for these.
   */
  private static final Codec<byte[]> NOTHING =
      Codecs.BYTES.map("end", nothing -> nothing, nothing -> nothing);

  private static final Codec<Long> TOTALS = Codecs.LONG.map("total", sum -> sum, sum -> sum);

  private static final String ENTRIES = "entries";
  private static final String BYTES = "bytes";
  private static final byte[] NO_VALUE = {};
  private static final int INSTANT_BYTES = Codecs.INSTANT.fixedLength();

  /** In the other map, a key follows an end. */
  private static final int MAX_KEY = BytesMap.MAX_KEY - INSTANT_BYTES;

  /**
   * An entry without its value.
   *
   * @param end when it ends
   * @param bytes of the encoded key and value, times included
   */
  private record Stored(Instant end, long bytes) {}

  private final boolean isReadOnly;

  private final Expiry expiry;
  private final Codec<K> keys;

  /** An end, the time of the last put, and the value. */
  private final Codec<Tuple3<Instant, Instant, V>> values;

  private final OrderedMap<K, Tuple3<Instant, Instant, V>> entries;

  /** The same collection as {@link #entries}. */
  private final BytesMap bytes;

  private final Codec<Tuple2<Instant, K>> endKeys;
  private final BytesMap ends;
  private final OrderedMap<String, Long> total;

  private ExpiringMap(Transaction tx, String name, Codec<K> keys, Codec<V> values, Expiry expiry) {
    this.isReadOnly = tx.isReadOnly();
    this.expiry = expiry;
    this.keys = keys;
    this.values = Codecs.tuple(Codecs.INSTANT, Codecs.INSTANT, values);
    this.endKeys = Codecs.tuple(Codecs.INSTANT, keys);
    this.entries = tx.map(name, keys, this.values);
    this.bytes = tx.bytesMap(name);
    var unused = tx.map(name + ".ends", endKeys, NOTHING); // Stores the codecs.
    this.ends = tx.bytesMap(name + ".ends");
    this.total = tx.map(name + ".total", Codecs.STRING, TOTALS);
  }

  /**
   * Opens a map. A write transaction creates a map that does not exist.
   *
   * @param tx the transaction
   * @param name the name, at most 249 bytes of UTF-8
   * @param keys codec of the keys
   * @param values codec of the values
   * @param expiry when entries end
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws IllegalArgumentException if a collection of the group has other codecs or another type,
   *     or the name is too long
   */
  public static <K, V> ExpiringMap<K, V> open(
      Transaction tx, String name, Codec<K> keys, Codec<V> values, Expiry expiry) {
    boolean isWhole = tx.exists(name) && tx.exists(name + ".ends") && tx.exists(name + ".total");
    ExpiringMap<K, V> map = new ExpiringMap<>(tx, name, keys, values, expiry);
    if (!isWhole && !tx.isReadOnly()) {
      // What is there is of a map that was dropped or renamed.
      map.ends.clear();
      map.total.clear();
      for (K key : map.entries.keySet()) {
        map.link(key, Objects.requireNonNull(map.stored(keys.encode(key))));
      }
    }
    return map;
  }

  /**
   * Returns the value of a key.
   *
   * @param key the key
   * @return its value; null if it has none or its entry has ended
   */
  public @Nullable V get(K key) {
    Tuple3<Instant, Instant, V> found = live(key, expiry.clock().instant());
    return found == null ? null : found.third();
  }

  private @Nullable Tuple3<Instant, Instant, V> live(K key, Instant now) {
    byte[] stored = bytes.get(keys.encode(key));
    Tuple3<Instant, Instant, V> found = stored == null ? null : values.decode(stored);
    return found == null || hasEnded(found.first(), now) ? null : found;
  }

  private static boolean hasEnded(Instant end, Instant now) {
    return !now.isBefore(end);
  }

  /**
   * Sets the value of a key. The expiry of the entry begins now.
   *
   * @param key the key
   * @param value its value
   * @throws IllegalArgumentException if a codec cannot encode the key or the value, the key has
   *     more than 1,988 bytes, or the entry more bytes than the map may have; nothing is changed
   */
  public void put(K key, V value) {
    Instant now = expiry.clock().instant();
    Instant end = end(now, now);
    byte[] encodedKey = keys.encode(key);
    byte[] encodedValue =
        values.encode(new Tuple3<>(end, now, Objects.requireNonNull(value, "value")));
    if (encodedKey.length > MAX_KEY) {
      throw new IllegalArgumentException(
          "key.length=" + encodedKey.length + " is more than " + MAX_KEY + " bytes");
    }
    long length = (long) encodedKey.length + encodedValue.length;
    if (length > expiry.maxBytes()) {
      throw new IllegalArgumentException(
          "the entry has " + length + " bytes, more than maxBytes=" + expiry.maxBytes());
    }
    write(key, encodedKey, encodedValue, end, now);
  }

  /**
   * Counts an access of an entry: its expiry begins again, see {@link Expiry#afterAccess}, and it
   * is the last one to be removed from a full map. Writes the value again if the end changes.
   *
   * @param key the key
   * @return false if the key has no entry, or its entry has ended
   */
  public boolean touch(K key) {
    Instant now = expiry.clock().instant();
    Tuple3<Instant, Instant, V> found = live(key, now);
    Instant end = found == null ? now : end(found.second(), now);
    if (found == null || end.equals(found.first())) {
      var unused = sweep(now, STEP, 0, 0);
    } else {
      byte[] encoded = values.encode(new Tuple3<>(end, found.second(), found.third()));
      write(key, keys.encode(key), encoded, end, now);
    }
    return found != null;
  }

  private Instant end(Instant written, Instant used) {
    Duration afterWrite = expiry.afterWrite();
    Duration afterAccess = expiry.afterAccess();
    if (afterWrite == null) {
      return used.plus(Objects.requireNonNullElse(afterAccess, Expiry.LONGEST));
    }
    Instant last = written.plus(afterWrite);
    Instant end = afterAccess == null ? last : used.plus(afterAccess);
    return end.isBefore(last) ? end : last;
  }

  private void write(K key, byte[] encodedKey, byte[] encodedValue, Instant end, Instant now) {
    long length = (long) encodedKey.length + encodedValue.length;
    // The sweep makes room for the new entry, and does not find the old one.
    unlink(key, stored(encodedKey));
    var unused = sweep(now, STEP, 1, length);
    bytes.put(encodedKey, encodedValue);
    link(key, new Stored(end, length));
  }

  /**
   * Removes a key.
   *
   * @param key the key
   * @return false if the key had no entry, or its entry had ended
   */
  public boolean remove(K key) {
    Instant now = expiry.clock().instant();
    byte[] encodedKey = keys.encode(key);
    Stored stored = stored(encodedKey);
    unlink(key, stored);
    bytes.remove(encodedKey);
    var unused = sweep(now, STEP, 0, 0);
    return stored != null && !hasEnded(stored.end(), now);
  }

  /**
   * Removes entries that have ended, and entries for which the map has no room.
   *
   * @param most the greatest number of entries to remove
   * @return the number removed; if it is less than {@code most}, there are no more
   */
  public int sweep(int most) {
    return sweep(expiry.clock().instant(), most, 0, 0);
  }

  /** Removes entries until there is room for some number of them with some bytes. */
  private int sweep(Instant now, int most, int newEntries, long newBytes) {
    if (isReadOnly) {
      throw new IllegalStateException("the transaction only reads; use beginWrite or write");
    }
    int removed = 0;
    for (BytesEntry first = ends.first(); first != null && removed < most; first = ends.first()) {
      Tuple2<Instant, K> pair = endKeys.decode(first.key());
      boolean hasRoom =
          size() + newEntries <= expiry.maxEntries()
              && total.getOrDefault(BYTES, 0L) + newBytes <= expiry.maxBytes();
      if (hasRoom && !hasEnded(pair.first(), now)) {
        break;
      }
      byte[] encodedKey = keys.encode(pair.second());
      Stored stored = stored(encodedKey);
      if (stored == null || !stored.end().equals(pair.first())) {
        // Of an entry that another program has removed or put.
        ends.remove(first.key());
      } else {
        unlink(pair.second(), stored);
        bytes.remove(encodedKey);
      }
      removed++;
    }
    return removed;
  }

  /** Finds an entry without reading its value, null if there is none. */
  private @Nullable Stored stored(byte[] encodedKey) {
    byte[] end = new byte[INSTANT_BYTES];
    int length = bytes.get(encodedKey, end, 0);
    return length < 0
        ? null
        : new Stored(Codecs.INSTANT.decode(end), (long) encodedKey.length + length);
  }

  private void link(K key, Stored stored) {
    ends.put(endKeys.encode(new Tuple2<>(stored.end(), key)), NO_VALUE);
    count(1, stored.bytes());
  }

  private void unlink(K key, @Nullable Stored stored) {
    if (stored != null) {
      ends.remove(endKeys.encode(new Tuple2<>(stored.end(), key)));
      count(-1, -stored.bytes());
    }
  }

  private void count(long moreEntries, long moreBytes) {
    total.merge(ENTRIES, moreEntries, Long::sum);
    total.merge(BYTES, moreBytes, Long::sum);
  }

  /**
   * Returns all entries that have not ended, in the order of their keys.
   *
   * @return the entries; the stream reads them in parts, and sees changes made meanwhile
   */
  public Stream<Map.Entry<K, V>> entries() {
    Instant now = expiry.clock().instant();
    return entries.entrySet().stream()
        .filter(entry -> !hasEnded(entry.getValue().first(), now))
        .map(entry -> Map.entry(entry.getKey(), entry.getValue().third()));
  }

  /**
   * Returns the number of entries, including those that have ended and are not removed yet.
   *
   * @return the number
   */
  public long size() {
    return total.getOrDefault(ENTRIES, 0L);
  }
}
