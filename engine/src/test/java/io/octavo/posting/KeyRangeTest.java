package io.octavo.posting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.transaction.KeyRange;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void rangesOfLongsNameTheBoundsThatThereAre() {
    assertThat(KeyRange.of(Long.MIN_VALUE, Long.MAX_VALUE).text()).isEqualTo("all keys");
    assertThat(KeyRange.of(Long.MIN_VALUE, 5).text()).isEqualTo("keys up to 5");
    assertThat(KeyRange.of(-7, Long.MAX_VALUE).text()).isEqualTo("keys from -7");
    KeyRange both = KeyRange.of(-7, 5);
    assertThat(both.text()).isEqualTo("keys -7 to 5");
    assertThat(both.from()).isEqualTo(-7L);
    assertThat(both.to()).isEqualTo(5L);
  }

  @Test
  void rangesOfByteStringsAreEscapedText() {
    byte[] none = {};
    assertThat(KeyRange.of(none, null).text()).isEqualTo("all keys");
    assertThat(KeyRange.of(none, utf8("b")).text()).isEqualTo("keys below \"b\"");
    assertThat(KeyRange.of(new byte[] {(byte) 0x80}, null).text()).isEqualTo("keys from \"\\x80\"");
    assertThat(KeyRange.of(utf8("a"), utf8("b")).text())
        .isEqualTo("keys from \"a\" to below \"b\"");
    assertThat(KeyRange.of(utf8("a\t")).text()).isEqualTo("key \"a\\t\"");
  }

  /** A separator may be a head, a block, or a part of either; a list that it splits is on both. */
  @Test
  void rangesOfPostingListsNameTheLists() {
    for (long list : new long[] {-70_000, -65, -1, 0, 5, 64, 70_000, 1L << 50}) {
      byte[] head = PostingKeys.head(list);
      byte[] block = PostingKeys.block(list, 1_000);
      assertThat(lists(new byte[0], head)).isEqualTo("lists up to " + (list - 1));
      assertThat(lists(new byte[0], block)).isEqualTo("lists up to " + list);
      assertThat(lists(head, null)).isEqualTo("lists from " + list);
      assertThat(lists(block, null)).isEqualTo("lists from " + list);
      // Cut within the number, it stands for the least list that begins so.
      KeyRange cut = PostingType.TYPE.keys(Arrays.copyOf(head, head.length - 1), null);
      if (head.length > 1) {
        assertThat((Long) cut.from()).isLessThanOrEqualTo(list);
      }
    }
    assertThat(lists(PostingKeys.head(3), PostingKeys.block(9, 1))).isEqualTo("lists 3 to 9");
    assertThat(lists(new byte[0], null)).isEqualTo("all lists");
  }

  private static String lists(byte[] from, byte[] to) {
    return PostingType.TYPE.keys(from, to).text();
  }
}
