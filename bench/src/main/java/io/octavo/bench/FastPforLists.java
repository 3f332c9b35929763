package io.octavo.bench;

import java.util.Arrays;
import me.lemire.integercompression.Composition;
import me.lemire.integercompression.FastPFOR128;
import me.lemire.integercompression.IntWrapper;
import me.lemire.integercompression.IntegerCODEC;
import me.lemire.integercompression.VariableByte;
import me.lemire.integercompression.differential.Delta;

/**
 * Lists of ids of 32 bits in JavaFastPFOR's FastPFOR128, with its variable bytes for what a block
 * of 128 leaves. Counts of lists are not counted.
 */
final class FastPforLists extends ListCodec {
  private final IntegerCODEC codec = new Composition(new FastPFOR128(), new VariableByte());
  private final int[][] ids;
  private final int[][] kept;
  private final int[] deltas;
  private final int[] buffer;
  private final int[] decoded;
  private final IntWrapper in = new IntWrapper();
  private final IntWrapper out = new IntWrapper();

  FastPforLists(long[][] lists) {
    super("FastPFOR128", lists);
    ids = new int[lists.length][];
    for (int list = 0; list < lists.length; list++) {
      ids[list] = Arrays.stream(lists[list]).mapToInt(FastPforLists::narrow).toArray();
    }
    kept = new int[lists.length][];
    deltas = new int[mostIds];
    buffer = new int[2 * mostIds + 4096];
    decoded = new int[mostIds + 4096];
  }

  private static int narrow(long id) {
    if (id >>> Integer.SIZE != 0) {
      throw new IllegalArgumentException("id=" + id + " has more than 32 bits");
    }
    return (int) id;
  }

  @Override
  int encode(int list) {
    int count = ids[list].length;
    Delta.delta(ids[list], 0, count, 0, deltas);
    in.set(0);
    out.set(0);
    codec.compress(deltas, in, count, buffer, out);
    return out.get() * Integer.BYTES;
  }

  @Override
  void keep(int list) {
    kept[list] = Arrays.copyOf(buffer, out.get());
  }

  @Override
  int decode(int list) {
    in.set(0);
    out.set(0);
    codec.uncompress(kept[list], in, kept[list].length, decoded, out);
    int count = out.get();
    Delta.fastinverseDelta(decoded, 0, count, 0);
    return count;
  }

  @Override
  long id(int index) {
    return Integer.toUnsignedLong(decoded[index]);
  }
}
