package io.octavo.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotWordTest {
  @Test
  void everyWordIsAnEndAndACodeAndComesBackFromThem() {
    for (int word = 0; word <= 0xFFFF; word++) {
      int end = SlotWord.end(word);
      int code = SlotWord.code(word);
      assertThat(end % 2 == 0 && end >= 2 && end <= PageHeader.PAGE_SIZE).as("%x", word).isTrue();
      assertThat(code >= 0 && code <= 15).as("%x", word).isTrue();
      assertThat(SlotWord.of(end, code)).isEqualTo(word);
    }
  }

  @Test
  void slotsStandBehindTheHeaderOneAfterTheOther() {
    byte[] page = PageHeader.newPage();
    SlotWord.put(page, 0, 0xFFFF);
    SlotWord.put(page, 1, 0x1234);
    assertThat(SlotWord.get(page, 0)).isEqualTo(0xFFFF);
    assertThat(SlotWord.get(page, 1)).isEqualTo(0x1234);
    assertThat(SlotWord.offset(0)).isEqualTo(PageHeader.LENGTH);
    assertThat(SlotWord.offset(1)).isEqualTo(PageHeader.LENGTH + 2);
  }
}
