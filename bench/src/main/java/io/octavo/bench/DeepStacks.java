package io.octavo.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/** Records events whose stacks are drawn: paths in a binary tree of calls. */
final class DeepStacks {
  private final SplittableRandom random = new SplittableRandom(1);
  private final boolean[] isRight;

  private DeepStacks(int depth) {
    isRight = new boolean[depth];
  }

  /** An event of async-profiler, which the JDK writes when the program wants it. */
  @Name("profiler.WallClockSample")
  static final class Sample extends Event {
    Thread sampledThread = Thread.currentThread();
    int samples = 1;
  }

  /**
   * Records events.
   *
   * @param events how many
   * @param depth how many calls a stack has that go left or right, two frames each
   * @param changed about how many of these calls, the innermost ones, are drawn anew for each event
   */
  static void record(Path file, int events, int depth, int changed) throws IOException {
    CompilerProfile.keepDeepStacks();
    try (Recording recording = new Recording()) {
      recording.enable(Sample.class).withStackTrace();
      recording.start();
      DeepStacks stacks = new DeepStacks(depth);
      for (int i = 0; i < events; i++) {
        stacks.draw(changed);
        stacks.descend(0);
      }
      recording.stop();
      recording.dump(file);
    }
  }

  /** Draws the innermost calls anew. */
  private void draw(int changed) {
    int count = (int) Math.min(isRight.length, 1 - Math.log(1 - random.nextDouble()) * changed);
    for (int i = isRight.length - count; i < isRight.length; i++) {
      isRight[i] = random.nextBoolean();
    }
  }

  private void descend(int depth) {
    if (depth == isRight.length) {
      new Sample().commit();
    } else if (isRight[depth]) {
      right(depth + 1);
    } else {
      left(depth + 1);
    }
  }

  private void left(int depth) {
    descend(depth);
  }

  private void right(int depth) {
    descend(depth);
  }
}
