package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * What an {@link Execution} does to the tables of strings, tables of pairs and tables of stacks of
 * an open transaction. A model maps each item to its id, in the order of ids.
 */
final class InternSteps implements Steps {
  /** Names, two of each type; none of them is that of another map. */
  static final List<String> NAMES =
      List.of("dictionary", "Dictionary", "pairs", "Pairs", "stacks", "Stacks");

  /** The addresses of all tables of stacks. */
  private static final String ADDRESSES = "addresses";

  /** A bit of the seeds of scenarios that intern in place of changing byte strings. */
  static final long INTERNING = 1L << 40;

  /** Items after which a collection is cleared before more are added. */
  private static final int MOST_ITEMS = 2_000;

  /** The most items that one operation adds. */
  private static final int MOST_AT_ONCE = 60;

  private static final int LONGEST = 4_000;
  private static final int THREADS = 4;
  private static final int DEEPEST = 300;

  private final String name;
  private final Transaction transaction;
  private final Map<Object, Integer> model;
  private final Model working;
  private final long family;
  private final SplittableRandom random;

  /** A node of a table of stacks. */
  record Node(int parent, int frame) {}

  InternSteps(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    int index = operation.map() % NAMES.size();
    this.name = NAMES.get(index);
    this.transaction = transaction;
    this.working = working;
    this.model = working.writeInterned(name);
    this.family = scenario.seed() + index;
    this.random = new SplittableRandom(operation.a());
    create();
  }

  /** Makes the collection, as the model does. */
  private void create() {
    switch (type(name)) {
      case STRINGS -> transaction.strings(name);
      case PAIRS -> transaction.pairs(name);
      case STACKS -> transaction.stacks(name);
    }
  }

  /** Returns whether a scenario interns in place of changing byte strings. */
  static boolean isFor(Scenario scenario) {
    return (scenario.seed() & INTERNING) != 0;
  }

  private enum Type {
    STRINGS,
    PAIRS,
    STACKS
  }

  private static Type type(String name) {
    int index = NAMES.indexOf(name);
    return index < 0 ? Type.PAIRS : Type.values()[index / 2];
  }

  /** Lets most changes of maps of longs be of what interns, and rolls back more often. */
  static Operation changed(Operation operation) {
    return switch (operation.kind()) {
      case PUT, REMOVE_AT_OR_ABOVE ->
          new Operation(
              Operation.Kind.STRINGS,
              (int) Math.floorMod(operation.a() + operation.b(), (long) NAMES.size()),
              31 * operation.a() + operation.b(),
              0,
              Math.min(MOST_AT_ONCE, operation.count() * 20));
      case REMOVE_RANGE, WALK -> new Operation(Operation.Kind.ROLL_BACK, 0, 0, 0, 1);
      default -> operation;
    };
  }

  /** Returns another name of the same type, or the name itself. */
  static String other(String name, long choice) {
    return NAMES.get((NAMES.indexOf(name) & ~1) + (int) (choice & 1));
  }

  /** Adds items, some of them known, and looks at them. */
  @Override
  public void change(int count) {
    if (model.size() > MOST_ITEMS) {
      clear();
    }
    for (int i = 0; i < count; i++) {
      if (random.nextInt(300) == 0) {
        clear();
      }
      intern();
    }
  }

  /** Reads, with new items between. */
  @Override
  public void walk(int count) {
    List<Object> items = new ArrayList<>(model.keySet());
    for (int i = 0; i < count && !items.isEmpty(); i++) {
      int id = random.nextInt(items.size());
      switch (type(name)) {
        case STRINGS -> {
          byte[] string = ((ByteBuffer) items.get(id)).array();
          same("get", ByteBuffer.wrap(transaction.strings(name).get(id)), items.get(id));
          same("find", transaction.strings(name).find(string), id);
        }
        case PAIRS -> {
          same("get", transaction.pairs(name).get(id), items.get(id));
          same("find", transaction.pairs(name).find((Long) items.get(id)), id);
        }
        case STACKS -> sameStack(items, id);
      }
      if (random.nextInt(4) == 0) {
        intern();
        items = new ArrayList<>(model.keySet());
      }
    }
  }

  private void sameStack(List<Object> items, int id) {
    List<Integer> expected = new ArrayList<>();
    for (int at = id; at != StackTable.NONE; at = ((Node) items.get(at)).parent()) {
      expected.add(0, ((Node) items.get(at)).frame());
    }
    StackTable table = transaction.stacks(name);
    int[] frames = new int[expected.size()];
    same("depth", table.resolve(id, frames), expected.size());
    same("frames", Arrays.stream(frames).boxed().toList(), expected);
    Node node = new Node(table.parent(id), table.frame(id));
    same("node", node, items.get(id));
  }

  private void clear() {
    model.clear();
    switch (type(name)) {
      case STRINGS -> transaction.strings(name).clear();
      case PAIRS -> transaction.pairs(name).clear();
      case STACKS -> transaction.stacks(name).clear();
    }
  }

  private void intern() {
    switch (type(name)) {
      case STRINGS -> {
        byte[] string = string();
        int found = transaction.strings(name).find(string);
        same("find", found, model.getOrDefault(ByteBuffer.wrap(string), StringTable.ABSENT));
        same("intern", transaction.strings(name).intern(string), add(ByteBuffer.wrap(string)));
      }
      case PAIRS -> {
        long value = pair();
        int found = transaction.pairs(name).find(value);
        same("find", found, model.getOrDefault(value, PairTable.ABSENT));
        same("intern", transaction.pairs(name).intern(value), add(value));
      }
      case STACKS -> stack();
    }
  }

  private int add(Object item) {
    return add(model, item);
  }

  private static int add(Map<Object, Integer> ids, Object item) {
    int next = ids.size();
    Integer known = ids.putIfAbsent(item, next);
    return known == null ? next : known;
  }

  /** Paths, long common beginnings, any length, and any bytes. */
  private byte[] string() {
    int number = random.nextInt(3_000);
    switch ((int) (family / 6 & 3)) {
      case 0 -> {
        String path = "/usr/lib/" + number / 50 + "/lib" + number % 50 + ".so";
        return path.getBytes(StandardCharsets.UTF_8);
      }
      case 1 -> {
        byte[] string = new byte[1_000 + number % 200];
        string[string.length - 1 - number % 4] = (byte) number;
        return string;
      }
      case 2 -> {
        byte[] string = new byte[random.nextInt(8) == 0 ? LONGEST - number % 3 : number % 90];
        Arrays.fill(string, (byte) (number >> 4));
        return string;
      }
      default -> {
        byte[] string = new byte[random.nextInt(12)];
        random.nextBytes(string);
        return string;
      }
    }
  }

  /** The families whose hashes collapse elsewhere. */
  private long pair() {
    int number = random.nextInt(4_000);
    return switch ((int) (family / 6 % 7)) {
      case 0 -> number;
      case 1 -> PairTable.pair(number / 64, number % 64);
      case 2 -> PairTable.pair(random.nextInt(60) * 499, random.nextInt(60) * 499);
      case 3 -> (long) number << Integer.SIZE;
      case 4 -> (long) number << 52;
      case 5 -> Long.reverse(number);
      default -> random.nextLong() >> random.nextInt(Long.SIZE);
    };
  }

  /** Walks that share beginnings, deep chains, wide fans, and single nodes. */
  private void stack() {
    StackTable table = transaction.stacks(name);
    int thread = random.nextInt(THREADS);
    int shape = (int) (family / 6 & 3);
    if (random.nextInt(8) == 0) {
      int parent = random.nextInt(model.size() + 1) - 1;
      int frame = random.nextInt(50);
      same("intern", table.intern(parent, frame), add(new Node(parent, frame)));
      return;
    }
    int depth = shape == 1 ? random.nextInt(DEEPEST) : random.nextInt(12);
    int[] frames = new int[depth];
    for (int i = 0; i < depth; i++) {
      frames[i] =
          switch (shape) {
            case 0 -> random.nextInt(2 + i % 3);
            case 1 -> random.nextInt(50) == 0 ? random.nextInt(4) : i;
            case 2 -> i < depth - 1 ? 7 : random.nextInt(5_000);
            default -> random.nextInt() & Integer.MAX_VALUE;
          };
    }
    int id = StackTable.NONE;
    if (shape == 3 && random.nextBoolean()) {
      addresses(table, thread, frames);
      return;
    }
    for (int frame : frames) {
      id = add(new Node(id, frame));
    }
    same("intern of a stack", table.intern(thread, frames, 0, depth), id);
  }

  /** Interns addresses in a table of pairs too, which changes with the stacks or not at all. */
  private void addresses(StackTable table, int thread, int[] frames) {
    long[] addresses = Arrays.stream(frames).mapToLong(frame -> frame * 1_021L).toArray();
    int found = table.intern(thread, addresses, 0, addresses.length, transaction.pairs(ADDRESSES));
    Map<Object, Integer> ids = working.writeInterned(ADDRESSES);
    int id = StackTable.NONE;
    for (long address : addresses) {
      id = add(model, new Node(id, add(ids, address)));
    }
    same("intern of addresses", found, id);
  }

  /** Compares all items. */
  static void sameAll(Transaction transaction, String name, Map<Object, Integer> expected) {
    switch (type(name)) {
      case STRINGS -> {
        StringTable table = transaction.strings(name);
        sameAll(
            table.size(),
            id -> ByteBuffer.wrap(table.get(id)),
            item -> table.find(((ByteBuffer) item).array()),
            expected);
      }
      case PAIRS -> {
        PairTable table = transaction.pairs(name);
        sameAll(table.size(), table::get, item -> table.find((Long) item), expected);
      }
      case STACKS -> {
        StackTable table = transaction.stacks(name);
        int[] parents = new int[table.size()];
        int[] frames = new int[table.size()];
        same("nodes read", table.read(0, parents, frames), parents.length);
        sameAll(parents.length, id -> new Node(parents[id], frames[id]), expected::get, expected);
      }
    }
  }

  private static void sameAll(
      int size,
      IntFunction<Object> get,
      ToIntFunction<Object> find,
      Map<Object, Integer> expected) {
    same("size", size, expected.size());
    expected.forEach(
        (item, id) -> {
          same("item " + id, get.apply(id), item);
          same("id of " + item, find.applyAsInt(item), id);
        });
  }
}
