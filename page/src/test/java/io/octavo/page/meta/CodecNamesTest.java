package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CodecNamesTest {
  private static CatalogueRecord record(CodecNames names) {
    return CatalogueRecord.empty("m", 1, 2, 3)
        .described(names.keyId(), names.valueId(), names.tail());
  }

  @Test
  void namesComeBackAsTheyWere() {
    List<String> names =
        List.of("", "LONG", "BYTES", "PAIR(STRING,LONG)", "ENUM(\u00E9,\uD834\uDD1E)");
    for (String key : names) {
      for (String value : names) {
        CodecNames both = new CodecNames(key, value);
        assertThat(CodecNames.of(record(both))).isEqualTo(both);
      }
    }
  }

  @Test
  void wellKnownNamesTakeNoBytes() {
    assertThat(new CodecNames("STRING", "INSTANT").tail()).isEmpty();
    assertThat(new CodecNames("", "").tail()).isEmpty();
    assertThat(new CodecNames("STRING", "MINE").tail()).hasSize(6);
  }

  @Test
  void namesThatFillATailComeBackAndLongerOnesAreRefused() {
    String half = "n".repeat(CodecNames.MAX_BYTES / 2);
    CodecNames most = new CodecNames(half, half);
    assertThat(most.tail()).hasSize(CatalogueRecord.MAX_TAIL);
    assertThat(CodecNames.of(record(most))).isEqualTo(most);
    assertThatThrownBy(() -> new CodecNames(half, half + "n").tail())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key=nnn");
  }

  @Test
  void whatCannotBeReadStandsAsANumberThatNoCodecIsCalled() {
    for (byte[] tail : new byte[][] {{}, {3}, {3, 0, 'a', 'b'}, {(byte) 0xFF, (byte) 0xFF, 1}}) {
      CatalogueRecord record =
          CatalogueRecord.empty("m", 1, 2, 3).described(CodecNames.IN_TAIL, 77, tail);
      assertThat(CodecNames.of(record)).isEqualTo(new CodecNames("#65535", "#77"));
    }
  }
}
