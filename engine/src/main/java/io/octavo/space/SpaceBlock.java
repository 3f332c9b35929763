package io.octavo.space;

import io.octavo.page.PageRef;
import org.jspecify.annotations.Nullable;

/** The pages of one bitmap of the space. */
final class SpaceBlock {
  final long[] taken;
  final long[] live;
  long[] durable;

  /** The page of this bitmap in the last checkpoint. */
  PageRef place;

  /** Whether a live bit has been written since the last checkpoint began. */
  boolean touched;

  /** The live bits that a running checkpoint writes; null if it does not write this bitmap. */
  long @Nullable [] frozen;

  SpaceBlock(long[] words, PageRef place) {
    this.taken = words.clone();
    this.live = words.clone();
    this.durable = words.clone();
    this.place = place;
  }
}
