package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreePageTest {
  private static final int BRANCHES = 5;

  /** Children are read, changed and removed in one way, whatever the keys of the branch are. */
  @ParameterizedTest
  @EnumSource(
      value = PageKind.class,
      names = {"BRANCH", "SUMMED_BRANCH", "BYTES_BRANCH"})
  void childrenOfEachKindOfBranch(PageKind kind) {
    byte[] page = branch(kind);
    assertThat(TreePage.branchCapacity(kind)).isGreaterThan(BRANCHES);
    TreePage.setChild(page, 2, BranchPage.childOf(77, 5));
    assertThat(TreePage.child(page, 2)).isEqualTo(BranchPage.childOf(77, 5));
    TreePage.remove(page, 1);
    assertThat(PageHeader.count(page)).isEqualTo(BRANCHES - 1);
    assertThat(TreePage.child(page, 1)).isEqualTo(BranchPage.childOf(77, 5));
    assertThat(TreePage.child(page, 2)).isEqualTo(BranchPage.childOf(13, 1));
  }

  @Test
  void aCopyHasTheEntriesAndNotTheGap() {
    byte[] longs = Memory.allocate(PageHeader.PAGE_SIZE);
    LeafPage.format(longs, 3, 1);
    for (int i = 0; i < 40; i++) {
      LeafPage.insert(longs, 0, 1000 - i, i);
    }
    byte[] bytes = Memory.allocate(PageHeader.PAGE_SIZE);
    BytesPage.formatLeaf(bytes, 3, 1);
    BytesPage.insert(bytes, 0, text("key"), text("value"), false);
    for (byte[] page : new byte[][] {longs, bytes, branch(PageKind.BYTES_BRANCH)}) {
      byte[] copy = copyOntoOnes(page);
      assertThat(PageHeader.flags(copy)).isEqualTo(PageHeader.LOOSE);
      assertThat(Memory.getByte(copy, TreePage.headLength(page))).as("in the gap").isEqualTo(0xFF);
      byte[] expected = TreePage.layOut(page, Memory.allocate(PageHeader.PAGE_SIZE));
      assertThat(TreePage.layOut(copy, Memory.allocate(PageHeader.PAGE_SIZE))).isEqualTo(expected);
    }
    for (PageKind kind : new PageKind[] {PageKind.BRANCH, PageKind.SUMMED_BRANCH}) {
      assertThat(copyOntoOnes(branch(kind))).as(kind.name()).isEqualTo(branch(kind));
    }
  }

  private static byte[] copyOntoOnes(byte[] page) {
    byte[] copy = Memory.allocate(PageHeader.PAGE_SIZE);
    for (int i = 0; i < PageHeader.PAGE_SIZE; i++) {
      Memory.putByte(copy, i, -1);
    }
    TreePage.copy(page, copy);
    return copy;
  }

  private static byte[] branch(PageKind kind) {
    byte[] page = Memory.allocate(PageHeader.PAGE_SIZE);
    TreePage.formatBranch(page, kind, 1, 3, 1);
    for (int i = 0; i < BRANCHES; i++) {
      long child = BranchPage.childOf(10 + i, 1);
      if (TreePage.isOfLongs(page)) {
        BranchPage.insert(page, i, i, child);
      } else {
        BytesPage.insert(
            page, i, text(i == 0 ? "" : "key " + i), BytesPage.childValue(child), false);
      }
    }
    return page;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
