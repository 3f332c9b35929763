package io.octavo.command.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.survey.PageTable.Use;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import org.junit.jupiter.api.Test;

class PageTableTest {
  @Test
  void aPageOfAListIsAsFullAsItsBlocksMakeIt() {
    byte[] page = PageHeader.newPage();
    ListPage.format(page, 4, 3, 0, ListForm.TEXTS);
    ListPage.append(page, Memory.allocate(4_068), 0, 4_068, 1);
    PageTable table = new PageTable(5);
    table.set(4, page, 0);
    assertThat(table.use(4)).isEqualTo(Use.LIST);
    assertThat(table.fill(4)).isEqualTo(PageTable.FULL / 2);
    assertThat(table.owner(4)).isEqualTo(3);
  }

  @Test
  void everyKindThatHasALayoutHasAUse() {
    for (PageKind kind : PageKind.values()) {
      byte[] page = PageHeader.newPage();
      PageHeader.format(page, kind, 0, 1, 0);
      PageTable table = new PageTable(2);
      table.set(1, page, 0);
      assertThat(table.use(1) == Use.OTHER).as("%s", kind).isEqualTo(!kind.hasLayout());
    }
  }
}
