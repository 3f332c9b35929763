package io.octavo.page.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.page.Seeds;
import io.octavo.page.meta.CatalogueRecord;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperationLogTest {
  private static final int UNLIMITED = 1 << 20;

  /** The places of a log that are changed, each to all values. */
  private static final int CHANGED_PLACES = 300;

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void whatIsWrittenIsReadBack() {
    Seeds.forEach(
        300,
        random -> {
          OperationLog log = new OperationLog(UNLIMITED, null, random.nextInt(UNLIMITED));
          List<String> lines = new ArrayList<>();
          for (int i = random.nextInt(400); i > 0; i--) {
            lines.add(OperationScript.write(log, random));
          }
          assertThat(log.isFull()).isFalse();
          assertThat(log.toBytes()).hasSize(log.length());
          assertThat(OperationScript.read(log.toBytes())).isEqualTo(lines);
        });
  }

  @Test
  void aWrongGuessOfTheLengthChangesNoBytes() {
    OperationLog model = new OperationLog(UNLIMITED);
    OperationLog tooShort = new OperationLog(UNLIMITED, null, 70_000);
    OperationLog tooLong = new OperationLog(UNLIMITED, null, UNLIMITED);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 300; i++) {
      byte[] value = new byte[random.nextInt(1000)];
      random.nextBytes(value);
      for (OperationLog log : List.of(model, tooShort, tooLong)) {
        log.putBytes(1, bytes(i, i >>> Byte.SIZE), value);
      }
      assertThat(tooShort.length()).isEqualTo(model.length());
    }
    assertThat(model.length()).isBetween(100_000, UNLIMITED);
    assertThat(tooShort.toBytes()).isEqualTo(model.toBytes());
    assertThat(tooLong.toBytes()).isEqualTo(model.toBytes());
  }

  @Test
  void aNameOfEveryLengthIsReadBack() {
    for (int length = 1; length <= CatalogueRecord.MAX_NAME; length++) {
      String name = "n".repeat(length);
      OperationLog log = new OperationLog(UNLIMITED);
      log.create(7, CatalogueRecord.LONG_MAP, name);
      log.rename(7, name);
      assertThat(OperationScript.read(log.toBytes()))
          .containsExactly("7 create 1 " + name, "7 rename " + name);
    }
  }

  @Test
  void operationsAreReadFromTheMiddleOfAnArray() {
    OperationLog log = new OperationLog(UNLIMITED);
    log.put(1, 2, 3);
    byte[] framed = new byte[log.length() + 2];
    Arrays.fill(framed, (byte) 0xFF);
    System.arraycopy(log.toBytes(), 0, framed, 1, log.length());
    List<Long> read = new ArrayList<>();
    new OperationReader(framed, 1, framed.length - 1)
        .forEach(
            new Ignoring() {
              @Override
              public void put(long key, long value) {
                read.add(key);
                read.add(value);
              }
            });
    assertThat(read).containsExactly(2L, 3L);
  }

  @Test
  void aLogKeepsWhatItsLimitAllowsAndNothingBeyond() {
    Seeds.forEach(
        200,
        random -> {
          SplittableRandom operations = random.split();
          SplittableRandom again = new SplittableRandom(random.nextLong());
          int limit = 1 + random.nextInt(random.nextBoolean() ? 100 : 5_000);
          OperationLog log = new OperationLog(limit);
          OperationLog whole = new OperationLog(UNLIMITED);
          while (whole.length() <= limit) {
            assertThat(log.isFull()).isFalse();
            assertThat(log.toBytes()).isEqualTo(whole.toBytes());
            long seed = operations.nextLong();
            OperationScript.write(log, new SplittableRandom(seed));
            OperationScript.write(whole, new SplittableRandom(seed));
          }
          for (int i = 0; i < 3; i++) {
            assertThat(log.isFull()).as("of %d bytes, limit %d", whole.length(), limit).isTrue();
            assertThat(log.length()).isZero();
            assertThat(log.toBytes()).isEmpty();
            OperationScript.write(log, again);
          }
        });
  }

  @Test
  void aLogOfNoLengthKeepsNothing() {
    OperationLog log = new OperationLog(0);
    assertThat(log.isFull()).isTrue();
    log.create(1, 1, "m");
    log.put(1, 2, 3);
    assertThat(log.isFull()).isTrue();
    assertThat(log.toBytes()).isEmpty();
  }

  /** Whether the log keeps them or not. */
  @Test
  void aSinkGetsAllOperations() {
    Seeds.forEach(
        100,
        random -> {
          Received received = new Received();
          OperationLog log = new OperationLog(random.nextInt(200_000), received);
          List<String> lines = new ArrayList<>();
          long[] keys = random.longs(1 + random.nextInt(20_000)).toArray();
          log.putAll(1, keys, keys, 0, keys.length);
          for (long key : keys) {
            lines.add("1 put " + key + " " + key);
          }
          for (int i = random.nextInt(400); i > 0; i--) {
            lines.add(OperationScript.write(log, random));
          }
          log.flush();
          log.flush();
          assertThat(OperationScript.read(received.bytes.toByteArray())).isEqualTo(lines);
        });
  }

  @Test
  void aSinkLearnsWhatIsNoOperation() {
    Received received = new Received();
    OperationLog log = new OperationLog(UNLIMITED, received);
    log.value(1, bytes(2), 3);
    log.valuePart(bytes(4, 5, 6, 7), 1, 3);
    log.compacted(8);
    log.rolledBack();
    log.committed(9);
    assertThat(received.events)
        .containsExactly(
            "value 1 [2] 3", "part [5, 6]", "compacted 8", "rolled back", "committed 9");
    assertThat(log.isFull()).as("a value does not fit a log").isTrue();
    assertThat(log.hasPuts()).isTrue();
    OperationLog silent = new OperationLog(UNLIMITED);
    silent.value(1, bytes(2), 3);
    silent.valuePart(bytes(4), 0, 1);
    silent.compacted(8);
    silent.rolledBack();
    silent.committed(9);
    silent.putAll(1, new long[] {1}, new long[] {2}, 0, 1);
    assertThat(silent.toBytes()).isEmpty();
  }

  private static final class Received implements OperationLog.Sink {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final List<String> events = new ArrayList<>();

    @Override
    public void operations(byte[] part, int from, int to) {
      bytes.write(part, from, to - from);
    }

    @Override
    public void value(int collection, byte[] key, long length) {
      events.add("value " + collection + " " + Arrays.toString(key) + " " + length);
    }

    @Override
    public void valuePart(byte[] part, int from, int to) {
      events.add("part " + Arrays.toString(Arrays.copyOfRange(part, from, to)));
    }

    @Override
    public void committed(long sequence) {
      events.add("committed " + sequence);
    }

    @Override
    public void rolledBack() {
      events.add("rolled back");
    }

    @Override
    public void compacted(long maxBytes) {
      events.add("compacted " + maxBytes);
    }
  }

  @Test
  void aPrefixOfALogIsAPrefixOfItsOperationsOrRefused() {
    Seeds.forEach(
        16,
        random -> {
          byte[] log = someLog(random);
          List<String> lines = OperationScript.read(log);
          for (int length = 0; length < log.length; length++) {
            byte[] prefix = Arrays.copyOf(log, length);
            Throwable thrown =
                catchThrowable(
                    () -> {
                      List<String> read = OperationScript.read(prefix);
                      assertThat(lines.subList(0, read.size())).isEqualTo(read);
                    });
            refusesOnly(thrown);
          }
        });
  }

  @Test
  void aChangedByteIsReadAsOperationsOrRefused() {
    Seeds.forEach(
        8,
        random -> {
          byte[] log = someLog(random);
          // Each place of a short log, some places of a long one.
          int step = 1 + log.length / CHANGED_PLACES;
          for (int i = random.nextInt(step); i < log.length; i += step) {
            byte old = log[i];
            for (int value = 0; value < 256; value++) {
              log[i] = (byte) value;
              refusesOnly(catchThrowable(() -> readBounded(log)));
            }
            log[i] = old;
          }
        });
  }

  @Test
  void anyBytesAreReadAsOperationsOrRefused() {
    Seeds.forEach(
        3_000,
        random -> {
          byte[] noise = new byte[random.nextInt(100)];
          random.nextBytes(noise);
          int range = 1 + random.nextInt(256);
          for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) ((noise[i] & 0xFF) % range);
          }
          refusesOnly(catchThrowable(() -> readBounded(noise)));
        });
  }

  private static byte[] someLog(SplittableRandom random) {
    OperationLog log = new OperationLog(UNLIMITED);
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      OperationScript.write(log, random);
    }
    return log.toBytes();
  }

  private static void readBounded(byte[] log) {
    assertThat(OperationScript.read(log)).hasSizeLessThanOrEqualTo(log.length);
  }

  private static void refusesOnly(Throwable thrown) {
    if (thrown != null) {
      assertThat(thrown).isExactlyInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void isRefused(byte[] log, String why) {
    assertThatThrownBy(() -> OperationScript.read(log))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aTagThatIsNoneIsRefused() {
    for (int tag = 0; tag < 256; tag++) {
      if (tag < OperationLog.SELECT || tag > OperationLog.REMOVE_BYTES_RANGE) {
        isRefused(bytes(tag), "tag=" + tag);
      }
    }
  }

  @Test
  void aNumberOfMoreThan64BitsIsRefused() {
    // 2^64 in ten bytes, then in eleven.
    isRefused(
        bytes(3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02), "more than 64 bits");
    isRefused(
        bytes(3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0),
        "more than 64 bits");
    assertThat(
            OperationScript.read(
                bytes(3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01)))
        .containsExactly("0 remove " + Long.MIN_VALUE);
  }

  @Test
  void aCollectionThatNoIdentifierNamesIsRefused() {
    isRefused(bytes(1, 0), "collection");
    isRefused(bytes(1, 0x81, 0x80, 0x80, 0x80, 0x10), "collection");
    assertThat(OperationScript.read(bytes(1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 5)))
        .containsExactly("4294967295 clear");
  }

  @Test
  void aNameThatCannotBeOneIsRefused() {
    isRefused(bytes(8, 0), "name");
    isRefused(bytes(6, 1, 0), "name");
    isRefused(bytes(8, 1, 0xC3), "name");
    isRefused(bytes(8, 3, 0xED, 0xA0, 0x80), "name");
    isRefused(bytes(8, 2, 'a'), "name");
  }

  @Test
  void aTailOfEveryLengthIsReadBackAndALongerOneIsRefused() {
    for (int length = 0; length <= CatalogueRecord.MAX_TAIL; length++) {
      OperationLog log = new OperationLog(UNLIMITED);
      log.create(7, 2, "n");
      log.describe(7, 1, 0xFFFF, new byte[length]);
      log.clear(7);
      assertThat(OperationScript.read(log.toBytes()))
          .containsExactly(
              "7 create 2 n",
              "7 describe 1 65535 " + (length == 0 ? "empty" : "00".repeat(length)),
              "7 clear");
    }
    byte[] longer = Arrays.copyOf(bytes(9, 1, 0, 1, 0, 1, 4), 7 + 1025);
    isRefused(longer, "a tail of 1025 bytes");
    isRefused(bytes(9, 1, 0, 1, 0, 1, 0), "a tail of 1 bytes");
  }

  /** Takes operations and does nothing. */
  private static class Ignoring implements OperationReader.Target {
    @Override
    public void select(int collection) {}

    @Override
    public void put(long key, long value) {}

    @Override
    public void remove(long key) {}

    @Override
    public void removeRange(long from, long to) {}

    @Override
    public void putBytes(byte[] key, byte[] value) {}

    @Override
    public void removeBytes(byte[] key) {}

    @Override
    public void removeBytesRange(byte[] from, byte @Nullable [] to) {}

    @Override
    public void clear() {}

    @Override
    public void create(int type, String name) {}

    @Override
    public void describe(int keyCodec, int valueCodec, byte[] tail) {}

    @Override
    public void drop() {}

    @Override
    public void rename(String name) {}
  }
}
