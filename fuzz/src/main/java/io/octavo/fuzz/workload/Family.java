package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The families of collections. Numbers stand for the items of each, so that one step changes a
 * collection of any family, and one kind of model has what a collection should hold.
 */
public enum Family {
  LONGS("") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Target.OfLongs(transaction.longMap(name));
    }

    @Override
    long hashOf(NavigableMap<Long, Long> model, String name) {
      long seed = name.hashCode();
      long sum = 0;
      for (Map.Entry<Long, Long> entry : model.entrySet()) {
        sum += Hashes.mix(Hashes.mix(seed, entry.getKey()), entry.getValue());
      }
      return sum;
    }

    @Override
    long hashOf(Transaction transaction, String name, int most) {
      long sum = 0;
      long last = Long.MIN_VALUE;
      int count = 0;
      for (LongCursor cursor = transaction.longMap(name).cursor(); cursor.next(); ) {
        long key = cursor.key();
        if (count > most || (key <= last && count > 0)) {
          throw new Content.OutOfOrderException("map " + name + ": " + key + " behind " + last);
        }
        last = key;
        count++;
        sum += Hashes.mix(Hashes.mix(name.hashCode(), key), cursor.value());
      }
      return sum;
    }

    @Override
    public long look(Transaction transaction, String name) {
      LongMap map = transaction.longMap(name);
      long sum = map.size() + map.estimatedSize();
      for (long key = -1; key < 64; key += 5) {
        sum += map.get(key, 0);
      }
      return sum;
    }
  },
  BYTES("#") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Strings.OfMap(transaction.bytesMap(name));
    }

    @Override
    long hashOf(NavigableMap<Long, Long> model, String name) {
      return Strings.hash(model, name.hashCode());
    }

    @Override
    long hashOf(Transaction transaction, String name, int most) {
      return Strings.hash(transaction.bytesMap(name), name.hashCode(), most);
    }

    @Override
    public long look(Transaction transaction, String name) {
      return Strings.look(transaction.bytesMap(name));
    }
  },
  LISTS("@") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Lists.OfMap(transaction.postings(name));
    }

    @Override
    long hashOf(NavigableMap<Long, Long> model, String name) {
      return Lists.hash(model, name.hashCode());
    }

    @Override
    long hashOf(Transaction transaction, String name, int most) {
      return Lists.hash(transaction.postings(name), name.hashCode(), most);
    }

    @Override
    public long look(Transaction transaction, String name) {
      return Lists.look(transaction.postings(name));
    }
  },
  STRINGS("%") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Interned.OfStringTable(transaction.strings(name));
    }
  },
  PAIRS("&") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Interned.OfPairs(transaction.pairs(name));
    }
  },
  STACKS("/") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Interned.OfStacks(transaction.stacks(name));
    }
  },
  SERIES("~") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Timed.OfSeries(transaction.series(name));
    }

    @Override
    public Target model(NavigableMap<Long, Long> map) {
      return new Timed.OfModel(map);
    }

    @Override
    long hashOf(NavigableMap<Long, Long> model, String name) {
      return Timed.hash(model, name.hashCode());
    }

    @Override
    long hashOf(Transaction transaction, String name, int most) {
      return Timed.hash(transaction.series(name), name.hashCode(), most);
    }

    @Override
    public long look(Transaction transaction, String name) {
      return Timed.look(transaction.series(name));
    }

    @Override
    public int countWrong(Transaction transaction, String name, int most) {
      return Timed.countWrong(transaction.series(name));
    }
  },
  /** A profile is several collections; its name is the start of theirs. */
  PROFILE("^") {
    @Override
    public Target open(Transaction transaction, String name) {
      return new Profiled.OfProfile(transaction, name);
    }

    @Override
    public Target model(NavigableMap<Long, Long> map) {
      return new Profiled.OfModel(map);
    }

    @Override
    long hashOf(NavigableMap<Long, Long> model, String name) {
      return Profiled.hash(model, name.hashCode());
    }

    @Override
    public long hash(Transaction transaction, String name, int most) {
      return Profiled.hash(transaction, name, most);
    }
  };

  /** What is interned: an item has an id, and stays. */
  public static final List<Family> INTERNED = List.of(STRINGS, PAIRS, STACKS);

  /** Names of collections of the family begin with it, and no others do. */
  public final String prefix;

  Family(String prefix) {
    this.prefix = prefix;
  }

  /** Returns the family of a collection with a name. */
  public static Family of(String name) {
    Family found = LONGS;
    for (Family family : values()) {
      found = !family.prefix.isEmpty() && name.startsWith(family.prefix) ? family : found;
    }
    return found;
  }

  /** Returns whether collections intern. */
  public boolean isInterned() {
    return INTERNED.contains(this);
  }

  /** Returns a collection to change; a new one where there is none of that name. */
  public abstract Target open(Transaction transaction, String name);

  /** Returns what a collection of the family must do, on a model of it. */
  public Target model(NavigableMap<Long, Long> map) {
    return isInterned() ? new Interned.OfModel(map, this == STACKS) : new Target.OfModel(map);
  }

  /** Hashes the name and the items of a model. */
  public final long hash(NavigableMap<Long, Long> model, String name) {
    return Hashes.mix(name.hashCode()) + hashOf(model, name);
  }

  /**
   * Hashes the name and the items of a collection, which are those of its model if they are equal.
   *
   * @param most items after which a walk is given up: a wrong tree may lead in a circle
   */
  public long hash(Transaction transaction, String name, int most) {
    return Hashes.mix(name.hashCode()) + hashOf(transaction, name, most);
  }

  long hashOf(NavigableMap<Long, Long> model, String name) {
    return Interned.hash(this, model, name.hashCode());
  }

  long hashOf(Transaction transaction, String name, int most) {
    return Interned.hash(this, transaction, name, most);
  }

  /** Asks a collection, which may be forged, everything but for a walk. Returns any number. */
  public long look(Transaction transaction, String name) {
    return countWrong(transaction, name, 64);
  }

  /**
   * Returns how much a collection has that no walk comes to and that is wrong: ids of items, sums
   * of parts.
   *
   * @param most how many items are looked at
   */
  public int countWrong(Transaction transaction, String name, int most) {
    return isInterned() ? Interned.countLost(this, transaction, name, most) : 0;
  }
}
