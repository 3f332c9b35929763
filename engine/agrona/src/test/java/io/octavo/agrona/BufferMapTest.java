package io.octavo.agrona;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.map.BytesMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferMapTest {
  private static final String MAP = "orders";

  /** Lengths of values: none, beside their keys, in one page of their own, in several, streamed. */
  private static final int[] LENGTHS = {0, 1, 100, 4000, 4033, 8144, 20_000, 70_000};

  private final Store store = Store.inMemory();
  private final Random random = new Random(1);

  @AfterEach
  void close() {
    store.close();
  }

  private static UnsafeBuffer buffer(String text) {
    return new UnsafeBuffer(text.getBytes(US_ASCII));
  }

  private static String text(DirectBuffer buffer, int offset, int length) {
    return buffer.getStringWithoutLengthAscii(offset, length);
  }

  private void write(Consumer<BufferMap> changes) {
    store.write(tx -> changes.accept(BufferMap.of(tx.bytesMap(MAP))));
  }

  private void read(Consumer<BufferMap> reads) {
    store.view(tx -> reads.accept(BufferMap.of(tx.bytesMap(MAP))));
  }

  private static void put(BufferMap map, String key, String value) {
    map.put(buffer(key), 0, key.length(), buffer(value), 0, value.length());
  }

  /** Places bytes somewhere in a buffer of some kind, in the midst of others. */
  private MutableDirectBuffer around(byte[] bytes, int offset) {
    int capacity = offset + bytes.length + random.nextInt(10);
    MutableDirectBuffer buffer =
        switch (random.nextInt(4)) {
          case 0 -> new UnsafeBuffer(new byte[capacity + 7], 7, capacity);
          case 1 -> new UnsafeBuffer(ByteBuffer.allocateDirect(capacity));
          case 2 -> new ExpandableArrayBuffer(capacity);
          default -> new ExpandableDirectByteBuffer(capacity);
        };
    buffer.setMemory(0, capacity, (byte) 'x');
    buffer.putBytes(offset, bytes);
    return buffer;
  }

  private static byte[] bytes(DirectBuffer buffer, int offset, int length) {
    byte[] bytes = new byte[length];
    buffer.getBytes(offset, bytes);
    return bytes;
  }

  @Test
  void aMapDoesWhatATreeMapDoesWhateverTheBuffers() {
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int round = 0; round < 10; round++) {
      write(
          map -> {
            for (int i = 0; i < 60; i++) {
              step(map, model);
            }
            verify(map, model);
          });
      read(map -> verify(map, model));
    }
    assertThat(store.check().problems()).isEmpty();
    assertThat(model).hasSizeGreaterThan(100);
  }

  private byte[] randomKey() {
    byte[] key = new byte[1 + random.nextInt(3)];
    random.nextBytes(key);
    key[0] &= 3;
    return key;
  }

  private void step(BufferMap map, NavigableMap<byte[], byte[]> model) {
    byte[] key = randomKey();
    int keyOffset = random.nextInt(5);
    DirectBuffer keys = around(key, keyOffset);
    if (random.nextInt(4) == 0) {
      assertThat(map.remove(keys, keyOffset, key.length)).isEqualTo(model.remove(key) != null);
      return;
    }
    byte[] value = new byte[LENGTHS[random.nextInt(LENGTHS.length)]];
    random.nextBytes(value);
    int offset = random.nextInt(5);
    map.put(keys, keyOffset, key.length, around(value, offset), offset, value.length);
    model.put(key, value);
  }

  private void verify(BufferMap map, NavigableMap<byte[], byte[]> model) {
    for (int i = 0; i < 50; i++) {
      byte[] key = randomKey();
      byte @Nullable [] expected = model.get(key);
      int keyOffset = random.nextInt(5);
      DirectBuffer keys = around(key, keyOffset);
      int offset = random.nextInt(5);
      MutableDirectBuffer into = around(expected == null ? key : new byte[expected.length], offset);
      List<byte[]> lent = new ArrayList<>();

      int copied = map.get(keys, keyOffset, key.length, into, offset);
      int length =
          map.get(keys, keyOffset, key.length, (b, at, size) -> lent.add(bytes(b, at, size)));

      assertThat(copied).isEqualTo(length).isEqualTo(expected == null ? -1 : expected.length);
      if (expected != null) {
        assertThat(bytes(into, offset, copied)).isEqualTo(expected);
        assertThat(lent).containsExactly(expected);
      } else {
        assertThat(lent).isEmpty();
      }
      assertThat(text(into, 0, offset)).isEqualTo("x".repeat(offset));
    }
    verifyRange(map, model);
  }

  private void verifyRange(BufferMap map, NavigableMap<byte[], byte[]> model) {
    byte[] from = {(byte) random.nextInt(4)};
    byte[] to = random.nextBoolean() ? null : new byte[] {(byte) (from[0] + random.nextInt(2))};
    NavigableMap<byte[], byte[]> range =
        to == null ? model.tailMap(from, true) : model.subMap(from, true, to, false);
    BufferCursor cursor =
        map.cursor(around(from, 2), 2, 1, to == null ? null : around(to, 3), 3, 1);
    for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
      assertThat(cursor.next()).isTrue();
      assertStandsOn(cursor, entry);
    }
    assertThat(cursor.next()).isFalse();
    for (Map.Entry<byte[], byte[]> entry : range.descendingMap().entrySet()) {
      assertThat(cursor.previous()).isTrue();
      assertStandsOn(cursor, entry);
    }
    assertThat(cursor.previous()).isFalse();
    byte[] sought = randomKey();
    Map.Entry<byte[], byte[]> ceiling =
        range.ceilingEntry(Arrays.compareUnsigned(sought, from) < 0 ? from : sought);
    assertThat(cursor.seek(around(sought, 1), 1, sought.length)).isEqualTo(ceiling != null);
    if (ceiling != null) {
      assertStandsOn(cursor, ceiling);
    }
    assertThat(cursor.seekLast()).isEqualTo(!range.isEmpty());
    if (!range.isEmpty()) {
      assertStandsOn(cursor, range.lastEntry());
    }
  }

  private void assertStandsOn(BufferCursor cursor, Map.Entry<byte[], byte[]> entry) {
    MutableDirectBuffer into = around(entry.getKey(), 1);
    into.setMemory(0, into.capacity(), (byte) 'x');
    assertThat(cursor.key(into, 1)).isEqualTo(entry.getKey().length);
    assertThat(bytes(into, 1, entry.getKey().length)).isEqualTo(entry.getKey());
    int keyLength =
        cursor.key((b, at, size) -> assertThat(bytes(b, at, size)).isEqualTo(entry.getKey()));
    assertThat(keyLength).isEqualTo(entry.getKey().length);

    int length = entry.getValue().length;
    MutableDirectBuffer values = around(new byte[length], 1);
    assertThat(cursor.value(values, 1)).isEqualTo(length);
    assertThat(bytes(values, 1, length)).isEqualTo(entry.getValue());
    int lent =
        cursor.value((b, at, size) -> assertThat(bytes(b, at, size)).isEqualTo(entry.getValue()));
    assertThat(lent).isEqualTo(length);
  }

  @Test
  void aPrefixHasItsKeysOnly() {
    write(
        map -> {
          put(map, "a/1", "one");
          put(map, "a/2", "two");
          put(map, "b/1", "three");
        });
    StringBuilder found = new StringBuilder();

    read(
        map -> {
          UnsafeBuffer prefix = buffer("xxa/");
          for (BufferCursor c = map.prefix(prefix, 2, 2); c.next(); ) {
            c.key((b, at, size) -> found.append(text(b, at, size)).append('='));
            c.value((b, at, size) -> found.append(text(b, at, size)).append(' '));
          }
          for (BufferCursor c = map.cursor(); c.next(); ) {
            found.append('.');
          }
        });

    assertThat(found).hasToString("a/1=one a/2=two ...");
  }

  @Test
  void aValueThatDoesNotFitIsNotCopied() {
    String large = "l".repeat(10_000);
    write(
        map -> {
          put(map, "small", "value");
          put(map, "large", large);
        });
    // A part of an array: what stands behind it is another's.
    byte[] array = "x".repeat(12_000).getBytes(US_ASCII);
    byte[] untouched = array.clone();
    UnsafeBuffer into = new UnsafeBuffer(array, 10, 9);

    read(
        map -> {
          assertThat(map.get(buffer("small"), 0, 5, into, 5)).isEqualTo(5);
          assertThat(map.get(buffer("large"), 0, 5, into, 0)).isEqualTo(10_000);
          BufferCursor cursor = map.cursor();
          cursor.seekLast();
          assertThat(cursor.value(into, 5)).isEqualTo(5);
          assertThat(cursor.key(into, 5)).isEqualTo(5);
          assertThat(array).isEqualTo(untouched);

          assertThat(map.get(buffer("small"), 0, 5, into, 4)).isEqualTo(5);
          assertThat(text(into, 0, 9)).isEqualTo("xxxxvalue");
          assertThat(cursor.key(into, 4)).isEqualTo(5);
          assertThat(text(into, 0, 9)).isEqualTo("xxxxsmall");
          array[18] = 'x';
        });

    assertThat(Arrays.copyOfRange(array, 18, array.length))
        .isEqualTo(Arrays.copyOfRange(untouched, 18, array.length));
  }

  @Test
  void anExpandableBufferGrows() {
    String large = "l".repeat(10_000);
    write(map -> put(map, "key", large));
    ExpandableArrayBuffer into = new ExpandableArrayBuffer(4);

    read(map -> assertThat(map.get(buffer("key"), 0, 3, into, 100)).isEqualTo(10_000));

    assertThat(text(into, 100, 10_000)).isEqualTo(large);
  }

  @Test
  void aBufferThatIsKeptIsEmpty() {
    write(map -> put(map, "key", "value"));
    List<DirectBuffer> kept = new ArrayList<>();

    read(map -> map.get(buffer("key"), 0, 3, (b, at, size) -> kept.add(b)));

    assertThat(kept.get(0).capacity()).isZero();
    assertThatThrownBy(() -> kept.get(0).getByte(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aConsumerMayReadAnotherValue() {
    write(
        map -> {
          put(map, "a", "first");
          put(map, "b", "s".repeat(9_000));
        });
    StringBuilder found = new StringBuilder();

    read(
        map -> {
          BufferConsumer reader =
              (outer, at, size) -> {
                map.get(buffer("b"), 0, 1, (inner, from, length) -> found.append(length));
                map.get(buffer("a"), 0, 1, (inner, from, length) -> found.append(length));
                found.append(text(outer, at, size)).append(' ');
              };
          map.get(buffer("a"), 0, 1, reader);
          map.get(buffer("a"), 0, 1, reader);
        });

    assertThat(found).hasToString("90005first 90005first ");
  }

  @Test
  void whatAConsumerThrowsIsThrown() {
    write(map -> put(map, "key", "value"));
    IllegalArgumentException thrown = new IllegalArgumentException("not a trade");
    BufferConsumer thrower =
        (b, at, size) -> {
          throw thrown;
        };

    read(
        map -> {
          BufferCursor cursor = map.cursor();
          cursor.next();
          assertThatThrownBy(() -> map.get(buffer("key"), 0, 3, thrower)).isSameAs(thrown);
          assertThatThrownBy(() -> cursor.value(thrower)).isSameAs(thrown);

          int length = map.get(buffer("key"), 0, 3, (b, at, size) -> text(b, at, size));
          assertThat(length).isEqualTo(5);
        });
  }

  @Test
  void rangesOutsideOfTheirBuffersAreRefused() {
    UnsafeBuffer three = buffer("key");
    write(
        map -> {
          refused(() -> map.put(three, 0, 4, three, 0, 3));
          refused(() -> map.put(three, 0, 3, three, 1, 3));
          refused(() -> map.put(three, 0, 3, three, 0, 100_000));
          refused(() -> map.put(three, -1, 3, three, 0, 3));
          refused(() -> map.put(three, 0, 3, three, 0, -1));
          refused(() -> map.get(three, 0, 3, three, 4));
          refused(() -> map.get(three, 0, 3, new ExpandableArrayBuffer(), -1));
          refused(() -> map.remove(three, 3, 1));
          refused(() -> map.prefix(three, 3, 1));
          refused(() -> map.cursor(three, 0, 3, three, 0, 4));
          BufferCursor cursor = map.cursor();
          refused(() -> cursor.seek(three, 2, 2));
          refused(() -> cursor.key(three, 4));
          // None of them has failed the transaction.
          put(map, "key", "value");
        });

    assertThat(store.readLong(tx -> tx.bytesMap(MAP).size())).isEqualTo(1);
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anEntryThatWasRemovedHasItsKeyOnly() {
    write(
        map -> {
          put(map, "key", "value");
          BufferCursor cursor = map.cursor();
          cursor.next();
          map.remove(buffer("key"), 0, 3);

          UnsafeBuffer into = buffer("...");
          assertThat(cursor.key(into, 0)).isEqualTo(3);
          assertThat(text(into, 0, 3)).isEqualTo("key");
          assertThatThrownBy(() -> cursor.value(into, 0)).isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void aKeyThatIsTooLongIsRefused() {
    UnsafeBuffer key = new UnsafeBuffer(new byte[BytesMap.MAX_KEY + 1]);

    write(
        map ->
            assertThatThrownBy(() -> map.put(key, 0, key.capacity(), key, 0, 1))
                .isInstanceOf(IllegalArgumentException.class));
  }
}
