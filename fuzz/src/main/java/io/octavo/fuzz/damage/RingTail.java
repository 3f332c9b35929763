package io.octavo.fuzz.damage;

import io.octavo.fuzz.disk.Block;
import io.octavo.fuzz.disk.Image;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.RingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one exemption: damage confined to the newest records of a ring that was not closed cannot be
 * told from writes that were cut off, and costs exactly those.
 */
final class RingTail {
  private final Image image;
  private final List<Found> records = new ArrayList<>();

  /** A record: its blocks in the file and its last commit. */
  private record Found(int block, int blocks, long last) {
    boolean touches(Set<Integer> damaged) {
      return damaged.stream().anyMatch(index -> index >= block && index < block + blocks);
    }
  }

  RingTail(Image image) {
    this.image = image;
    byte[] content = image.content();
    Meta meta = newest(content);
    if (meta == null || meta.ring().pages() == 0) {
      return;
    }
    int start = meta.ring().start() * PageHeader.PAGE_SIZE;
    int length = meta.ring().pages() * PageHeader.PAGE_SIZE;
    byte[] ring = Memory.allocate(length);
    Memory.buffer(ring, 0, length).put(content, start, length);
    for (int place = 0; place < length; place += RingRecord.BLOCK) {
      if (RingRecord.isSound(ring, place, meta.ring().generation(), meta.storeId())) {
        int blocks = RingRecord.size(ring, place) / Block.SIZE;
        records.add(new Found((start + place) / Block.SIZE, blocks, RingRecord.last(ring, place)));
      }
    }
  }

  /** Reads the newest sound meta page of a file, null if there is none. */
  static @Nullable Meta newest(byte[] content) {
    Meta newest = null;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = PageHeader.newPage();
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
          .put(content, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
      if (PageCheck.checkStored(page, number) == null) {
        Meta meta = MetaPage.read(page);
        newest = newest == null || meta.epoch() > newest.epoch() ? meta : newest;
      }
    }
    return newest;
  }

  /**
   * Returns the image without the records that damage has hit, if these are the newest.
   *
   * @param damaged blocks of the file
   * @return the image that the damaged one has to be equal to, or null if damage must be found
   */
  @Nullable Image without(Set<Integer> damaged) {
    long first =
        records.stream()
            .filter(record -> record.touches(damaged))
            .mapToLong(Found::last)
            .min()
            .orElse(Long.MAX_VALUE);
    Image shorter = image.copy();
    boolean any = false;
    for (Found record : records) {
      if (record.last() >= first) {
        if (!record.touches(damaged)) {
          return null;
        }
        for (int i = 0; i < record.blocks(); i++) {
          shorter.put(record.block() + i, 0, Block.SIZE, Block.ZERO);
        }
        any = true;
      }
    }
    return any ? shorter : null;
  }
}
