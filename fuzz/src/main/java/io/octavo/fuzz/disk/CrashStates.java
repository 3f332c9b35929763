package io.octavo.fuzz.disk;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Chooses what crashes to look at: all subsets where few blocks are pending; else all subsets of
 * the whole writes where few of those are, all prefixes, all single omissions (some of them where
 * very many are pending), and random subsets. And in both cases torn writes, garbage, another order
 * and growth without data.
 *
 * @param mostExhaustive changes of which all subsets are taken
 * @param samples random choices of each sort
 */
public record CrashStates(int mostExhaustive, int samples) {
  /** So many pending changes that their omissions are sampled. */
  public static final int MANY = 64;

  /**
   * Chooses.
   *
   * @param pending what a crash may keep or lose
   * @param fresh the first of the changes that no earlier call of this has seen: subsets without
   *     any of them are not new
   * @param random for what is sampled
   * @param action told of each choice
   */
  public void forEach(
      List<Change> pending, int fresh, SplittableRandom random, Consumer<Choice> action) {
    int count = pending.size();
    if (count == 0) {
      action.accept(Choice.all(0));
      return;
    }
    int seen = Math.min(fresh, count);
    if (count <= mostExhaustive) {
      subsets(count, seen, action);
    } else {
      writeSubsets(pending, seen, action);
      prefixes(count, seen, action);
      omissions(count, random, action);
      for (int i = 0; i < samples; i++) {
        byte[] kept = new byte[count];
        for (int j = 0; j < count; j++) {
          kept[j] = random.nextBoolean() ? Choice.ALL : 0;
        }
        action.accept(Choice.of(kept));
      }
    }
    boolean overlap = overlaps(pending);
    for (int i = 0; i < samples; i++) {
      action.accept(torn(count, seen, overlap, random));
    }
  }

  private static void subsets(int count, int seen, Consumer<Choice> action) {
    for (int bits = 0; bits < 1 << count; bits++) {
      if (seen == count || bits >>> seen != 0) {
        byte[] kept = new byte[count];
        for (int i = 0; i < count; i++) {
          kept[i] = (bits >>> i & 1) != 0 ? Choice.ALL : 0;
        }
        action.accept(Choice.of(kept));
      }
    }
  }

  private void writeSubsets(List<Change> pending, int seen, Consumer<Choice> action) {
    int[] write = new int[pending.size()];
    for (int i = 1; i < write.length; i++) {
      write[i] = write[i - 1] + (pending.get(i).call() == pending.get(i - 1).call() ? 0 : 1);
    }
    int writes = write[write.length - 1] + 1;
    if (writes > mostExhaustive) {
      return;
    }
    int seenWrites = seen == pending.size() ? 0 : write[seen];
    for (int bits = 0; bits < 1 << writes; bits++) {
      if (bits >>> seenWrites != 0) {
        byte[] kept = new byte[write.length];
        for (int i = 0; i < write.length; i++) {
          kept[i] = (bits >>> write[i] & 1) != 0 ? Choice.ALL : 0;
        }
        action.accept(Choice.of(kept));
      }
    }
  }

  private static void prefixes(int count, int seen, Consumer<Choice> action) {
    for (int length = seen == count ? 0 : seen + 1; length <= count; length++) {
      byte[] kept = new byte[count];
      Arrays.fill(kept, 0, length, Choice.ALL);
      action.accept(Choice.of(kept));
    }
  }

  private static void omissions(int count, SplittableRandom random, Consumer<Choice> action) {
    int taken = count <= MANY ? count : MANY / 4;
    for (int i = 0; i < taken; i++) {
      action.accept(Choice.allBut(count, taken == count ? i : random.nextInt(count)));
    }
  }

  /** Draws a choice in which at least one new change is cut off somewhere. */
  private static Choice torn(int count, int seen, boolean overlap, SplittableRandom random) {
    byte[] kept = new byte[count];
    int whole = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      kept[i] = random.nextInt(4) < whole ? Choice.ALL : random.nextInt(3) == 0 ? tear(random) : 0;
    }
    int from = seen == count ? 0 : seen;
    kept[from + random.nextInt(count - from)] = tear(random);
    Choice.Tail[] tails = Choice.Tail.values();
    return new Choice(
        kept,
        random.nextBoolean() ? random.nextLong() | 1 : 0,
        overlap && random.nextBoolean(),
        tails[random.nextInt(tails.length)]);
  }

  /** Draws sectors: the first ones, the last ones, or any. */
  private static byte tear(SplittableRandom random) {
    int cut = 1 + random.nextInt(Block.SECTORS - 1);
    int mask =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> (1 << cut) - 1;
          case 2 -> -1 << cut;
          default -> random.nextInt(256);
        };
    return (byte) mask;
  }

  private static boolean overlaps(List<Change> pending) {
    for (int i = 0; i < pending.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (pending.get(i).block() == pending.get(j).block()) {
          return true;
        }
      }
    }
    return false;
  }
}
