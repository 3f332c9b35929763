package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import java.util.SplittableRandom;

/**
 * One step of a scenario.
 *
 * @param kind what is done
 * @param map index of the map
 * @param a a key, a seed, or another map
 * @param b a value, a count, or the end of a range
 */
public record Step(Kind kind, int map, long a, long b) {
  /** What can be done; all but the last nine belong to a transaction. */
  public enum Kind {
    PUT,
    PUT_MANY,
    /** Removes key a; an odd one without asking whether it was there. */
    REMOVE,
    REMOVE_RANGE,
    CLEAR,
    DROP,
    RENAME,
    COMMIT,
    ROLL_BACK,
    OPEN_SNAPSHOT,
    CLOSE_SNAPSHOT,
    CHECKPOINT,
    BEGIN_CHECKPOINT,
    RUN_CHECKPOINT,
    COMPACT,
    REOPEN
  }

  /**
   * Returns whether a snapshot of the transaction follows a change: one of eight, by its numbers.
   */
  public boolean takesSnapshot() {
    return (Hashes.mix(a ^ b) & 7) == 0;
  }

  /** Returns a step without operands. */
  public static Step of(Kind kind) {
    return new Step(kind, 0, 0, 0);
  }

  private String name() {
    return CrashScenario.NAMES.get(map);
  }

  private String newName() {
    return CrashScenario.NAMES.get((int) a);
  }

  /**
   * Does a step that changes a collection to a transaction and to its model, call by call.
   *
   * @param keys how many keys {@link Kind#PUT_MANY} draws from
   * @throws AssertionError if a call returns something else than the model does
   */
  public void applyTo(Transaction transaction, Content model, int keys) {
    if (kind == Kind.DROP || kind == Kind.RENAME) {
      Target.Compared.requireSame(toString(), applyTo(transaction, keys), applyTo(model, keys));
      return;
    }
    Target collection = Target.of(transaction, name());
    applyTo(new Target.Compared(collection, Target.of(model, name())), keys);
  }

  /** Does a step to a transaction. Returns its result, which a model must return too. */
  public long applyTo(Transaction transaction, int keys) {
    switch (kind) {
      case DROP -> {
        return transaction.drop(name()) ? 1 : 0;
      }
      case RENAME -> {
        return !transaction.exists(newName()) && transaction.rename(name(), newName()) ? 1 : 0;
      }
      default -> {
        return applyTo(Target.of(transaction, name()), keys);
      }
    }
  }

  /** Does a step to a model. Returns what it returns of a transaction. */
  public long applyTo(Content model, int keys) {
    switch (kind) {
      case DROP -> {
        return model.drop(name()) ? 1 : 0;
      }
      case RENAME -> {
        return !model.exists(newName()) && model.rename(name(), newName()) ? 1 : 0;
      }
      default -> {
        return applyTo(Target.of(model, name()), keys);
      }
    }
  }

  /**
   * Does a step that changes the entries of one map.
   *
   * @param keys how many keys {@link Kind#PUT_MANY} draws from
   * @return how many entries went; of interned items a hash of their ids
   */
  private long applyTo(Target target, int keys) {
    switch (kind) {
      case PUT -> {
        return target.put(a, b);
      }
      case PUT_MANY -> {
        SplittableRandom random = new SplittableRandom(a);
        long ids = 0;
        for (int i = 0; i < b; i++) {
          long key = random.nextInt(keys);
          ids = 31 * ids + target.put(key, random.nextLong() >> random.nextInt(64));
        }
        return ids;
      }
      case REMOVE -> {
        if (a % 2 == 0) {
          return target.remove(a) ? 1 : 0;
        }
        target.delete(a);
      }
      case REMOVE_RANGE -> {
        return target.removeRange(a, b);
      }
      case CLEAR -> target.clear();
      default -> throw new IllegalArgumentException("step=" + this);
    }
    return 0;
  }

  @Override
  public String toString() {
    return kind + " " + map + " " + a + " " + b;
  }

  /** Reads what {@link #toString} returns. */
  public static Step parse(String text) {
    String[] words = text.split(" ", -1);
    return new Step(
        Kind.valueOf(words[0]),
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]));
  }
}
