package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.check.StoreCheck;
import io.octavo.collection.Recovery;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.fuzz.damage.ModelOfOperations.Collection;
import io.octavo.fuzz.damage.ModelOfOperations.Two;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.RingRecord;
import io.octavo.series.SeriesCursor;
import io.octavo.tree.TreeLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Commits of forged operations in the ring of a store, of all kinds on collections of all types,
 * compared with {@link ModelOfOperations}: which are refused, what the others make, which rules are
 * broken then, and that a store that was recovered goes on with these rules broken and no others.
 *
 * <pre>
 * ForgedSweep --seed 1 --seeds 10000
 * </pre>
 */
public final class ForgedSweep {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);
  private static final PagerOptions BESIDE =
      new PagerOptions(
          1 << 20, false, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);

  /** The map with a front, if there is one. */
  static final int FRONTED = 2;

  private static final Pattern RULE = Pattern.compile("\\bR\\d+\\b");

  private final SplittableRandom random;
  private final boolean hasFront;
  private final TreeLimits limits;
  private final List<byte[]> commits = new ArrayList<>();
  private final ModelOfOperations model;
  private byte[] image;
  private boolean isRefused;
  private boolean isDamaged;

  private ForgedSweep(long seed) {
    random = new SplittableRandom(seed);
    hasFront = seed % 3 == 0;
    limits = hasFront ? new TreeLimits(5, 5) : TreeLimits.PAGE;
    model = new ModelOfOperations(1);
    model.nextId = 2;
    model.collections.put(1, new Collection("m", 1, 1, 1));
    image = hasFront ? withFront() : empty();
    model.collections.get(1).longs.put(1L, 1L);
    run(ForgedOperations.setup(model));
    if (random.nextInt(4) > 0) {
      checkpoint();
    }
    for (int i = random.nextInt(3); i >= 0 && !isRefused && !isDamaged; i--) {
      byte[] next = new ForgedOperations(random, model).next();
      if (hasRoom(next)) {
        run(next);
      }
    }
  }

  /**
   * Runs some seeds.
   *
   * @param arguments {@code --seed} and {@code --seeds}
   */
  public static void main(String[] arguments) {
    Arguments given = Arguments.of(arguments, "--seed", "--seeds");
    Counts counts = run(given.number("--seed", 1), given.number("--seeds", 1_000));
    System.out.println(counts);
  }

  /**
   * What came out.
   *
   * @param refused rings that are refused by R27
   * @param sound rings that make a sound state
   * @param broken rings that make a state that breaks a rule
   */
  record Counts(int refused, int sound, int broken) {}

  /** Runs seeds one after the other. */
  static Counts run(long first, long seeds) {
    int refused = 0;
    int broken = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      try {
        ForgedSweep sweep = new ForgedSweep(seed);
        boolean isBroken = sweep.compare();
        refused += sweep.isRefused ? 1 : 0;
        broken += isBroken ? 1 : 0;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "seed " + seed + "; java io.octavo.fuzz.damage.ForgedSweep --seeds 1 --seed " + seed,
            e);
      }
    }
    return new Counts(refused, (int) seeds - refused - broken, broken);
  }

  /** Makes a store that was not closed, whose ring is empty. */
  private static byte[] empty() {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(41, 16));
    TestStores.open(file, OPTIONS, TreeLimits.PAGE).write(tx -> tx.longMap("m").put(1, 1));
    return file.live().content();
  }

  /** Makes one that also has a map with a front. */
  private byte[] withFront() {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(41, 17));
    Store store = TestStores.open(file, OPTIONS, limits);
    Map<Long, Long> entries = new TreeMap<>();
    store.write(
        tx -> {
          tx.longMap("m").put(1, 1);
          LongMap map = tx.longMap("f");
          for (long key = 0; key < 50; key++) {
            map.put(key * 7 % 50, key);
            entries.put(key * 7 % 50, key);
          }
          for (int i = 0; i < 9; i++) {
            long key = random.nextInt(8);
            map.delete(key);
            entries.remove(key);
          }
        });
    model.addFronted("f", entries);
    return file.live().content();
  }

  private boolean hasRoom(byte[] next) {
    Meta meta = Objects.requireNonNull(RingTail.newest(image));
    long size = RingRecord.size(next.length, 1) + meta.ring().replayOffset();
    for (byte[] commit : commits) {
      size += RingRecord.size(commit.length, 1);
    }
    return size <= (long) meta.ring().pages() * PageHeader.PAGE_SIZE;
  }

  private void run(byte[] operations) {
    commits.add(operations);
    try {
      model.commit(operations);
    } catch (ModelOfOperations.Refused e) {
      isRefused = true;
    } catch (ModelOfOperations.Damaged e) {
      isDamaged = true;
    }
  }

  /** Has a checkpoint contain the commits so far, with a ring that is empty again. */
  private void checkpoint() {
    FaultFile file = FaultFile.of(Image.of(forged()));
    Store store = TestStores.open(file, OPTIONS, limits);
    store.write(tx -> tx.longMap("m").put(1, 2));
    image = file.live().content();
    commits.clear();
    model.committed("m", 1, 2);
    if (random.nextInt(8) == 0) {
      exhaust();
    }
  }

  /** Has the store given out almost all identifiers. */
  private void exhaust() {
    model.nextId = CatalogueRecord.MAX_ID - 1L + random.nextInt(3);
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = PageHeader.newPage();
      ByteBuffer bytes = Memory.buffer(page, 0, PageHeader.PAGE_SIZE);
      bytes.put(image, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
      Meta meta = MetaPage.read(page);
      Meta changed =
          new Meta(
              meta.storeId(),
              meta.compatible(),
              meta.readOnlyCompatible(),
              meta.incompatible(),
              meta.epoch(),
              meta.pageCount(),
              meta.catalogue(),
              meta.space(),
              (int) model.nextId,
              meta.sequence(),
              meta.ring());
      MetaPage.build(page, number, changed);
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
          .get(image, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
    }
  }

  /** Returns the store with the commits in its ring, each of them a record. */
  private byte[] forged() {
    byte[] forged = image.clone();
    Meta meta = Objects.requireNonNull(RingTail.newest(image));
    int place = meta.ring().start() * PageHeader.PAGE_SIZE + (int) meta.ring().replayOffset();
    long sequence = meta.sequence();
    int previous = 0;
    for (byte[] operations : commits) {
      byte[] record =
          RingRecord.build(
              List.of(operations), ++sequence, meta.ring().generation(), previous, meta.storeId());
      int size = Memory.length(record);
      Memory.buffer(record, 0, size).get(forged, place, size);
      previous = RingRecord.crc(record, 0);
      place += size;
    }
    return forged;
  }

  /** Compares; returns whether the recovered state breaks a rule. */
  private boolean compare() {
    byte[] forged = forged();
    try (Pager pager = Recovery.beside(FaultFile.of(Image.of(forged)), BESIDE)) {
      require(!isRefused, "taken", "refused");
      compareRecords(pager);
      compareRules(StoreCheck.of(pager.durable()).problems());
    } catch (CorruptionException e) {
      String expected = isRefused ? "R27" : "R29";
      require(
          (isRefused || isDamaged) && e.rule().startsWith(expected), e, "taken, or " + expected);
      return false;
    }
    FaultFile file = FaultFile.of(Image.of(forged));
    try (Store store = TestStores.open(file, OPTIONS, limits)) {
      List<String> problems = store.check().problems();
      compareRules(problems);
      if (!isDamaged) {
        store.read(this::compareContents);
      }
      goOn(store);
      return !problems.isEmpty();
    }
  }

  private static void require(boolean isSo, Object found, Object expected) {
    if (!isSo) {
      AssertionError error = new AssertionError("found: " + found + ", the text says: " + expected);
      if (found instanceof Throwable cause) {
        error.initCause(cause);
      }
      throw error;
    }
  }

  private void compareRecords(Pager pager) {
    if (isDamaged) {
      return;
    }
    Set<String> found = new TreeSet<>();
    Set<String> expected = new TreeSet<>();
    Set<Integer> open = new TreeSet<>();
    model.collections.values().stream().filter(model::isFronted).forEach(each -> open.add(each.id));
    for (CatalogueRecord record : pager.durable().catalogue().records()) {
      if (record.isFront()) {
        continue; // A replay may make and remove fronts.
      }
      found.add(
          text(record.id(), record.name(), record.type(), record.keyCodec(), record.valueCodec())
              + (open.contains(record.id())
                  ? ""
                  : text(ByteBuffer.wrap(record.tail()), record.entries(), record.created())));
    }
    for (Collection each : model.collections.values()) {
      if (each.type == 10) {
        continue;
      }
      expected.add(
          text(each.id, each.name, each.type, each.keyCodec, each.valueCodec)
              + (open.contains(each.id)
                  ? ""
                  : text(ByteBuffer.wrap(each.tail), each.entries(), each.created)));
    }
    found.add("next " + pager.durable().meta().nextCollectionId());
    expected.add("next " + model.nextId);
    require(found.equals(expected), found, expected);
  }

  private static String text(Object... parts) {
    return List.of(parts).toString();
  }

  private void compareRules(List<String> problems) {
    Set<String> found = rules(problems);
    Set<String> expected = model.broken();
    if (isDamaged) {
      expected.addAll(Set.of("R29"));
      found.add("R29");
    }
    if (model.mayBreakLists()) {
      found.remove("R30");
    }
    require(found.equals(expected), problems, expected);
  }

  private static Set<String> rules(List<String> problems) {
    Set<String> rules = new TreeSet<>();
    for (String problem : problems) {
      Matcher rule = RULE.matcher(problem);
      while (rule.find()) {
        rules.add(rule.group());
      }
    }
    return rules;
  }

  private @Nullable Object compareContents(Transaction tx) {
    for (Collection each : model.collections.values()) {
      List<Object> found = new ArrayList<>();
      List<Object> expected = new ArrayList<>(each.items);
      switch (each.type) {
        case 1 -> {
          for (LongCursor c = tx.longMap(each.name).cursor(); c.next(); ) {
            found.add(new Two(c.key(), c.value()));
          }
          each.longs.forEach((key, value) -> expected.add(new Two(key, value)));
        }
        case 2 -> {
          boolean isWhole = !model.broken().contains("R29");
          each.strings.forEach(
              (key, value) -> {
                if (isWhole || !value.isLarge()) {
                  byte[] bytes = tx.bytesMap(each.name).get(key);
                  found.add(bytes == null ? "none" : ByteBuffer.wrap(bytes));
                  expected.add(value.bytes());
                }
              });
        }
        case 5 -> tx.strings(each.name).forEach((id, string) -> found.add(ByteBuffer.wrap(string)));
        case 6 -> tx.pairs(each.name).forEach((id, pair) -> found.add(pair));
        case 7 -> {
          for (int id = 0; id < tx.stacks(each.name).size(); id++) {
            found.add(new Two(tx.stacks(each.name).parent(id), tx.stacks(each.name).frame(id)));
          }
        }
        case 8 -> {
          if (!model.broken().contains("R20")) {
            for (SeriesCursor c = tx.series(each.name).cursor(); c.next(); ) {
              found.add(new Two(c.time(), c.value()));
            }
          } else {
            expected.clear();
          }
        }
        default -> expected.clear();
      }
      require(found.equals(expected), each.name + " " + found, expected);
    }
    return null;
  }

  /** Changes and drops collections; no further rule may break, and no other exception may come. */
  private void goOn(Store store) {
    Set<String> before = rules(store.check().problems());
    for (Collection each : model.collections.values()) {
      for (boolean isDrop : new boolean[] {false, true}) {
        try {
          store.write(tx -> change(tx, each, isDrop));
        } catch (CorruptionException e) {
          require(before.contains("R29") || before.contains("R30"), e, "no damage");
        } catch (StoreFullException e) {
          // Puts before may have taken the last ones.
          long most = model.nextId + model.collections.size();
          require(most > CatalogueRecord.MAX_ID, e, "there are identifiers");
        } catch (StoreException e) {
          require(each.type == 8 && before.contains("R20"), e, "the units are known");
        } catch (IllegalArgumentException e) {
          // A name of the store itself, a type that is not known, or a name that is taken.
          String text = String.valueOf(e.getMessage());
          boolean isKnown = text.contains("newer version") || text.contains("reserved");
          require(isKnown || text.contains("is taken"), e, "no refusal");
        }
      }
    }
    store.checkpoint();
    Set<String> after = rules(store.check().problems());
    require(before.containsAll(after), store.check().problems(), before);
  }

  private static void change(Transaction tx, Collection each, boolean isDrop) {
    if (isDrop) {
      tx.drop(each.name);
      return;
    }
    switch (each.type) {
      case 1 -> tx.longMap(each.name).put(3, 3);
      case 2 -> tx.bytesMap(each.name).put(new byte[] {3}, new byte[9_999]);
      case 4 -> tx.postings(each.name).add(3, 3);
      case 5 -> tx.strings(each.name).intern(new byte[] {3, 3});
      case 6 -> tx.pairs(each.name).intern(3);
      case 7 -> tx.stacks(each.name).intern(-1, 3);
      case 8 -> tx.series(each.name).add(3, 3);
      default -> {}
    }
  }
}
