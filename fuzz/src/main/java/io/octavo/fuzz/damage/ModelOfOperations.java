package io.octavo.fuzz.damage;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What operations of the commit ring do, written from the text of FORMAT.md, section "Operations",
 * and with nothing of the engine: a second opinion on commits that no store writes.
 */
final class ModelOfOperations {
  static final int PIECE = 8144;
  private static final int MOST_ENTRY = 4032;
  private static final int LAST_ID = Integer.MAX_VALUE - 1;

  /** A commit that a reader refuses by R27. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String why) {
      super(why);
    }
  }

  /** A commit that meets a page that breaks a rule: a large value without its pieces. */
  static final class Damaged extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** A collection; a type has one of the contents. */
  static final class Collection {
    final int id;
    final int type;
    final long created;
    String name;
    int keyCodec;
    int valueCodec;
    byte[] tail = {};
    final NavigableMap<Long, Long> longs = new TreeMap<>();
    final NavigableMap<byte[], Value> strings = new TreeMap<>(Arrays::compareUnsigned);

    /** Lengths by number. */
    final NavigableMap<Long, Integer> pieces = new TreeMap<>();

    /** Items of lists and entries of series, in their order. */
    final List<Object> items = new ArrayList<>();

    /** Whether entries of posting lists were changed, which no rule of operations looks at. */
    boolean isTouched;

    Collection(String name, int id, int type, long created) {
      this.name = name;
      this.id = id;
      this.type = type;
      this.created = created;
    }

    long entries() {
      return longs.size() + strings.size() + pieces.size() + (long) items.size();
    }
  }

  /** A value; large if it has a first piece. */
  record Value(ByteBuffer bytes, long first) {
    boolean isLarge() {
      return first >= 0;
    }

    int pieces() {
      return isLarge() ? (bytes.remaining() + PIECE - 1) / PIECE : 0;
    }
  }

  /** The upper and the lower number of an item: parent and frame, or time and value. */
  record Two(long first, long second) {}

  final Map<Integer, Collection> collections = new TreeMap<>();
  long nextId = 1;
  private long sequence;
  private ByteBuffer input = ByteBuffer.allocate(0);
  private long lastKey;
  private @Nullable Collection selected;
  private long selectedId;

  ModelOfOperations(long sequence) {
    this.sequence = sequence;
  }

  @Nullable Collection named(String name) {
    return collections.values().stream().filter(c -> c.name.equals(name)).findFirst().orElse(null);
  }

  /** Finds a part of a collection: its pieces, its index, or a part of its front. */
  @Nullable Collection part(String word, int type, long id) {
    Collection found = named("\0" + word + " " + id);
    return found != null && found.type == type ? found : null;
  }

  /** Performs the operations of the next commit. What was done before an exception is done. */
  void commit(byte[] operations) throws Refused, Damaged {
    sequence++;
    input = ByteBuffer.wrap(operations);
    lastKey = 0;
    selectedId = 0;
    while (input.hasRemaining()) {
      perform(unsigned());
    }
  }

  private void perform(int tag) throws Refused, Damaged {
    if (tag == 1) {
      long id = varint();
      require(id > 0 && id < 1L << 32, "identifier");
      selectedId = id;
      return;
    }
    selected = collections.get((int) selectedId);
    switch (tag) {
      case 2 -> put(key(), unzigzag(varint()));
      case 3 -> of(1).longs.remove(key());
      case 4 -> removeRange(key(), key());
      case 5 -> clear(parts());
      case 6 -> create(unsigned(), name());
      case 7 -> drop(parts());
      case 8 -> rename(name());
      case 9 -> describe();
      case 10 -> putBytes(bytes(), bytes());
      case 11 -> removeBytes(bytes());
      case 12 -> removeBytesRange(bytes(), end());
      default -> throw new Refused("tag " + tag);
    }
  }

  /** Notes a put into a map of longs that a program has committed. */
  void committed(String map, long key, long value) {
    sequence++;
    Objects.requireNonNull(named(map)).longs.put(key, value);
  }

  // Operands.

  private int unsigned() throws Refused {
    require(input.hasRemaining(), "cut off");
    return input.get() & 0xFF;
  }

  private int two() throws Refused {
    int low = unsigned();
    return low | unsigned() << 8;
  }

  private long varint() throws Refused {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int next = unsigned();
      require(shift < 63 || next <= 1, "more than 64 bits");
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new Refused("more than 64 bits");
  }

  private static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  private long key() throws Refused {
    lastKey += unzigzag(varint());
    return lastKey;
  }

  private byte[] take(long length) throws Refused {
    require(length >= 0 && length <= input.remaining(), "cut off");
    byte[] bytes = new byte[(int) length];
    input.get(bytes);
    return bytes;
  }

  private byte[] bytes() throws Refused {
    return take(varint());
  }

  private byte @Nullable [] end() throws Refused {
    int flag = unsigned();
    require(flag <= 1, "end");
    return flag == 1 ? bytes() : null;
  }

  private String name() throws Refused {
    byte[] bytes = take(unsigned());
    require(bytes.length > 0, "no name");
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Refused("not UTF-8");
    }
  }

  private static void require(boolean isSo, String what) throws Refused {
    if (!isSo) {
      throw new Refused(what);
    }
  }

  // Operations.

  private Collection any() throws Refused {
    Collection found = selected;
    if (found == null) {
      throw new Refused("no collection " + selectedId);
    }
    return found;
  }

  private Collection of(int... types) throws Refused {
    Collection found = any();
    require(Arrays.stream(types).anyMatch(type -> type == found.type), "type " + found.type);
    require(!hasIndex(found.type) || part("index", 9, found.id) != null, "no index");
    return found;
  }

  private static boolean hasIndex(int type) {
    return type == 5 || type == 6;
  }

  private static boolean hasValues(int type) {
    return type == 2 || type == 4;
  }

  /** Returns whether collections of a type are parts of others, which no operation names. */
  private static boolean isPart(int type) {
    return type >= 9 && type <= 11;
  }

  /** Returns the collection of an operation that all known types but such parts have. */
  private Collection parts() throws Refused {
    return of(1, 2, 3, 4, 5, 6, 7, 8);
  }

  private void put(long key, long value) throws Refused {
    Collection to = of(1, 6, 7, 8);
    if (to.type == 1) {
      to.longs.put(key, value);
    } else if (to.type == 6) {
      require(value == 0, "value of a pair");
      add(to, key);
    } else if (to.type == 7) {
      require(key >= -1 && key < to.items.size(), "parent");
      require(value >= 0 && value <= Integer.MAX_VALUE, "frame");
      to.items.add(new Two(key, value));
    } else {
      int place = to.items.size();
      while (place > 0 && ((Two) to.items.get(place - 1)).first() > key) {
        place--;
      }
      to.items.add(place, new Two(key, value));
    }
  }

  /** Adds an item that a list does not have, also to the index. */
  private void add(Collection to, Object item) {
    if (!to.items.contains(item)) {
      Collection index = part("index", 9, to.id);
      if (index != null) {
        index.items.add(item);
      }
      to.items.add(item);
    }
  }

  private void removeRange(long from, long to) throws Refused {
    Collection of = of(1, 8);
    of.longs.keySet().removeIf(key -> key >= from && key <= to);
    of.items.removeIf(item -> ((Two) item).first() >= from && ((Two) item).first() <= to);
  }

  private void putBytes(byte[] key, byte[] value) throws Refused, Damaged {
    Collection to = of(2, 4, 5);
    if (to.type == 5) {
      require(key.length <= 4000 && value.length == 0, "string");
      add(to, ByteBuffer.wrap(key));
      return;
    }
    require(key.length <= 2000, "key");
    to.isTouched = true;
    long first = -1;
    if (key.length + value.length > MOST_ENTRY) {
      NavigableMap<Long, Integer> pieces = piecesOf(to).pieces;
      first = pieces.isEmpty() ? 0 : pieces.lastKey() + 1;
      for (int at = 0; at < value.length; at += PIECE) {
        pieces.put(first + at / PIECE, Math.min(PIECE, value.length - at));
      }
    }
    remove(to, to.strings.put(key, new Value(ByteBuffer.wrap(value), first)));
  }

  private Collection piecesOf(Collection of) throws Refused {
    Collection found = part("values", 3, of.id);
    if (found == null) {
      found = add("\0values " + of.id, 3);
    }
    return found;
  }

  /** Removes the pieces of a value that an entry had. */
  private void remove(Collection of, @Nullable Value value) throws Damaged {
    for (int i = 0; value != null && i < value.pieces(); i++) {
      Collection pieces = part("values", 3, of.id);
      if (pieces == null || pieces.pieces.remove(value.first() + i) == null) {
        throw new Damaged();
      }
    }
  }

  private void removeBytes(byte[] key) throws Refused, Damaged {
    Collection from = of(2, 4);
    from.isTouched = true;
    remove(from, from.strings.remove(key));
  }

  private void removeBytesRange(byte[] from, byte @Nullable [] to) throws Refused, Damaged {
    Collection of = of(2, 4);
    of.isTouched = true;
    for (byte[] key : List.copyOf(of.strings.keySet())) {
      if (Arrays.compareUnsigned(key, from) >= 0
          && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
        remove(of, of.strings.remove(key));
      }
    }
  }

  private void clear(@Nullable Collection of) {
    if (of == null) {
      return;
    }
    of.isTouched = false;
    of.longs.clear();
    if (hasValues(of.type) && !of.strings.isEmpty()) {
      clear(part("values", 3, of.id));
    }
    of.strings.clear();
    of.pieces.clear();
    of.items.clear();
    if (hasIndex(of.type)) {
      clear(part("index", 9, of.id));
    }
  }

  private void create(int type, String name) throws Refused {
    require(selectedId == nextId, "not the next identifier");
    require(!isPart(type), "a part");
    require(!hasIndex(type) || named("\0index " + nextId) == null, "name of the index is taken");
    require(!hasIndex(type) || !name.equals("\0index " + nextId), "name of the index is taken");
    Collection created = add(name, type);
    if (hasIndex(type)) {
      add("\0index " + created.id, 9);
    }
  }

  private Collection add(String name, int type) throws Refused {
    require(nextId <= LAST_ID - (hasIndex(type) ? 1 : 0), "no identifier");
    require(named(name) == null, "name is taken");
    Collection added = new Collection(name, (int) nextId, type, sequence);
    collections.put(added.id, added);
    nextId++;
    return added;
  }

  private void drop(Collection dropped) {
    clear(dropped);
    Collection pieces = hasValues(dropped.type) ? part("values", 3, dropped.id) : null;
    Collection index = hasIndex(dropped.type) ? part("index", 9, dropped.id) : null;
    int fronts = dropped.type == 1 ? 10 : dropped.type == 2 ? 11 : -1;
    Collection front = part("front", fronts, dropped.id);
    Collection deleted = part("deleted", fronts, dropped.id);
    for (Collection each : Arrays.asList(dropped, pieces, index, front, deleted)) {
      if (each != null) {
        collections.remove(each.id);
      }
    }
  }

  private void rename(String name) throws Refused {
    Collection renamed = any();
    require(!isPart(renamed.type), "a part");
    require(named(name) == null, "name is taken");
    renamed.name = name;
  }

  private void describe() throws Refused {
    int keyCodec = two();
    int valueCodec = two();
    int length = two();
    require(length <= 1024, "tail");
    byte[] tail = take(length);
    Collection described = any();
    require(!isPart(described.type), "a part");
    described.keyCodec = keyCodec;
    described.valueCodec = valueCodec;
    described.tail = tail;
  }

  // What is wrong with the state.

  /** Returns the rules that the state breaks, of those that taken commits can break; R30 aside. */
  Set<String> broken() {
    Set<String> broken = new TreeSet<>();
    for (Collection each : collections.values()) {
      if (each.type == 8 && (each.keyCodec != 0 || each.valueCodec != 0 || !isUnits(each.tail))) {
        broken.add("R20");
      }
      if (each.type == 7 && new HashSet<>(each.items).size() < each.items.size()) {
        broken.add("R34");
      }
      if (each.type == 3 && !each.pieces.equals(referred(each))) {
        broken.add("R29");
      }
      boolean hasLarge = each.strings.values().stream().anyMatch(Value::isLarge);
      if (hasLarge && part("values", 3, each.id) == null) {
        broken.add("R29");
      }
    }
    return broken;
  }

  /**
   * Returns whether a collection has a front, or is a part of one: the text leaves its counts open.
   */
  boolean isFronted(Collection of) {
    return of.type == 10 || (of.type == 1 && part("front", 10, of.id) != null);
  }

  /** Adds a map of longs with a front, and both parts of the front. */
  void addFronted(String name, Map<Long, Long> entries) {
    Collection map = new Collection(name, (int) nextId++, 1, sequence);
    map.longs.putAll(entries);
    int values = 1 << 31 | map.id;
    int deleted = values | 1 << 30;
    for (Collection each :
        List.of(
            map,
            new Collection("\0front " + map.id, values, 10, sequence),
            new Collection("\0deleted " + map.id, deleted, 10, sequence))) {
      collections.put(each.id, each);
    }
  }

  /** Returns whether R30 may be broken, of which this model knows nothing. */
  boolean mayBreakLists() {
    return collections.values().stream().anyMatch(c -> c.type == 4 && c.isTouched);
  }

  /** Returns the pieces that values refer to; one that two values have, with a wrong length. */
  private Map<Long, Integer> referred(Collection pieces) {
    Map<Long, Integer> lengths = new TreeMap<>();
    for (Collection each : collections.values()) {
      if (pieces.name.equals("\0values " + each.id)) {
        for (Value value : each.strings.values()) {
          for (int i = 0; i < value.pieces(); i++) {
            int length = Math.min(PIECE, value.bytes().remaining() - i * PIECE);
            lengths.merge(value.first() + i, length, (first, second) -> -1);
          }
        }
      }
    }
    return lengths;
  }

  private static boolean isUnits(byte[] tail) {
    if (tail.length != 2) {
      return tail.length == 0;
    }
    int values = tail[1] & 0xFF;
    return tail[0] >= 0 && tail[0] <= 7 && (values <= 18 || (values == 255 && tail[0] != 0));
  }
}
