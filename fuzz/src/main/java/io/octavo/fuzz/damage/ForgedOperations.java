package io.octavo.fuzz.damage;

import io.octavo.fuzz.damage.ModelOfOperations.Collection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Encodes random operations of all kinds on collections of all types, as FORMAT.md has them. */
final class ForgedOperations {
  private static final int[] TYPES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 77};
  private static final int[] LENGTHS = {0, 0, 1, 2, 9, 4_000, 4_033, 8_144, 8_145, 20_000};

  private final SplittableRandom random;
  private final ModelOfOperations state;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long lastKey;
  private long nextId;

  /**
   * Begins a commit.
   *
   * @param state what the commit finds; the choice of collections and names goes by it
   */
  ForgedOperations(SplittableRandom random, ModelOfOperations state) {
    this.random = random;
    this.state = state;
    this.nextId = state.nextId;
  }

  /** Returns a commit that makes a collection of each type, and fills it. */
  static byte[] setup(ModelOfOperations state) {
    ForgedOperations setup = new ForgedOperations(new SplittableRandom(1), state);
    long id = state.nextId;
    for (int type : new int[] {1, 2, 2, 4, 5, 6, 7, 8, 77}) {
      setup.select(id).tag(6).tag(type).name("t" + id);
      for (int i = 0; i < 3; i++) {
        setup.fill(type, i);
      }
      id += type == 5 || type == 6 ? 2 : 1;
      id += type == 2 ? 1 : 0; // its pieces
    }
    return setup.bytes.toByteArray();
  }

  private void fill(int type, int i) {
    switch (type) {
      case 1 -> tag(2).key(i).zigzag(i);
      case 2 -> tag(10).string(1, i).string(i == 1 ? 9_000 : i, i);
      case 4 -> {
        // List 0 with the ids 0 to i, each of a block of its own, from two on with a head.
        if (i == 0) {
          tag(10).raw(0, 1, 1).tag(10).raw(2, 0x80, 0x80, 0);
        }
      }
      case 5 -> tag(10).string(i, i).varint(0);
      case 6 -> tag(2).key(7L * i).zigzag(0);
      case 7 -> tag(2).key(i - 1).zigzag(i);
      case 8 -> tag(2).key(i / 2).zigzag(i);
      default -> {}
    }
  }

  /** Returns a commit of a few operations, of which each can be wrong. */
  byte[] next() {
    for (int i = random.nextInt(4); i >= 0; i--) {
      operation();
    }
    byte[] commit = bytes.toByteArray();
    if (random.nextInt(20) == 0 && commit.length > 0) {
      commit[random.nextInt(Math.min(commit.length, 40))] = (byte) random.nextInt(256);
    }
    return commit;
  }

  private void operation() {
    List<Collection> known = new ArrayList<>(state.collections.values());
    boolean isNew = random.nextInt(6) == 0 || known.isEmpty();
    if (isNew) {
      create();
      return;
    }
    Collection of = known.get(random.nextInt(known.size()));
    if ((of.type >= 9) && random.nextInt(9) > 0) {
      return;
    }
    select(
        random.nextInt(40) == 0 ? random.nextLong(1, nextId + 3) : Integer.toUnsignedLong(of.id));
    // Mostly an operation of the type.
    int tag = random.nextInt(30) == 0 ? random.nextInt(14) : tag(of.type, random.nextInt(12));
    tag(tag);
    switch (tag) {
      case 2 -> key(number(of)).zigzag(random.nextInt(30) == 0 ? number(of) : of.type == 6 ? 0 : 1);
      case 3 -> key(number(of));
      case 4 -> key(number(of)).key(number(of));
      case 6 -> tag(TYPES[random.nextInt(TYPES.length)]).name(name());
      case 8 -> name(name());
      case 9 -> describe();
      case 10 -> putBytes(of);
      case 11 -> string(random.nextInt(3), random.nextInt(4));
      case 12 -> {
        string(random.nextInt(2), random.nextInt(4));
        if (random.nextBoolean()) {
          tag(1).string(random.nextInt(3), random.nextInt(4));
        } else {
          tag(0);
        }
      }
      default -> {}
    }
  }

  /** Returns an operation that a type has. */
  private static int tag(int type, int choice) {
    boolean isAny = choice < 4 || (type == 3 && choice < 9);
    return switch (isAny ? 0 : type) {
      case 1 -> 2 + choice % 3;
      case 2, 4 -> choice < 8 ? 10 : 11 + choice % 2;
      case 5 -> 10;
      case 6, 7 -> 2;
      case 8 -> choice < 9 ? 2 : 4;
      default -> new int[] {5, 8, 9, 7}[choice % 4];
    };
  }

  private void create() {
    int type = TYPES[random.nextInt(TYPES.length)];
    select(random.nextInt(20) == 0 ? random.nextLong(1, nextId + 3) : nextId);
    tag(6).tag(type).name(random.nextInt(3) == 0 ? name() : "n" + nextId);
    nextId += type == 5 || type == 6 ? 2 : 1;
    if (random.nextBoolean()) {
      fill(type, random.nextInt(3));
      nextId += type == 2 && random.nextBoolean() ? 1 : 0;
    }
  }

  private void describe() {
    byte[][] tails = {{}, {}, {3, 3}, {0, 2}, {1, -1}, {0, -1}, {9, 0}, {1}, {1, 1, 1}};
    int codec = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
    byte[] tail = tails[random.nextInt(tails.length)];
    raw(codec, 0, codec, 0, tail.length, 0);
    bytes.writeBytes(tail);
  }

  private void putBytes(Collection of) {
    boolean isItem = of.type == 5 && random.nextInt(9) > 0;
    int key = random.nextInt(12) == 0 ? random.nextInt(1_998, 2_003) : random.nextInt(3);
    string(isItem && random.nextInt(9) == 0 ? random.nextInt(3_998, 4_003) : key, number());
    string(isItem ? 0 : LENGTHS[random.nextInt(LENGTHS.length)], number());
  }

  private int number() {
    return random.nextInt(4);
  }

  private long number(Collection of) {
    return switch (random.nextInt(12)) {
      case 0 -> of.type == 7 ? 0 : random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      case 1 -> random.nextInt(4) == 0 ? Integer.MAX_VALUE + 1L : 2;
      default -> random.nextInt(-1, of.type == 7 ? 3 : 6);
    };
  }

  private String name() {
    long id = random.nextLong(1, nextId + 2);
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> "\0values " + id;
      // Whether the map that may have a front has one, the text leaves open.
      case 3 -> random.nextBoolean() ? "\0index " + id : "\0front " + (id + ForgedSweep.FRONTED);
      case 4 -> random.nextInt(4) == 0 ? "t" + id : "\0values";
      default -> "r" + random.nextInt(200);
    };
  }

  // Operands.

  private ForgedOperations select(long id) {
    return tag(1).varint(id);
  }

  private ForgedOperations tag(int tag) {
    bytes.write(tag);
    return this;
  }

  private ForgedOperations raw(int... values) {
    for (int value : values) {
      bytes.write(value);
    }
    return this;
  }

  private ForgedOperations varint(long value) {
    long rest = value;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      bytes.write(((int) rest & 0x7F) | 0x80);
    }
    return tag((int) rest);
  }

  private ForgedOperations zigzag(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  private ForgedOperations key(long key) {
    long before = lastKey;
    lastKey = key;
    return zigzag(key - before);
  }

  private ForgedOperations string(int length, int content) {
    varint(length);
    for (int i = 0; i < length; i++) {
      bytes.write(content);
    }
    return this;
  }

  private ForgedOperations name(String name) {
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    tag(encoded.length);
    bytes.writeBytes(encoded);
    return this;
  }
}
