package io.octavo.fuzz.damage;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.check.StoreCheck;
import io.octavo.collection.Recovery;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.error.CorruptionException;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.RingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Commits of a ring with bytes changed and checksums put right. Whoever examines the store must
 * find what whoever opens it finds: commits that cannot be done, or what they make of it.
 */
final class ForgedCommits {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);
  private static final PagerOptions BESIDE =
      new PagerOptions(
          1 << 20, false, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);

  private final DamageStores.Sample sample;
  private final byte[] content;
  private final @Nullable Meta meta;

  ForgedCommits(DamageStores.Sample sample) {
    this.sample = sample;
    this.content = sample.image().content();
    this.meta = RingTail.newest(content);
  }

  boolean hasRing() {
    return meta != null && meta.ring().pages() > 0;
  }

  /** Changes some bytes of the commits; tells whether the ring was refused then. */
  boolean forge(SplittableRandom random) {
    StringBuilder what = new StringBuilder(sample.name() + ", forged");
    byte[] forged = forged(random, what);
    String examined = examine(forged);
    String used = use(forged);
    if ((examined == null) != (used == null)) {
      throw new AssertionError(what + ": examined: " + examined + ", used: " + used);
    }
    return used != null;
  }

  private byte[] forged(SplittableRandom random, StringBuilder what) {
    Meta state = Objects.requireNonNull(meta);
    byte[] forged = content.clone();
    int start = state.ring().start() * PageHeader.PAGE_SIZE;
    int length = state.ring().pages() * PageHeader.PAGE_SIZE;
    byte[] ring = Memory.allocate(length);
    Memory.buffer(ring, 0, length).put(content, start, length);
    long generation = state.ring().generation();
    int place = (int) state.ring().replayOffset();
    int previous = 0;
    for (boolean isFirst = true;
        place < length && RingRecord.isSound(ring, place, generation, state.storeId());
        isFirst = false) {
      long first = RingRecord.first(ring, place);
      List<byte[]> commits = new ArrayList<>(RingRecord.commits(ring, place, first));
      byte[] commit = commits.get(random.nextInt(commits.size()));
      for (int i = random.nextInt(3); i >= 0 && commit.length > 0; i--) {
        // Mostly near the beginning, where a collection is selected or made.
        int at = random.nextInt(random.nextBoolean() ? Math.min(commit.length, 12) : commit.length);
        commit[at] = (byte) (random.nextBoolean() ? random.nextInt(14) : random.nextInt(256));
        what.append(", commit of record ").append(first).append(", byte ").append(at);
      }
      int before = isFirst ? RingRecord.previous(ring, place) : previous;
      byte[] record = RingRecord.build(commits, first, generation, before, state.storeId());
      int size = Memory.length(record);
      Memory.buffer(record, 0, size).get(forged, start + place, size);
      previous = RingRecord.crc(record, 0);
      place += size;
    }
    return forged;
  }

  /** Recovers a copy beside the file; gives what is wrong, null if nothing is. */
  private @Nullable String examine(byte[] forged) {
    FaultFile file = FaultFile.of(Image.of(forged));
    try (Pager pager = Recovery.beside(file, BESIDE)) {
      List<String> problems = StoreCheck.of(pager.durable()).problems();
      return problems.isEmpty() ? null : problems.toString();
    } catch (CorruptionException e) {
      return e.toString();
    }
  }

  private @Nullable String use(byte[] forged) {
    FaultFile file = FaultFile.of(Image.of(forged));
    try (Store store = TestStores.open(file, OPTIONS, sample.limits())) {
      List<String> problems = store.check().problems();
      return problems.isEmpty() ? null : problems.toString();
    } catch (CorruptionException e) {
      return e.toString();
    }
  }
}
