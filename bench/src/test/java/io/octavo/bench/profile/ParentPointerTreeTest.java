package io.octavo.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.ids.StackTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is encoded can be decoded, and has the length that it should. */
class ParentPointerTreeTest {
  private static byte[] encode(List<int[]> nodes) {
    try (Store store = Store.inMemory()) {
      return store.writeResult(
          tx -> {
            StackTable table = tx.stacks("t");
            nodes.forEach(node -> table.intern(node[0], node[1]));
            return ParentPointerTree.encode(table);
          });
    }
  }

  @Test
  void twoNodesShareAGroup() {
    // The root: parent -1, 0 less 1; the first node: parent 0, one more.
    assertThat(encode(List.of(new int[] {StackTable.NONE, 7}))).containsExactly(0, 1, 0, 2, 7);
    // The second node: parent 1, one more; frame of two bytes; the rest of its group is zeros.
    assertThat(encode(List.of(new int[] {StackTable.NONE, 7}, new int[] {0, 0x1234})))
        .containsExactly(0, 1, 0, 2, 7, 0b0100, 2, 0x34, 0x12, 0, 0);
  }

  @Test
  void nodesAreDecoded() {
    SplittableRandom random = new SplittableRandom(1);
    List<int[]> nodes = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      int parent = random.nextInt(4) > 0 ? i - 1 : random.nextInt(-1, Math.max(0, i));
      nodes.add(new int[] {parent, ((i << 12) | random.nextInt(1 << 12)) >>> random.nextInt(8)});
    }
    // Nodes that are there already would not be added.
    assertThat(nodes.stream().map(node -> ((long) node[0] << 32) | node[1]).distinct())
        .hasSize(nodes.size());
    byte[] bytes = encode(nodes);
    int at = 0;
    int parent = 0;
    List<int[]> decoded = new ArrayList<>();
    while (at < bytes.length) {
      int lengths = bytes[at++];
      for (int i = 0; i < 2; i++) {
        int[] pair = new int[2];
        for (int j = 0; j < 2; j++) {
          int length = ((lengths >>> (2 * (2 * i + j))) & 3) + 1;
          for (int k = 0; k < length; k++) {
            pair[j] |= (bytes[at++] & 0xff) << (Byte.SIZE * k);
          }
        }
        parent += (pair[0] >>> 1) ^ -(pair[0] & 1);
        decoded.add(new int[] {parent - 1, pair[1]});
      }
    }
    assertThat(decoded.get(0)).containsExactly(-2, 0);
    assertThat(decoded.subList(1, 1 + nodes.size()))
        .usingElementComparator(Arrays::compare)
        .isEqualTo(nodes);
  }
}
