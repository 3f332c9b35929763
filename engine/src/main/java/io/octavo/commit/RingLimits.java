package io.octavo.commit;

import io.octavo.page.meta.MetaPage;

/**
 * The lengths of the commit ring. Tests use small ones, so that few commits fill a ring of the
 * greatest length.
 *
 * @param first pages of the ring when it is first made, from 1; in a large store a part of its
 *     length if that is more
 * @param full pages to which it grows in any store, from {@code first}
 * @param most pages to which it grows with the store, from {@code full} to {@link
 *     MetaPage#MAX_RING_PAGES}
 */
public record RingLimits(int first, int full, int most) {
  /** 64 KiB, 4 MiB and 32 MiB. */
  public static final RingLimits DEFAULT = new RingLimits(8, 512, MetaPage.MAX_RING_PAGES);

  /**
   * Refuses lengths that do not ascend, or that the format excludes.
   *
   * @param first pages of the first ring
   * @param full pages in any store
   * @param most pages in a large store
   */
  public RingLimits {
    if (first < 1 || full < first || most < full || most > MetaPage.MAX_RING_PAGES) {
      throw new IllegalArgumentException("first=" + first + " full=" + full + " most=" + most);
    }
  }
}
