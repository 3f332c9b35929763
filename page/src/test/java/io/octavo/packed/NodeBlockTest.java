package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NodeBlockTest {
  private static final int OFFSET = 3;

  /** Nodes of a block, as arrays. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Nodes(int first, int[] parents, int[] frames) {
    static Nodes draw(SplittableRandom random) {
      int count = 1 + random.nextInt(NodeBlock.MAX_COUNT);
      int first =
          random.nextInt(4) == 0
              ? 0
              : random.nextInt(Integer.MAX_VALUE - count) >>> random.nextInt(31);
      int[] parents = new int[count];
      int[] frames = new int[count];
      int chains = random.nextInt(8);
      int bits = random.nextInt(32);
      for (int i = 0; i < count; i++) {
        int id = first + i;
        parents[i] = random.nextInt(8) < chains ? id - 1 : random.nextInt(id + 1) - 1;
        frames[i] = bits == 0 ? 0 : random.nextInt() >>> (32 - bits) & Integer.MAX_VALUE;
      }
      return new Nodes(first, parents, frames);
    }

    int count() {
      return parents.length;
    }

    int encode(byte[] to) {
      return NodeBlock.encode(first, parents, frames, 0, count(), to, OFFSET);
    }
  }

  @Test
  void whatIsEncodedIsReadBack() {
    Seeds.forEach(
        2_000,
        random -> {
          Nodes nodes = Nodes.draw(random);
          byte[] block = Memory.allocate(OFFSET + NodeBlock.MAX_LENGTH);
          Arrays.fill(block, (byte) random.nextInt());
          int length = nodes.encode(block);
          assertThat(length).isLessThanOrEqualTo(NodeBlock.MAX_LENGTH);
          int limit = OFFSET + length;
          assertThat(NodeBlock.length(block, OFFSET, limit, nodes.first, nodes.count()))
              .isEqualTo(length);
          assertThat(NodeBlock.length(block, OFFSET, limit - 1, nodes.first, nodes.count()))
              .isEqualTo(NodeBlock.DAMAGED);
          int[] parents = new int[nodes.count() + 1];
          int[] frames = new int[nodes.count() + 1];
          NodeBlock.decode(block, OFFSET, nodes.first, nodes.count(), parents, frames, 1);
          for (int i = 0; i < nodes.count(); i++) {
            assertThat(parents[i + 1]).isEqualTo(nodes.parents[i]);
            assertThat(frames[i + 1]).isEqualTo(nodes.frames[i]);
            assertThat(NodeBlock.parent(block, OFFSET, nodes.first, nodes.count(), i))
                .isEqualTo(nodes.parents[i]);
            assertThat(NodeBlock.frame(block, OFFSET, nodes.count(), i)).isEqualTo(nodes.frames[i]);
          }
        });
  }

  @Test
  void chainsAreReadDownFromAnyNode() {
    Seeds.forEach(
        500,
        random -> {
          Nodes nodes = Nodes.draw(random);
          byte[] block = Memory.allocate(OFFSET + NodeBlock.MAX_LENGTH);
          Arrays.fill(block, (byte) random.nextInt());
          nodes.encode(block);
          int[] frames = new int[nodes.count() + 2];
          for (int i = 0; i < nodes.count(); i++) {
            int whole = 1;
            while (whole <= i && nodes.parents[i - whole + 1] == nodes.first + i - whole) {
              whole++;
            }
            int chain = NodeBlock.chain(block, OFFSET, i);
            assertThat(chain).isBetween(Math.min(whole, 50), whole);
            int wanted = random.nextInt(-1, chain + 1);
            Arrays.fill(frames, -1);
            NodeBlock.framesDown(block, OFFSET, nodes.count(), i, wanted, frames, 1);
            for (int k = 0; k < wanted; k++) {
              assertThat(frames[1 + k]).isEqualTo(nodes.frames[i - k]);
            }
            assertThat(frames[0]).isEqualTo(-1);
            assertThat(frames[1 + Math.max(0, wanted)]).isEqualTo(-1);
          }
        });
  }

  @Test
  void nothingOutsideOfTheBlockIsWritten() {
    Seeds.forEach(
        400,
        random -> {
          Nodes nodes = Nodes.draw(random);
          byte filling = (byte) random.nextInt();
          byte[] block = Memory.allocate(OFFSET + NodeBlock.MAX_LENGTH + 9);
          Arrays.fill(block, filling);
          int end = Memory.index(OFFSET + nodes.encode(block));
          for (int i = 0; i < block.length; i++) {
            if ((i < Memory.index(OFFSET) || i >= end) && block[i] != filling) {
              throw new AssertionError("byte " + i + " is written");
            }
          }
        });
  }

  /** What is taken for a block is one: the same nodes, encoded again, give what may be longer. */
  @Test
  void aChangedByteIsRefusedOrReadAsNodesWithParentsBeforeThem() {
    Seeds.forEach(
        300,
        random -> {
          Nodes nodes = Nodes.draw(random);
          byte[] block = Memory.allocate(OFFSET + NodeBlock.MAX_LENGTH);
          int length = nodes.encode(block);
          int at = OFFSET + random.nextInt(length);
          Memory.putByte(block, at, Memory.getByte(block, at) ^ (1 << random.nextInt(8)));
          int count = nodes.count();
          int found = NodeBlock.length(block, OFFSET, OFFSET + length, nodes.first, count);
          if (found != NodeBlock.DAMAGED) {
            assertThat(found).isLessThanOrEqualTo(length);
            int[] parents = new int[count];
            int[] frames = new int[count];
            NodeBlock.decode(block, OFFSET, nodes.first, count, parents, frames, 0);
            for (int i = 0; i < count; i++) {
              assertThat(parents[i]).isBetween(NodeBlock.NONE, nodes.first + i - 1);
              assertThat(frames[i]).isNotNegative();
            }
          }
        });
  }

  @Test
  void chainsTakeLittleMoreThanTheirFrames() {
    int[] parents = new int[256];
    int[] frames = new int[256];
    Arrays.setAll(parents, i -> i + 999);
    Arrays.setAll(frames, i -> i & 15);
    byte[] block = Memory.allocate(NodeBlock.MAX_LENGTH);
    assertThat(NodeBlock.encode(1000, parents, frames, 0, 256, block, 0)).isEqualTo(2 + 32 + 128);
  }
}
