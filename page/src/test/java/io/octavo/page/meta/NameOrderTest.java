package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Names are ordered by their UTF-8 bytes, which are not made for it. */
final class NameOrderTest {
  /** Where UTF-16 and UTF-8 differ in order, and around it. */
  private static final int[] EDGES = {
    0, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x1_0001, 0x10_FFFF
  };

  @Test
  void namesAreOrderedAsTheirBytes() {
    Seeds.forEach(
        2_000,
        random -> {
          String left = name(random);
          String right = name(random);
          assertThat(Integer.signum(CataloguePage.compareNames(left, right)))
              .isEqualTo(
                  Integer.signum(
                      CataloguePage.compareNames(
                          left.getBytes(StandardCharsets.UTF_8),
                          right.getBytes(StandardCharsets.UTF_8))));
        });
  }

  private static String name(SplittableRandom random) {
    StringBuilder name = new StringBuilder();
    for (int length = random.nextInt(5); length > 0; length--) {
      name.appendCodePoint(EDGES[random.nextInt(EDGES.length)]);
    }
    return name.toString();
  }
}
