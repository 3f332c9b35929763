package io.octavo.profile.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.error.CodecException;
import io.octavo.map.BytesMap;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlotListTest {
  private static final int STACKS = 1 << 24;
  private static final byte[] CHUNK_0 = new SlotKey(0, 0, 5, 0).encode();

  private static SlotList list(long... stacksAndWeights) {
    SlotList list = new SlotList(0);
    for (int i = 0; i < stacksAndWeights.length; i += 2) {
      list.add((int) stacksAndWeights[i], stacksAndWeights[i + 1]);
    }
    return list;
  }

  private static List<byte[]> chunks(SlotList list) {
    List<byte[]> chunks = new ArrayList<>();
    list.encode(
        (number, chunk) -> {
          assertThat(number).isEqualTo(chunks.size());
          chunks.add(chunk);
        });
    return chunks;
  }

  /** The examples of io/octavo/profile/README.md. */
  @Test
  void aListHasTheBytesOfTheReadme() {
    assertThat(hex(list(3, 1, 4, 1, 200, 1))).isEqualTo("0103060086 03".replace(" ", ""));
    assertThat(hex(list(0, 5))).isEqualTo("030504");
  }

  /** The weight is in the token in part only, and takes bytes of it. */
  @Test
  void greatWeightsTakeFewBytes() {
    assertThat(chunks(list(0, 40_000, 1, 40_000)).get(0)).hasSize(12);
  }

  private static String hex(SlotList list) {
    return HexFormat.of().withUpperCase().formatHex(chunks(list).get(0));
  }

  @Test
  void anyListComesBack() {
    SplittableRandom random = new SplittableRandom(1);
    try (Store store = Store.inMemory();
        Transaction tx = store.beginWrite()) {
      BytesMap map = tx.bytesMap("slots");
      SlotTree tree = new SlotTree(map, SlotTree.LEAST, STACKS);
      for (int node = 0; node < 200; node++) {
        SlotList list = drawn(random);
        for (byte[] chunk : chunks(list)) {
          assertThat(chunk.length).isBetween(2, SlotList.MOST_BYTES);
        }
        tree.add(node, 0, list);
        assertThat(tree.list(node, 0, 0)).isEqualTo(list);
        assertThat(tree.total(node, 0, 0)).isEqualTo(list.total());
        Weights sum = new Weights();
        tree.sum(node, 0, 1, sum);
        assertThat(sum.toList()).isEqualTo(list);
      }
    }
  }

  private static SlotList drawn(SplittableRandom random) {
    SlotList list = new SlotList(0);
    long stack = -1;
    int gap = 8 + random.nextInt(23);
    int bits = 1 + random.nextInt(48);
    for (int i = random.nextInt(1, 3_000); i > 0; i--) {
      stack += 1 + (random.nextInt() >>> 1 >>> gap);
      if (stack >= STACKS) {
        break;
      }
      list.add((int) stack, 1 + (random.nextLong() >>> 1 >>> (63 - random.nextInt(bits))));
    }
    return list.count() == 0 ? list(STACKS - 1, Long.MAX_VALUE) : list;
  }

  @Test
  void aListThatNoProfileWroteIsTold() {
    for (String bytes :
        List.of(
            "",
            "01",
            "4101",
            "0180",
            "018080808080808080808001",
            "010380",
            "000180808008 00",
            "0001FFFFFFFFFFFFFFFF7F00",
            "0001 00 FFFFFFFFFFFFFFFF7F",
            "8101")) {
      try (Store store = Store.inMemory();
          Transaction tx = store.beginWrite()) {
        BytesMap map = tx.bytesMap("slots");
        map.put(CHUNK_0, HexFormat.of().parseHex(bytes.replace(" ", "")));
        SlotTree tree = new SlotTree(map, SlotTree.LEAST, STACKS);
        assertThatThrownBy(() -> tree.sum(0, 0, 10, new Weights()))
            .as(bytes)
            .isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> tree.list(0, 0, 5)).as(bytes).isInstanceOf(CodecException.class);
      }
    }
  }

  @Test
  void randomBytesAreReadOrToldNeverElse() {
    SplittableRandom random = new SplittableRandom(2);
    try (Store store = Store.inMemory();
        Transaction tx = store.beginWrite()) {
      BytesMap map = tx.bytesMap("slots");
      SlotTree tree = new SlotTree(map, SlotTree.LEAST, STACKS);
      for (int i = 0; i < 20_000; i++) {
        byte[] chunk = new byte[random.nextInt(40)];
        random.nextBytes(chunk);
        map.put(CHUNK_0, chunk);
        try {
          tree.list(0, 0, 5);
        } catch (CodecException e) {
          assertThat(e).hasMessageContaining("profile list");
        }
      }
    }
  }
}
