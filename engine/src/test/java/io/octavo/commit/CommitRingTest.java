package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.error.CorruptionException;
import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.RingRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The ring against a model of what is durable and what the checkpoint contains. */
class CommitRingTest {
  private static final UUID ID = new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L);
  private static final long GENERATION = 3;
  private static final int START = 5;
  private static final int SECTOR = 512;

  private interface Property {
    void check(SplittableRandom random) throws IOException;
  }

  private static void forSeeds(int count, Property property) {
    Long only = Long.getLong("octavo.seed");
    long from = only == null ? 0 : only;
    for (long seed = from; seed < (only == null ? count : from + 1); seed++) {
      try {
        property.check(new SplittableRandom(seed));
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError(
            "seed " + seed + "; replay with -Dtest=CommitRingTest -Doctavo.seed=" + seed, e);
      }
    }
  }

  /** Bytes of a file, those that are durable, and where the last write went. */
  private static final class Disk implements StoreFile {
    private final MemoryFile bytes = new MemoryFile();
    private long lastPosition;
    private byte[] lastBytes = {};
    private byte[] overwritten = {};
    private byte[] forced;

    Disk(byte[] content) {
      bytes.write(ByteBuffer.wrap(content), 0);
      forced = content;
    }

    /** Returns what a power failure can leave: of each sector, the old or the new bytes. */
    byte[] afterFailure(SplittableRandom random) {
      byte[] image = image();
      for (int at = 0; at < image.length; at += SECTOR) {
        if (random.nextInt(4) == 0) {
          System.arraycopy(forced, at, image, at, SECTOR);
        }
      }
      return image;
    }

    byte[] image() {
      byte[] image = new byte[(int) bytes.length()];
      bytes.read(ByteBuffer.wrap(image), 0);
      return image;
    }

    @Override
    public void writeDurable(ByteBuffer source, long position) {
      write(source, position);
      force();
    }

    @Override
    public void write(ByteBuffer source, long position) {
      lastPosition = position;
      lastBytes = new byte[source.remaining()];
      source.duplicate().get(lastBytes);
      overwritten = new byte[lastBytes.length];
      assertThat(bytes.read(ByteBuffer.wrap(overwritten), position))
          .as("the write lies in the extent")
          .isEqualTo(overwritten.length);
      bytes.write(source, position);
    }

    @Override
    public String name() {
      return "disk";
    }

    @Override
    public int read(ByteBuffer target, long position) {
      return bytes.read(target, position);
    }

    @Override
    public void force() {
      forced = image();
    }

    @Override
    public long length() {
      return bytes.length();
    }

    @Override
    public void truncate(long length) {
      bytes.truncate(length);
    }

    @Override
    public void close() {}
  }

  /** A record that was written, by its place in the file. */
  private record Place(int position, int used, long first, long last, long unforced) {
    /** Returns whether a commit was durable before this record was written. */
    boolean proves(long commit) {
      return unforced == 0 || first - unforced > commit;
    }
  }

  /** A ring, used as the log uses it, and what must be read back from it. */
  private static final class Model {
    final SplittableRandom random;
    final int pages;
    final Disk disk;
    final CommitRing ring;
    final Deque<byte[]> sealed = new ArrayDeque<>();
    final NavigableMap<Long, byte[]> durable = new TreeMap<>();
    final List<Place> places = new ArrayList<>();
    Meta.Ring extent;
    long contained;
    long sequence;
    long forced;
    int wraps;
    int packed;
    private final boolean isForced;

    Model(SplittableRandom random, boolean isForced) {
      this.isForced = isForced;
      this.random = random;
      this.pages = 1 + random.nextInt(12);
      this.disk = new Disk(new byte[(START + pages) * PageHeader.PAGE_SIZE]);
      this.extent = new Meta.Ring(START, pages, 0, GENERATION);
      this.ring = new CommitRing(disk, ID, extent);
    }

    int capacity() {
      return pages * PageHeader.PAGE_SIZE;
    }

    /** Seals a commit, or makes the checkpoint that contains it instead. */
    void seal() {
      int most = random.nextInt(5) == 0 ? capacity() / 2 : random.nextBoolean() ? 9_000 : 200;
      byte[] operations = new byte[1 + random.nextInt(most)];
      random.nextBytes(operations);
      sequence++;
      boolean isEmpty = sealed.isEmpty() && durable.isEmpty();
      if (random.nextInt(4) == 0) {
        // Of a commit that was not sealed after all: the next one has its number.
        ring.reserve(sequence, 1 + random.nextInt(most));
      }
      if (ring.reserve(sequence, operations.length)) {
        sealed.add(operations);
      } else {
        assertThat(isEmpty && 2 * RingRecord.size(operations.length, 1) <= capacity())
            .as("a commit finds room in an empty ring")
            .isFalse();
        checkpoint();
      }
    }

    /** Writes one record of some of the sealed commits. */
    void write() throws IOException {
      if (sealed.isEmpty()) {
        return;
      }
      List<byte[]> some = new ArrayList<>(sealed).subList(0, 1 + random.nextInt(sealed.size()));
      long first = sequence - sealed.size() + 1;
      CommitRing.Built built = ring.build(some, first, forced);
      long unforced = first - 1 - forced;
      boolean isDurable = isForced || (unforced == 0 && random.nextInt(4) == 0);
      ring.write(built, isDurable);
      forced = isDurable ? built.last() : forced;
      int count = (int) (built.last() - first + 1);
      assertThat(count).isBetween(1, some.size());
      for (int i = 0; i < count; i++) {
        durable.put(first + i, sealed.remove());
      }
      ByteBuffer record = ByteBuffer.wrap(disk.lastBytes).order(ByteOrder.LITTLE_ENDIAN);
      int used = record.getInt(RingRecord.USED);
      int position = (int) disk.lastPosition;
      assertThat(position).isGreaterThanOrEqualTo(START * PageHeader.PAGE_SIZE);
      if (!places.isEmpty() && position < places.get(places.size() - 1).position()) {
        wraps++;
      }
      if (position % RingRecord.BLOCK != 0) {
        assertThat(unforced).as("no record shares a block with a durable one").isPositive();
        packed++;
      }
      places.add(new Place(position, used, first, first + count - 1, unforced));
    }

    void force() {
      ring.beginBlock();
      disk.force();
      forced = sequence - sealed.size();
    }

    /** Makes a checkpoint of all that is sealed. */
    void checkpoint() {
      Meta.Ring next = ring.extent(sequence);
      contain(next, sequence);
      sealed.clear();
    }

    /** Makes a checkpoint of a part of what is durable, as recovery does. */
    void checkpointInTheMiddle() throws IOException {
      if (!durable.isEmpty()) {
        long to = durable.firstKey() + random.nextInt(durable.size());
        Meta.Ring next = ring.extent(to);
        // Until the checkpoint is durable, the one before must be readable too.
        readsBack(disk.image());
        contain(next, to);
      }
    }

    private void contain(Meta.Ring next, long to) {
      disk.force();
      forced = Math.max(forced, to);
      ring.release(to);
      ring.contained(to);
      extent = next;
      contained = to;
      durable.headMap(to, true).clear();
      places.removeIf(place -> place.last() <= to);
    }

    List<byte[]> read(byte[] image, Meta.Ring from, long behind) throws IOException {
      return reader(image, from, behind, new ArrayList<>());
    }

    private static List<byte[]> reader(
        byte[] image, Meta.Ring from, long behind, List<CommitRing> rings) throws IOException {
      Disk copy = new Disk(image);
      CommitRing fresh = new CommitRing(copy, ID, from);
      rings.add(fresh);
      return fresh.read(new PageLoader(copy, new PageCache(64)), behind);
    }

    void readsBack(byte[] image) throws IOException {
      readsBack(image, contained, durable.values());
    }

    void readsBack(byte[] image, long behind, Iterable<byte[]> expected) throws IOException {
      List<byte[]> wanted = new ArrayList<>();
      expected.forEach(wanted::add);
      assertThat(read(image, extent, behind).toArray(new byte[0][]))
          .isDeepEqualTo(wanted.toArray(new byte[0][]));
    }

    /** Reads, and reads again from where a checkpoint during recovery would begin. */
    void readsBackFromTheMiddle() throws IOException {
      List<CommitRing> rings = new ArrayList<>();
      byte[] image = disk.image();
      reader(image, extent, contained, rings);
      for (long to = contained; to <= contained + durable.size(); to++) {
        Meta.Ring next = rings.get(0).extent(to);
        assertThat(read(image, next, to).toArray(new byte[0][]))
            .as("behind %d", to)
            .isDeepEqualTo(durable.tailMap(to, false).values().toArray(new byte[0][]));
      }
    }

    void step() throws IOException {
      switch (random.nextInt(16)) {
        case 0 -> checkpoint();
        case 1 -> checkpointInTheMiddle();
        case 8 -> force();
        case 2, 3, 4, 5, 6, 7 -> write();
        default -> seal();
      }
    }
  }

  /** Writes a record of one commit that takes some blocks. */
  private static void write(CommitRing ring, long sequence, int blocks) throws IOException {
    byte[] operations = new byte[blocks * RingRecord.BLOCK - 200];
    assertThat(RingRecord.size(operations.length, 1)).isEqualTo(blocks * RingRecord.BLOCK);
    assertThat(ring.reserve(sequence, operations.length)).isTrue();
    ring.write(ring.build(List.of(operations), sequence, sequence - 1), true);
  }

  @Test
  void aCheckpointBeginsWhileThereIsRoomForTheRecordsBesideIt() throws IOException {
    int pages = 64;
    int blocks = pages * PageHeader.PAGE_SIZE / RingRecord.BLOCK;
    Disk disk = new Disk(new byte[(START + pages) * PageHeader.PAGE_SIZE]);
    CommitRing ring = new CommitRing(disk, ID, new Meta.Ring(START, pages, 0, GENERATION));
    long sequence = 0;
    for (int used = 1; used <= blocks - blocks / 8; used++) {
      write(ring, ++sequence, 1);
      assertThat(ring.isFilling()).isFalse();
    }
    write(ring, ++sequence, 1);
    assertThat(ring.isFilling()).as("less than an eighth is left").isTrue();
    // Nothing was written beside this checkpoint.
    ring.contained(sequence);
    for (int used = 20; used <= 80; used += 20) {
      write(ring, ++sequence, 20);
      assertThat(ring.isFilling()).as("no room for three such records").isEqualTo(used == 80);
    }
    // The long records are remembered, by half.
    ring.contained(sequence);
    sequence = fill(ring, sequence, 0, blocks - 30);
    // A quarter is written beside this checkpoint.
    ring.contained(sequence - 32);
    sequence = fill(ring, sequence, 32, blocks / 2);
    ring.contained(sequence);
    assertThat(ring.reserve(sequence + 1, pages * PageHeader.PAGE_SIZE / 2)).isFalse();
    assertThat(fill(ring, sequence, 0, blocks / 2)).isGreaterThan(sequence);
  }

  /**
   * Writes records of one block to one that makes a checkpoint begin.
   *
   * @param most the most blocks that are used when no checkpoint begins yet
   * @return the last commit
   */
  private static long fill(CommitRing ring, long last, int from, int most) throws IOException {
    long sequence = last;
    for (int used = from + 1; used <= most + 1; used++) {
      write(ring, ++sequence, 1);
      assertThat(ring.isFilling()).as("%s used", used).isEqualTo(used > most);
    }
    return sequence;
  }

  @Test
  void whatIsWrittenAndNotContainedIsReadBack() {
    int[] wraps = {0};
    int[] packed = {0};
    forSeeds(
        90,
        random -> {
          Model model = new Model(random, random.nextInt(3) == 0);
          for (int i = 0; i < 400; i++) {
            model.step();
            model.readsBack(model.disk.image());
            if (i % 40 == 0) {
              model.readsBackFromTheMiddle();
            }
          }
          wraps[0] += model.wraps;
          packed[0] += model.packed;
        });
    assertThat(packed[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 200 : -1);
    assertThat(wraps[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 200 : 0);
  }

  @Test
  void aTornLastRecordCostsItsCommitsOnly() {
    int[] torn = {0};
    forSeeds(
        40,
        random -> {
          Model model = new Model(random, true);
          for (int i = 0; i < 60; i++) {
            model.step();
            if (!model.places.isEmpty()) {
              int sectors = model.disk.lastBytes.length / SECTOR;
              for (int sector = 0; sector < sectors; sector++) {
                torn[0] += tear(model, sector, sector + 1);
              }
              int from = random.nextInt(sectors);
              torn[0] += tear(model, from, sectors);
              torn[0] += tear(model, 0, from + 1);
            }
          }
        });
    assertThat(torn[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 1_000 : 0);
  }

  /** Puts sectors back that the newest record has overwritten; gives 1 where that matters. */
  private static int tear(Model model, int from, int to) throws IOException {
    Place place = model.places.get(model.places.size() - 1);
    if (place.position() != model.disk.lastPosition) {
      return 0;
    }
    byte[] image = model.disk.image();
    int at = from * SECTOR;
    int length = (to - from) * SECTOR;
    System.arraycopy(model.disk.overwritten, at, image, place.position() + at, length);
    int end = place.position() + place.used();
    boolean isWhole =
        Arrays.equals(model.disk.lastBytes, 0, place.used(), image, place.position(), end);
    model.readsBack(
        image,
        model.contained,
        isWhole
            ? model.durable.values()
            : model.durable.headMap(Math.max(place.first(), model.contained), false).values());
    return isWhole ? 0 : 1;
  }

  @Test
  void aPowerFailureLosesOnlyWhatIsNotForced() {
    int[] lost = {0};
    forSeeds(
        60,
        random -> {
          Model model = new Model(random, false);
          for (int i = 0; i < 200; i++) {
            model.step();
            byte[] image = model.disk.afterFailure(random);
            List<byte[]> read = model.read(image, model.extent, model.contained);
            assertThat((long) read.size())
                .isBetween(model.forced - model.contained, (long) model.durable.size());
            assertThat(read.toArray(new byte[0][]))
                .isDeepEqualTo(
                    model.durable.values().stream().limit(read.size()).toArray(byte[][]::new));
            lost[0] += model.durable.size() - read.size();
          }
        });
    assertThat(lost[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 1_000 : -1);
  }

  @Test
  void damageIsReportedIfALaterRecordProvesThatTheCommitWasDurable() {
    int[] reported = {0};
    int[] cutOff = {0};
    forSeeds(
        100,
        random -> {
          Model model = new Model(random, false);
          for (int i = 0; i < 100; i++) {
            model.step();
            for (int damaged = 0; damaged < model.places.size(); damaged++) {
              Place place = model.places.get(damaged);
              byte[] image = model.disk.image();
              int at = place.position() + random.nextInt(place.used());
              image[at] ^= (byte) (1 << random.nextInt(8));
              long missing = Math.max(place.first(), model.contained + 1);
              if (model.places.subList(damaged + 1, model.places.size()).stream()
                  .anyMatch(later -> later.proves(missing))) {
                assertThatThrownBy(() -> model.read(image, model.extent, model.contained))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining(Rule.R27.toString());
                reported[0]++;
              } else {
                model.readsBack(
                    image, model.contained, model.durable.headMap(missing, false).values());
                cutOff[0]++;
              }
            }
          }
        });
    assertThat(reported[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 1_000 : -1);
    assertThat(cutOff[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 1_000 : -1);
  }

  @Test
  void damageToAnOlderRecordIsReported() {
    int[] damaged = {0};
    forSeeds(
        100,
        random -> {
          Model model = new Model(random, true);
          for (int i = 0; i < 100; i++) {
            model.step();
            for (int older = 0; older < model.places.size() - 1; older++) {
              Place place = model.places.get(older);
              byte[] image = model.disk.image();
              int at = place.position() + random.nextInt(place.used());
              image[at] ^= (byte) (1 << random.nextInt(8));
              assertThatThrownBy(() -> model.read(image, model.extent, model.contained))
                  .isInstanceOf(CorruptionException.class)
                  .hasMessageContaining(Rule.R27.toString());
              damaged[0]++;
            }
          }
        });
    assertThat(damaged[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 1_000 : 0);
  }

  @Test
  void theRingOfAnotherGenerationHoldsNothing() {
    forSeeds(
        20,
        random -> {
          Model model = new Model(random, true);
          for (int i = 0; i < 100; i++) {
            model.step();
          }
          Meta.Ring risen =
              new Meta.Ring(START, model.pages, model.extent.replayOffset(), GENERATION + 1);
          assertThat(model.read(model.disk.image(), risen, model.contained)).isEmpty();
        });
  }

  /** The right numbers are not enough: a record must say that it follows the one before. */
  @Test
  void aSoundRecordThatFollowsAnotherOneIsRefused() {
    int[] changed = {0};
    forSeeds(
        40,
        random -> {
          Model model = new Model(random, true);
          for (int i = 0; i < 60; i++) {
            model.step();
            // Reading may begin at any record, so the first one is not asked.
            for (int later = 1; later < model.places.size(); later++) {
              Place place = model.places.get(later);
              byte[] image = model.disk.image();
              follow(image, place, 1 << random.nextInt(Integer.SIZE));
              assertThatThrownBy(() -> model.read(image, model.extent, model.contained))
                  .isInstanceOf(CorruptionException.class)
                  .hasMessageContaining(Rule.R27.toString());
              changed[0]++;
            }
          }
        });
    assertThat(changed[0]).isGreaterThan(Long.getLong("octavo.seed") == null ? 300 : 0);
  }

  /** Has a record follow another one than it does, under a right checksum. */
  private static void follow(byte[] image, Place place, int difference) {
    byte[] record = Memory.allocate(place.used());
    Memory.buffer(record, 0, place.used()).put(image, place.position(), place.used());
    int previous = Memory.getInt(record, RingRecord.PREVIOUS);
    Memory.putInt(record, RingRecord.PREVIOUS, previous ^ difference);
    byte[] salt =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(ID.getMostSignificantBits())
            .putLong(ID.getLeastSignificantBits())
            .array();
    Memory.putInt(record, RingRecord.CRC, Memory.crc32c(record, 4, place.used(), salt));
    Memory.buffer(record, 0, place.used()).get(image, place.position(), place.used());
  }
}
