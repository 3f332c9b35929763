package io.octavo.pager;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.LeafPage;
import io.octavo.page.PageHeader;
import org.junit.jupiter.api.Test;

/** Arrays of pages that nothing reaches any more are used for the next copies. */
class PagePoolTest {
  private static byte[] leaf(int number, long value) {
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, number, 1);
    LeafPage.insert(page, 0, number, value);
    return page;
  }

  @Test
  void aCopyTakesTheArrayOfAPageThatIsGone() {
    PageCache cache = new PageCache(64);
    byte[] gone = leaf(5, 1);
    byte[] source = leaf(6, -1);
    cache.put(new Frame(5, gone, true));
    cache.recycle(5);
    assertThat(cache.get(5)).isNull();
    assertThat(cache.dirty()).isZero();
    byte[] copy = cache.copyOf(source);
    assertThat(copy).isSameAs(gone);
    byte[] written = PageHeader.newPage();
    LeafPage.layOut(copy, written);
    assertThat(written).isEqualTo(source);
    assertThat(PageHeader.flags(copy)).isEqualTo(PageHeader.LOOSE);
    assertThat(cache.copyOf(source)).isNotSameAs(gone).isNotSameAs(source).isEqualTo(source);
  }

  @Test
  void pagesThatWereReadOrTakenBackAreNotUsedAgain() {
    PageCache cache = new PageCache(64);
    byte[] read = leaf(5, 1);
    byte[] takenBack = leaf(6, 1);
    cache.put(new Frame(5, read, false));
    cache.put(new Frame(6, takenBack, true));
    cache.recycle(5);
    cache.remove(6);
    cache.recycle(7);
    assertThat(cache.copyOf(leaf(8, 1))).isNotSameAs(read).isNotSameAs(takenBack);
  }

  @Test
  void arraysThatWaitTakeNoMoreThanAnEighthAndGiveWayToPages() {
    int budget = 64;
    PageCache cache = new PageCache(budget);
    for (int number = 0; number < budget; number++) {
      cache.put(new Frame(number, leaf(number, 1), true));
    }
    for (int number = 0; number < budget; number++) {
      cache.recycle(number);
    }
    assertThat(cache.pooled()).isEqualTo(budget / 8);
    for (int number = 0; number < budget - 3; number++) {
      cache.put(new Frame(number, leaf(number, 1), false));
    }
    assertThat(cache.pooled()).isEqualTo(3);
    assertThat(cache.resident()).isEqualTo(budget - 3);
  }
}
