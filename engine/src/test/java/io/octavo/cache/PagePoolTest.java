package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;
import java.util.Objects;
import java.util.Random;
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

  @Test
  void headsOfRemainsAreUsedAgainOnceTheirFrameIsGone() {
    PageCache cache = new PageCache(64);
    Frame leaf = new Frame(5, leaf(5, 1), true);
    cache.put(leaf);
    Frame rest = cache.leaveRemains(leaf);
    assertThat(cache.get(5)).isSameAs(rest);
    assertThat(cache.takenOver()).isOne();
    assertThat(cache.restore(rest, leaf)).isTrue();
    assertThat(cache.restore(rest, leaf)).isFalse();
    byte[] head = headOf(rest);
    assertThat(headOf(cache.leaveRemains(leaf))).isSameAs(head);
    cache.put(new Frame(6, leaf(6, 1), true));
    assertThat(headOf(cache.leaveRemains(at(cache, 6)))).isNotSameAs(head);
    cache.recycle(5);
    cache.put(new Frame(7, leaf(7, 1), true));
    assertThat(headOf(cache.leaveRemains(at(cache, 7)))).isSameAs(head);
  }

  @Test
  void replacedArraysWaitForReadersAndRemains() {
    PageCache cache = new PageCache(64);
    byte[] replaced = leaf(5, 1);
    Frame read = new Frame(6, leaf(6, 1), false);
    cache.put(new Frame(5, replaced, true));
    cache.put(read);
    cache.put(new Frame(5, leaf(5, 1), true), true);
    cache.put(new Frame(6, leaf(6, 1), true), true);
    assertThat(cache.pooled()).isOne();
    cache.reuseReplaced(() -> false);
    assertThat(cache.array()).isNotSameAs(replaced);
    Frame lender = at(cache, 5);
    Frame rest = cache.leaveRemains(lender);
    cache.reuseReplaced(() -> true);
    assertThat(cache.array()).isNotSameAs(replaced);
    cache.restore(rest, lender);
    cache.reuseReplaced(() -> true);
    assertThat(cache.array()).isSameAs(replaced);
    assertThat(cache.array()).isNotSameAs(replaced).isNotSameAs(read.bytes);
  }

  @Test
  void replacedArraysKeepNoOthersFromBeingUsed() {
    int budget = 64;
    PageCache cache = new PageCache(budget);
    for (int number = 0; number < budget / 4; number++) {
      cache.put(new Frame(number, leaf(number, 1), true));
      cache.put(new Frame(number, leaf(number, 1), true), true);
    }
    byte[] gone = at(cache, 5).bytes;
    cache.recycle(5);
    assertThat(cache.pooled()).isEqualTo(budget / 8);
    assertThat(cache.array()).isSameAs(gone);
  }

  @Test
  void replacedArraysThatWaitTakeNoMoreThanAnEighthAndGiveWayToPages() {
    int budget = 64;
    PageCache cache = new PageCache(budget);
    for (int number = 0; number < budget / 2; number++) {
      cache.put(new Frame(number, leaf(number, 1), true));
    }
    for (int number = 0; number < budget / 2; number++) {
      cache.put(new Frame(number, leaf(number, 1), true), true);
    }
    assertThat(cache.pooled()).isEqualTo(budget / 8);
    for (int number = 0; number < budget - 3; number++) {
      cache.put(new Frame(number, leaf(number, 1), false));
    }
    assertThat(cache.pooled()).isEqualTo(3);
  }

  private static Frame at(PageCache cache, int number) {
    return Objects.requireNonNull(cache.get(number));
  }

  private static byte[] headOf(Frame frame) {
    return Objects.requireNonNull(frame.remains).head();
  }

  @Test
  void headsThatWaitTakeNoMoreThanTheyMay() {
    HeadPool heads = new HeadPool();
    for (int i = 0; i < 100; i++) {
      heads.give(Memory.allocate(4_096), 2);
    }
    assertThat(heads.frames()).isEqualTo(2);
    heads.clear();
    assertThat(heads.frames()).isZero();
    assertThat(Memory.length(heads.take(1))).isPositive();
    assertThat(Memory.length(heads.take(PageHeader.PAGE_SIZE))).isEqualTo(PageHeader.PAGE_SIZE);
  }

  /** A reader may read remains while the frame leaves the table, and finds that out afterwards. */
  @Test
  void remainsWhoseHeadIsUsedAgainGiveNoException() {
    Frame leaf = new Frame(5, leaf(5, 1), true);
    Remains remains = new Remains(leaf, new HeadPool());
    byte[] head = remains.head();
    int length = Memory.length(head);
    assertThat(remains.leaf(5, PageHeader.newPage()).bytes).isEqualTo(leaf.bytes);
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      byte[] other = Memory.allocate(length);
      for (int at = 0; at < length; at += Long.BYTES) {
        Memory.putLong(other, at, random.nextLong());
      }
      Memory.copy(other, 0, head, 0, length);
      assertThat(remains.leaf(5, PageHeader.newPage()).number).isEqualTo(5);
    }
  }
}
