package io.octavo.bench.profile;

import io.octavo.Transaction;
import io.octavo.bench.measure.Passes;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A profile within a transaction: methods in a table of strings, and stacks of their ids, or of the
 * ids that a table of pairs has for frames of 64 bits, in a table of stacks.
 */
final class ProfileTables {
  static final String METHODS = "methods";
  static final String FRAMES = "frames";
  static final String STACKS = "stacks";

  private final StringTable methods;
  private final PairTable frames;
  private final StackTable stacks;
  private final boolean hasPairs;
  private int[] ids = new int[64];

  /**
   * Opens the tables, which are made where the transaction may.
   *
   * @param hasPairs whether frames have 64 bits
   */
  ProfileTables(Transaction transaction, boolean hasPairs) {
    methods = transaction.strings(METHODS);
    frames = transaction.pairs(FRAMES);
    stacks = transaction.stacks(STACKS);
    this.hasPairs = hasPairs;
  }

  StackTable stacks() {
    return stacks;
  }

  /** Counts the distinct frames of all stacks. */
  int distinctFrames() {
    return hasPairs ? frames.size() : methods.size();
  }

  /** Returns the id of a stack, which is added if absent. */
  int intern(long thread, long[] stack, int depth) {
    if (hasPairs) {
      return stacks.intern(thread, stack, 0, depth, frames);
    }
    makeRoom(depth);
    for (int i = 0; i < depth; i++) {
      ids[i] = (int) stack[i];
    }
    return stacks.intern(thread, ids, 0, depth);
  }

  private void makeRoom(int depth) {
    if (depth > ids.length) {
      ids = new int[2 * depth];
    }
  }

  /** Adds the methods, whose ids are their places in the list. */
  void addMethods(List<String> names) {
    names.forEach(methods::intern);
  }

  /** Reads the methods in the order of their ids. */
  List<String> methods() {
    return IntStream.range(0, methods.size()).mapToObj(methods::text).toList();
  }

  /** Reads all frames by their ids; none if the ids of methods are the frames. */
  long[] frames() {
    long[] all = new long[frames.size()];
    int read = frames.read(0, all);
    Passes.check(read, all.length);
    return all;
  }

  /**
   * Tells whether a stack has an id.
   *
   * @param all what {@link #frames} has returned
   */
  boolean isStack(int id, long[] stack, int depth, long[] all) {
    makeRoom(depth);
    if (stacks.resolve(id, ids) != depth) {
      return false;
    }
    for (int i = 0; i < depth; i++) {
      if ((hasPairs ? all[ids[i]] : ids[i]) != stack[i]) {
        return false;
      }
    }
    return true;
  }
}
