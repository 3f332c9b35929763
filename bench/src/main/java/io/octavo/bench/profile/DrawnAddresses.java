package io.octavo.bench.profile;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Stacks of addresses that are drawn, always the same ones: what a profiler takes of native
 * threads, for machines where none can be recorded. The parameters are such that frames a stack,
 * distinct frames, the share of nodes behind their parents, and the entropy of a frame given its
 * caller's come near to those of a recorded profile of javac.
 *
 * <p>Where a number is drawn by rank, its logarithm is uniform, so that its probability is about 1
 * / (number + 1); drawn steeply, the limit is drawn by rank before.
 *
 * <ul>
 *   <li>There are 30,000 functions. Each has 16 to 8,192 bytes of code, by rank, behind the one
 *       before, and a call for each 96 bytes of it.
 *   <li>The function that a call calls is drawn by rank, and with equal probability for every
 *       fourth call. Every eighth call is of that function or one of 15 others, by rank.
 *   <li>Which call of a function runs is drawn steeply; which one is the first in this order
 *       changes every 100,000 samples.
 *   <li>To make the next sample of a thread, half of the times only the innermost frame of the one
 *       before is removed, else as many more as are drawn by rank. Calls are then made until the
 *       depth is at least 4 and an exponentially distributed number, 12 on average; it is at most
 *       127.
 *   <li>A frame is the address of the last byte before a call returns to the next one; the
 *       innermost frame is that of an instruction of 4 bytes in the function, drawn steeply.
 *   <li>Of 16 threads, that of the sample before goes on, but one is drawn for every eighth sample.
 * </ul>
 */
final class DrawnAddresses implements StackSource {
  private static final long SEED = 4;
  private static final long FIRST_ADDRESS = 0x5555_5555_0000L;
  private static final int FUNCTIONS = 30_000;
  private static final int LENGTHS = 512;
  private static final int LENGTH_UNIT = 16;
  private static final int BYTES_A_CALL = 96;

  /** Calls of which one is of any function. */
  private static final int RANKED = 4;

  /** Calls of which one is of several functions, and how many these are. */
  private static final int DIRECT = 8;

  private static final int SEVERAL = 16;
  private static final int INSTRUCTION = 4;
  private static final int THREADS = 16;

  /** How many samples the same thread runs on average. */
  private static final int TURN = 8;

  /** How many samples the calls of a function are in the same order, and by how many it turns. */
  private static final int PHASE = 100_000;

  private static final int SHIFT = 7;
  private static final int LEAST_DEPTH = 4;
  private static final int MORE_DEPTH = 12;
  private static final int MOST_DEPTH = 127;

  private final int samples;

  /** Where functions begin, and the end of the last one. */
  private final long[] begins = new long[FUNCTIONS + 1];

  /** The first call of each function, and the number of all. */
  private final int[] firstCalls = new int[FUNCTIONS + 1];

  /** The function of each call, or the first of them. */
  private final int[] targets;

  DrawnAddresses(int samples) {
    this.samples = samples;
    SplittableRandom random = new SplittableRandom(SEED);
    begins[0] = FIRST_ADDRESS;
    for (int i = 0; i < FUNCTIONS; i++) {
      int length = LENGTH_UNIT * (1 + byRank(LENGTHS, random));
      begins[i + 1] = begins[i] + length;
      firstCalls[i + 1] = firstCalls[i] + 1 + length / BYTES_A_CALL;
    }
    targets =
        IntStream.range(0, firstCalls[FUNCTIONS])
            .map(i -> i % RANKED > 0 ? byRank(FUNCTIONS, random) : random.nextInt(FUNCTIONS))
            .toArray();
  }

  /** Draws a number below a limit. */
  private static int byRank(int limit, SplittableRandom random) {
    return (int) StrictMath.pow(limit + 1, random.nextDouble()) - 1;
  }

  private static int steeply(int limit, SplittableRandom random) {
    return byRank(1 + byRank(limit, random), random);
  }

  private int length(int function) {
    return (int) (begins[function + 1] - begins[function]);
  }

  @Override
  public String title() {
    return "addresses, drawn";
  }

  @Override
  public void read(Sink sink) {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    Stack[] stacks = IntStream.range(0, THREADS).mapToObj(Stack::new).toArray(Stack[]::new);
    int thread = 0;
    for (int i = 0; i < samples; i++) {
      if (random.nextInt(TURN) == 0) {
        thread = random.nextInt(THREADS);
      }
      Stack stack = stacks[thread];
      stack.next(i / PHASE * SHIFT, random);
      sink.stack(thread, stack.frames, stack.depth, false);
    }
  }

  /** The stack of a thread. */
  private final class Stack {
    private final long[] frames = new long[MOST_DEPTH];

    /** The function of each frame. */
    private final int[] functions = new int[MOST_DEPTH];

    private int depth;

    Stack(int outermost) {
      functions[0] = outermost;
    }

    void next(int shift, SplittableRandom random) {
      int removed = random.nextBoolean() ? 1 : 1 + byRank(Math.max(1, depth), random);
      int kept = Math.max(0, depth - removed);
      int wanted = LEAST_DEPTH + (int) (-StrictMath.log(1 - random.nextDouble()) * MORE_DEPTH);
      int innermost = Math.min(Math.max(kept, wanted - 1), MOST_DEPTH - 1);
      for (int i = kept; i < innermost; i++) {
        call(i, shift, random);
      }
      int function = functions[innermost];
      int instruction = steeply(length(function) / INSTRUCTION, random);
      frames[innermost] = begins[function] + (long) INSTRUCTION * instruction;
      depth = innermost + 1;
    }

    private void call(int at, int shift, SplittableRandom random) {
      int function = functions[at];
      int first = firstCalls[function];
      int calls = firstCalls[function + 1] - first;
      int call = (steeply(calls, random) + shift) % calls;
      int target = targets[first + call];
      if ((first + call) % DIRECT == 0) {
        target = (target + byRank(SEVERAL, random)) % FUNCTIONS;
      }
      frames[at] = begins[function] + (call + 1L) * length(function) / calls - 1;
      functions[at + 1] = target;
    }
  }
}
