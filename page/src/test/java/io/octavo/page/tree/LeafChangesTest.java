package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeafChangesTest {
  private static final byte[] KEY = {1, 2, 3};

  @Test
  void changesOfALeafOfLongsGiveItAgain() {
    Seeds.forEach(
        200,
        random -> {
          byte[] page = PageHeader.newPage();
          LeafPage.format(page, 17, 3);
          giveItAgain(page, random, LeafChangesTest::changeLongs);
        });
  }

  @Test
  void changesOfALeafOfByteStringsGiveItAgain() {
    Seeds.forEach(
        200,
        random -> {
          byte[] page = PageHeader.newPage();
          BytesPage.formatLeaf(page, 17, 3);
          giveItAgain(page, random, LeafChangesTest::changeBytes);
        });
  }

  /** Changes a page at random and notes the changes that succeed. */
  private interface Changer {
    void change(byte[] page, SplittableRandom random, LeafChanges changes);
  }

  private static void giveItAgain(byte[] page, SplittableRandom random, Changer changer) {
    changer.change(page, random, new LeafChanges());
    byte[] base = page.clone();
    LeafChanges changes = new LeafChanges();
    changer.change(page, random, changes);
    byte[] middle = page.clone();
    LeafChanges more = changes.copy();
    changer.change(page, random, more);
    assertGives(changes, base, middle);
    assertGives(more, base, page);
  }

  private static void assertGives(LeafChanges changes, byte[] base, byte[] page) {
    byte[] copy = base.clone();
    changes.applyTo(copy);
    assertThat(copy).isEqualTo(page);
  }

  private static void changeLongs(byte[] page, SplittableRandom random, LeafChanges changes) {
    for (int i = random.nextInt(60); i > 0; i--) {
      long key = random.nextLong() >> random.nextInt(Long.SIZE);
      long value = random.nextLong() >> random.nextInt(Long.SIZE);
      int count = PageHeader.count(page);
      int index = LeafPage.find(page, key);
      int dice = random.nextInt(10);
      if (dice < 6 && index < 0) {
        if (LeafPage.insert(page, ~index, key, value)) {
          changes.insert(~index, key, value);
        }
      } else if (dice < 8 && count > 0) {
        int at = random.nextInt(count);
        if (LeafPage.setValue(page, at, value)) {
          changes.set(at, value);
        }
      } else if (count > 0) {
        int from = random.nextInt(count);
        int to = Math.min(count, from + 1 + random.nextInt(3));
        LeafPage.remove(page, from, to);
        changes.remove(from, to);
      }
    }
  }

  private static void changeBytes(byte[] page, SplittableRandom random, LeafChanges changes) {
    for (int i = random.nextInt(40); i > 0; i--) {
      byte[] key = new byte[random.nextInt(20)];
      random.nextBytes(key);
      boolean large = random.nextInt(5) == 0;
      byte[] value = new byte[large ? BytesPage.REFERENCE : random.nextInt(200)];
      random.nextBytes(value);
      int count = PageHeader.count(page);
      int index = BytesPage.find(page, key);
      int dice = random.nextInt(10);
      if (dice < 6 && index < 0) {
        if (BytesPage.insert(page, ~index, key, value, large)) {
          changes.insert(~index, key, value, large);
        }
      } else if (dice < 8 && count > 0) {
        int at = random.nextInt(count);
        if (BytesPage.setValue(page, at, value, large)) {
          changes.set(at, value, large);
        }
      } else if (count > 0) {
        int from = random.nextInt(count);
        int to = Math.min(count, from + 1 + random.nextInt(3));
        BytesPage.remove(page, from, to);
        changes.remove(from, to);
      }
    }
  }

  @Test
  void aListOfMoreThanHalfAPageIsTooLong() {
    LeafChanges changes = new LeafChanges();
    assertThat(changes.isTooLong()).isFalse();
    byte[] value = new byte[PageHeader.PAGE_SIZE / 4];
    changes.insert(0, KEY, value, false);
    assertThat(changes.isTooLong()).isFalse();
    assertThat(changes.heldBytes()).isGreaterThan(value.length);
    changes.set(0, value, false);
    assertThat(changes.isTooLong()).isTrue();
  }

  @Test
  void changesOfAnotherPageAreRefused() {
    byte[] longs = PageHeader.newPage();
    LeafPage.format(longs, 17, 3);
    byte[] bytes = PageHeader.newPage();
    BytesPage.formatLeaf(bytes, 18, 3);
    LeafChanges insert = new LeafChanges();
    LeafChanges insertBytes = new LeafChanges();
    for (int i = 0; i < 2_000; i++) {
      insert.insert(i, i * 1_000_003L, i * 1_000_003L);
      insertBytes.insert(i, new byte[] {(byte) (i >> 8), (byte) i}, KEY, false);
    }
    assertThatThrownBy(() -> insert.applyTo(longs))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a change of page 17 does not fit its base");
    assertThatThrownBy(() -> insertBytes.applyTo(bytes))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a change of page 18 does not fit its base");
  }
}
