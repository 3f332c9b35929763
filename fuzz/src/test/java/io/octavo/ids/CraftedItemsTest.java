package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Items that somebody has made so that they collide take as many steps as random ones. No time is
 * measured: counted are the homes of strings that are near, and the nodes that are compared.
 */
final class CraftedItemsTest {
  private static final UUID KNOWN = new UUID(0x0123_4567_89AB_CDEFL, 1);
  private static final UUID OTHER = new UUID(0x0123_4567_89AB_CDEFL, 2);
  private static final int COLLECTION = 1;

  /** Strings whose homes begin with the same bits; to make as many with 40 takes 2^54 hashes. */
  private static final int STRINGS = 1 << 14;

  private static final int EQUAL_BITS = 8;
  private static final int NODES = 1 << 14;

  /** Makes strings whose homes are in the first part of the space of homes. */
  private static byte[][] craft(SipHash hash) {
    SplittableRandom random = new SplittableRandom(1);
    byte[][] strings = new byte[STRINGS][];
    for (int made = 0; made < STRINGS; ) {
      byte[] string = new byte[Long.BYTES];
      random.nextBytes(string);
      if (part(string, hash) == 0) {
        strings[made++] = string;
      }
    }
    return strings;
  }

  private static int part(byte[] string, SipHash hash) {
    return (int) (hash.home(string, string.length) >>> (SipHash.BITS - EQUAL_BITS));
  }

  @Test
  void homesThatAreNearInOneTableAreFarApartInOthers() {
    SipHash known = SipHash.of(KNOWN, COLLECTION);
    byte[][] crafted = craft(known);
    assertThat(fullest(crafted, known)).isEqualTo(STRINGS);
    int even = STRINGS >> EQUAL_BITS;
    assertThat(fullest(crafted, SipHash.of(OTHER, COLLECTION))).isLessThan(2 * even);
    assertThat(fullest(crafted, SipHash.of(KNOWN, COLLECTION + 2))).isLessThan(2 * even);
  }

  /** Returns how many homes are in the fullest part of the space of homes. */
  private static int fullest(byte[][] strings, SipHash hash) {
    int[] counts = new int[1 << EQUAL_BITS];
    for (byte[] string : strings) {
      counts[part(string, hash)]++;
    }
    return Arrays.stream(counts).max().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 0x9E37_79B9_7F4A_7C15L})
  void nodesWithEqualLowBitsAreComparedAsSeldomAsOthers(long seed) {
    SplittableRandom random = new SplittableRandom(1);
    long most = compared(seed, i -> random.nextLong() & ~(1L << 31)) + NODES / 100;
    assertThat(compared(seed, i -> StackTree.node(i << 16, 7))).isLessThan(most);
    assertThat(compared(seed, i -> StackTree.node(StackTree.NONE, i << 16))).isLessThan(most);
    assertThat(compared(seed, i -> StackTree.node((i & 127) << 24, i >>> 7 << 23)))
        .isLessThan(most);
    assertThat(compared(seed, i -> StackTree.node(i, i))).isLessThan(most);
  }

  /** Looks for nodes that are there and for as many that are not; counts the nodes compared. */
  private static long compared(long seed, IntToLongFunction node) {
    long[] nodes = new long[2 * NODES];
    Arrays.setAll(nodes, node);
    StackIndex index = new StackIndex(seed);
    index.reserve(NODES);
    for (int id = 0; id < NODES; id++) {
      index.add(nodes[id], id);
    }
    Counting counting = new Counting(new StackTree(null, StackTree.Nodes.NONE), nodes);
    for (int id = 0; id < nodes.length; id++) {
      assertThat(index.find(nodes[id], NODES, counting)).isEqualTo(id < NODES ? id : -1);
    }
    return counting.count;
  }

  /** Nodes in an array. */
  private static final class Counting extends StackTree.Walk {
    private final long[] nodes;
    private long count;

    Counting(StackTree table, long[] nodes) {
      table.super();
      this.nodes = nodes;
    }

    @Override
    public long node(int id) {
      count++;
      return nodes[id];
    }
  }
}
