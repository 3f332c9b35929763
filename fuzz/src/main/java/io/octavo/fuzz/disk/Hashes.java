package io.octavo.fuzz.disk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hashes of 64 bits, to tell images and contents apart; not against anybody who wants collisions.
 */
public final class Hashes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private Hashes() {}

  /** Spreads each bit over all others. */
  public static long mix(long value) {
    long x = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return x ^ (x >>> 31);
  }

  /** Hashes two numbers, whose order matters. */
  public static long mix(long first, long second) {
    return mix(first * MULTIPLIER + mix(second + MULTIPLIER));
  }

  /**
   * Hashes bytes, a multiple of 32 of them. Four lanes, so that no step waits for the one before.
   */
  static long of(byte[] bytes) {
    long a = 1;
    long b = 2;
    long c = 3;
    long d = 4;
    for (int i = 0; i < bytes.length; i += 32) {
      a = next(a, (long) LONG.get(bytes, i));
      b = next(b, (long) LONG.get(bytes, i + 8));
      c = next(c, (long) LONG.get(bytes, i + 16));
      d = next(d, (long) LONG.get(bytes, i + 24));
    }
    return mix(mix(a, b), mix(c, d));
  }

  private static long next(long state, long value) {
    long x = (state ^ value) * MULTIPLIER;
    return x ^ (x >>> 29);
  }
}
