package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.fuzz.disk.Block;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.fuzz.workload.Target;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.meta.MetaPage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Damages small stores that hold pages of every kind, and uses them: each byte changed, each page
 * replaced by one that stood there before; and, with all checksums put right up to the meta page,
 * as an attacker would, bytes changed at random, those of commits in the ring too.
 *
 * <pre>
 * DamageSweep [--seconds N] [--seed N] [--stride N] [--repaired N] [--forged N]
 * </pre>
 *
 * Ends with status 1 where the time was too short for every {@code stride}th byte, or for as many
 * repaired changes as were asked for, and with status 2 where a damaged store is used for a minute.
 */
public final class DamageSweep {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);

  /** A sweep of at most this stride changes the beginning of each page to all values. */
  private static final int DENSE = 100;

  /** Nanoseconds of the use of a small store after which it counts as hanging. */
  private static final long HANGING = 60_000_000_000L;

  private final DamageStores.Sample sample;
  private final Counts counts;
  private final RingTail tail;
  private final PageTable table;

  /** What was done. */
  static final class Counts {
    long flips;
    long harmless;
    long stale;
    long exempt;
    long repaired;
    long repairedOpened;
    long repairedChanged;
    long forged;
    long forgedRefused;

    /** How many pages of each kind were changed, with checksums put right. */
    final Map<PageKind, Integer> repairedKinds = new EnumMap<>(PageKind.class);

    /** Whether all bytes of the stride were changed. */
    boolean isEveryFlipDone;

    /** What is done now, and since when. */
    private volatile String current = "";

    private volatile long currentSince = System.nanoTime();

    private void begin(String what) {
      currentSince = System.nanoTime();
      current = what;
    }

    @Override
    public String toString() {
      return "flips "
          + flips
          + " (harmless "
          + harmless
          + "), stale pages "
          + stale
          + ", newest records lost "
          + exempt
          + ", repaired "
          + repaired
          + " (opened "
          + repairedOpened
          + ", changed "
          + repairedChanged
          + "), forged commits "
          + forged
          + " (refused "
          + forgedRefused
          + "), pages repaired "
          + repairedKinds;
    }
  }

  private DamageSweep(DamageStores.Sample sample, Counts counts) {
    this.sample = sample;
    this.counts = counts;
    this.tail = new RingTail(sample.image());
    this.table = new PageTable(sample.image().content());
  }

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options =
        Arguments.of(arguments, "--seconds", "--seed", "--stride", "--repaired", "--forged");
    long start = System.nanoTime();
    long end = start + options.number("--seconds", 60) * 1_000_000_000L;
    int stride = (int) options.number("--stride", 1);
    long asked = options.number("--repaired", 0);
    Counts counts = new Counts();
    watch(counts);
    sweep(
        options.number("--seed", 1),
        stride,
        asked == 0 ? Long.MAX_VALUE : asked,
        options.number("--forged", 300),
        () -> System.nanoTime() < end,
        counts);
    System.out.printf(
        Locale.ROOT, "%s, %.1f s, no violation%n", counts, (System.nanoTime() - start) / 1e9);
    if (!counts.isEveryFlipDone || counts.repaired < asked) {
      System.out.println("too few: asked for stride " + stride + ", repaired " + asked);
      System.exit(1);
    }
  }

  /** Ends the process where a store is used for too long. */
  private static void watch(Counts counts) {
    Thread sweeping = Thread.currentThread();
    Thread watching =
        new Thread(
            () -> {
              while (System.nanoTime() - counts.currentSince < HANGING) {
                LockSupport.parkNanos(HANGING / 60);
              }
              System.out.println(counts.current + ": hangs");
              for (StackTraceElement element : sweeping.getStackTrace()) {
                System.out.println("  at " + element);
              }
              Runtime.getRuntime().halt(2);
            },
            "damage-watch");
    watching.setDaemon(true);
    watching.start();
  }

  /**
   * Sweeps through all samples.
   *
   * @param seed of what is random
   * @param stride bytes to go on each time
   * @param mostRepaired changes with repaired checksums
   * @param mostForged rings with changed commits
   * @param goesOn asked before each sample and each forged or repaired change
   * @return what was done
   * @throws AssertionError if a damaged store does what it must not
   */
  public static Counts sweep(
      long seed, int stride, long mostRepaired, long mostForged, BooleanSupplier goesOn) {
    Counts counts = new Counts();
    sweep(seed, stride, mostRepaired, mostForged, goesOn, counts);
    return counts;
  }

  private static void sweep(
      long seed,
      int stride,
      long mostRepaired,
      long mostForged,
      BooleanSupplier goesOn,
      Counts counts) {
    SplittableRandom random = new SplittableRandom(seed);
    List<DamageSweep> sweeps = new ArrayList<>();
    for (DamageStores.Sample sample : DamageStores.all()) {
      DamageSweep sweep = new DamageSweep(sample, counts);
      sweeps.add(sweep);
      sweep.stale();
    }
    forge(sweeps, mostForged, new SplittableRandom(seed), counts, goesOn);
    for (DamageSweep sweep : sweeps) {
      sweep.flips(stride, random, goesOn);
    }
    counts.isEveryFlipDone = goesOn.getAsBoolean();
    while (counts.repaired < mostRepaired && goesOn.getAsBoolean()) {
      sweeps.get(random.nextInt(sweeps.size())).repaired(random);
    }
  }

  private static void forge(
      List<DamageSweep> sweeps,
      long most,
      SplittableRandom random,
      Counts counts,
      BooleanSupplier goesOn) {
    List<ForgedCommits> rings =
        sweeps.stream()
            .map(sweep -> new ForgedCommits(sweep.sample))
            .filter(ForgedCommits::hasRing)
            .toList();
    while (counts.forged < most && goesOn.getAsBoolean()) {
      ForgedCommits ring = rings.get(random.nextInt(rings.size()));
      counts.forgedRefused += ring.forge(random) ? 1 : 0;
      counts.forged++;
    }
  }

  private void flips(int stride, SplittableRandom random, BooleanSupplier goesOn) {
    long length = sample.image().length();
    for (long at = random.nextInt(stride); at < length && goesOn.getAsBoolean(); at += stride) {
      int bit = 1 << random.nextInt(8);
      flip(at, bit);
      flip(at, 1 + random.nextInt(255));
    }
    // Every value in a few places that decide most: the beginning of each page.
    for (int page = 0; stride <= DENSE && page * 8192L < length && goesOn.getAsBoolean(); page++) {
      long at = page * 8192L + random.nextInt(PageHeader.LENGTH + 16);
      for (int change = 1; change < 256; change++) {
        flip(at, change);
      }
    }
  }

  private void flip(long at, int change) {
    counts.flips++;
    Image damaged = sample.image().copy();
    int block = (int) (at / Block.SIZE);
    int offset = (int) (at % Block.SIZE);
    byte[] bytes = damaged.block(block).bytes().clone();
    bytes[offset] ^= (byte) change;
    damaged.put(block, offset, offset + 1, new Block(bytes));
    if (isRightOrRefused(damaged, Set.of(block), "byte " + at + " changed by " + change)) {
      counts.harmless++;
    }
  }

  /** Puts pages back as they were before: whole, but not those that their parents mean. */
  private void stale() {
    for (Image older : sample.older()) {
      for (int block = 0; block + 1 < older.length() / Block.SIZE; block += 2) {
        boolean differs =
            older.block(block).hash() != sample.image().block(block).hash()
                || older.block(block + 1).hash() != sample.image().block(block + 1).hash();
        boolean isMeta = block < 2 * MetaPage.COUNT;
        if (differs && !isMeta) {
          Image damaged = sample.image().copy();
          damaged.put(block, 0, Block.SIZE, older.block(block));
          damaged.put(block + 1, 0, Block.SIZE, older.block(block + 1));
          counts.stale++;
          isRightOrRefused(
              damaged, Set.of(block, block + 1), "page " + block / 2 + " as it was before");
        }
      }
    }
  }

  /** Uses a damaged store; tells whether nothing at all was found wrong with it. */
  private boolean isRightOrRefused(Image damaged, Set<Integer> blocks, String what) {
    counts.begin(sample.name() + ", " + what);
    try {
      Store store = TestStores.open(FaultFile.of(damaged), OPTIONS, sample.limits());
      long hash = ScenarioRun.hash(store);
      if (hash != sample.hash()) {
        Image shorter = tail.without(blocks);
        if (shorter == null
            || hash
                != ScenarioRun.hash(
                    TestStores.open(FaultFile.of(shorter), OPTIONS, sample.limits()))) {
          throw new AssertionError("a wrong answer");
        }
        counts.exempt++;
        return false;
      }
      store.read(DamageSweep::requireFound);
      return store.check().ok();
    } catch (CorruptionException | FormatException e) {
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(sample.name() + ", " + what + ": " + e, e);
    }
  }

  /**
   * Requires that the indexes of interned items, which no walk comes to, find what is there, and
   * that the branches of a series hold what is below them.
   */
  private static boolean requireFound(Transaction transaction) {
    for (String name : transaction.names()) {
      if (Family.of(name).countWrong(transaction, name, Integer.MAX_VALUE) > 0) {
        throw new AssertionError("a wrong id or sum in " + name);
      }
    }
    return true;
  }

  private void repaired(SplittableRandom random) {
    counts.repaired++;
    byte[] content = table.content().clone();
    int page = table.anyPage(random);
    PageKind kind = table.kind(page);
    if (kind != null) {
      counts.repairedKinds.merge(kind, 1, Integer::sum);
    }
    StringBuilder what = new StringBuilder("repaired, page " + page);
    for (int i = random.nextInt(3); i >= 0; i--) {
      // Mostly where pages have something: fields and slots, entries.
      int offset =
          switch (random.nextInt(4)) {
            case 0, 1 -> 4 + random.nextInt(120);
            case 2 -> 8192 - 1 - random.nextInt(400);
            default -> 4 + random.nextInt(8192 - 4);
          };
      byte value = (byte) (random.nextBoolean() ? random.nextInt(256) : random.nextInt(3) - 1);
      content[page * 8192 + offset] = value;
      what.append(", byte ").append(offset).append(" = ").append(value);
    }
    table.repair(content, page);
    counts.begin(sample.name() + ", " + what);
    try {
      use(FaultFile.of(Image.of(content)));
    } catch (StoreException e) {
      // Refused, at one point or another.
    } catch (IllegalArgumentException e) {
      // The record of a map of longs may say that it is one of byte strings.
      if (!String.valueOf(e.getMessage()).contains(", not ")) {
        throw new AssertionError(sample.name() + ", " + what + ": " + e, e);
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError(sample.name() + ", " + what + ": " + e, e);
    }
  }

  private void use(FaultFile file) {
    Store store = TestStores.open(file, OPTIONS, sample.limits());
    counts.repairedOpened++;
    try {
      store.read(transaction -> look(transaction));
    } catch (StoreException | Content.OutOfOrderException e) {
      // Order within a page is held by its check; across pages a forger can do as he likes.
    }
    store.check();
    try (Transaction transaction = store.beginWrite()) {
      List<String> names = List.copyOf(transaction.names());
      for (String name : names.subList(0, Math.min(3, names.size()))) {
        Target map = Target.of(transaction, name);
        for (long key = 0; key < 40; key += 3) {
          map.put(key, key);
          // What an index of pairs says, if forged, is found by a check only.
          if (Family.of(name) != Family.PAIRS) {
            map.remove(key + 1);
          }
        }
        if (Family.of(name) != Family.PAIRS) {
          map.removeRange(50, 60);
        }
        if (transaction.names().size() > 1) {
          transaction.drop(name);
        }
      }
      transaction.commit();
      counts.repairedChanged++;
    }
    store.check();
    store.close();
  }

  private static long look(Transaction transaction) {
    long sum = Content.hash(transaction, 1 << 14);
    for (String name : transaction.names()) {
      sum += Family.of(name).look(transaction, name);
    }
    return sum;
  }

  /** The pages of a file, and where each is referred to with its checksum. */
  static final class PageTable {
    private final byte[] content;
    private final List<List<Integer>> references = new ArrayList<>();
    private final List<Integer> used = new ArrayList<>();

    PageTable(byte[] content) {
      this.content = content;
      int pages = content.length / PageHeader.PAGE_SIZE;
      for (int page = 0; page < pages; page++) {
        references.add(find(page));
        if (page < MetaPage.COUNT || !references.get(page).isEmpty()) {
          used.add(page);
        }
      }
    }

    byte[] content() {
      return content;
    }

    /** Returns the kind of a page, null if it only looks as if it were referred to. */
    @Nullable PageKind kind(int page) {
      return PageKind.of(content[page * PageHeader.PAGE_SIZE + PageHeader.KIND]);
    }

    int anyPage(SplittableRandom random) {
      return used.get(random.nextInt(used.size()));
    }

    /** Finds the places of a page number that the page's checksum follows. */
    private List<Integer> find(int page) {
      List<Integer> places = new ArrayList<>();
      int start = page * PageHeader.PAGE_SIZE;
      for (int at = 0; at + 8 <= content.length; at++) {
        boolean found = at / PageHeader.PAGE_SIZE != page && intAt(at) == page;
        for (int i = 0; found && i < 4; i++) {
          found = content[at + 4 + i] == content[start + i];
        }
        if (found && at / PageHeader.PAGE_SIZE == (at + 7) / PageHeader.PAGE_SIZE) {
          places.add(at + 4);
        }
      }
      return places;
    }

    private int intAt(int at) {
      int value = 0;
      for (int i = 3; i >= 0; i--) {
        value = (value << 8) | (content[at + i] & 0xFF);
      }
      return value;
    }

    /** Puts the checksum of a changed page right, and those of all pages above it. */
    void repair(byte[] changed, int page) {
      repair(changed, page, 0);
    }

    private void repair(byte[] changed, int page, int depth) {
      byte[] bytes = PageHeader.newPage();
      int start = page * PageHeader.PAGE_SIZE;
      Memory.buffer(bytes, 0, PageHeader.PAGE_SIZE).put(changed, start, PageHeader.PAGE_SIZE);
      byte[] salt = new byte[0];
      if (page < MetaPage.COUNT) {
        salt = new byte[MetaPage.COMPATIBLE - MetaPage.STORE_ID];
        Memory.buffer(bytes, MetaPage.STORE_ID, MetaPage.COMPATIBLE).get(salt);
      }
      int crc = PageHeader.computeCrc(bytes, salt);
      putInt(changed, start, crc);
      if (depth < 16) {
        for (int place : references.get(page)) {
          putInt(changed, place, crc);
          repair(changed, place / PageHeader.PAGE_SIZE, depth + 1);
        }
      }
    }

    private static void putInt(byte[] bytes, int at, int value) {
      for (int i = 0; i < 4; i++) {
        bytes[at + i] = (byte) (value >>> (8 * i));
      }
    }
  }
}
