package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The hash of tables of strings against that of its authors, and of another library. */
final class SipHashTest {
  /** The key of the published vectors: the bytes 00 to 0F. */
  private static final SipHash PUBLISHED =
      new SipHash(0x0706_0504_0302_0100L, 0x0F0E_0D0C_0B0A_0908L);

  /** Of the messages of 0 to 15 bytes 00, 01, 02 and so on, as the authors print them. */
  private static final String[] VECTORS = {
    "310E0EDD47DB6F72", "FD67DC93C539F874", "5A4FA9D909806C0D", "2D7EFBD796666785",
    "B7877127E09427CF", "8DA699CD64557618", "CEE3FE586E46C9CB", "37D1018BF50002AB",
    "6224939A79F5F593", "B0E4A90BDF82009E", "F3B9DD94C5BB5D7A", "A7AD6B22462FB3F4",
    "FBE50E86BC8F1E75", "903D84C02756EA14", "EEF27A8E90CA23F7", "E545BE4961CA29A1",
  };

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    for (int i = 0; i < length; i++) {
      message[i] = (byte) i;
    }
    return message;
  }

  @Test
  void hashesAreThoseThatTheAuthorsPublished() {
    for (int length = 0; length < VECTORS.length; length++) {
      long hash = PUBLISHED.hash(message(length), length);
      byte[] bytes = new byte[Long.BYTES];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(hash);
      assertThat(bytes).asHexString().as("%d bytes", length).isEqualTo(VECTORS[length]);
    }
  }

  @Test
  void hashesAreThoseOfAnotherLibrary() {
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      long key0 = random.nextLong();
      long key1 = random.nextLong();
      byte[] bytes = new byte[i % 4_001];
      random.nextBytes(bytes);
      int length = bytes.length - (i % 3 == 0 ? bytes.length / 2 : 0);
      assertThat(new SipHash(key0, key1).hash(bytes, length))
          .as("%d of %d bytes", length, bytes.length)
          .isEqualTo(Hashing.sipHash24(key0, key1).hashBytes(bytes, 0, length).asLong());
    }
  }

  @Test
  void anIndexBeginsWithTheUpperBitsAndGoesRound() {
    SipHash hash = SipHash.of(new UUID(3, 4), 9);
    byte[] bytes = message(7);
    assertThat(hash.home(bytes, 7))
        .isEqualTo(Hashing.sipHash24(3, 4 ^ 9).hashBytes(bytes).asLong() >>> 24);
    assertThat(SipHash.next(0)).isEqualTo(1);
    assertThat(SipHash.next((1L << SipHash.BITS) - 1)).isZero();
  }
}
