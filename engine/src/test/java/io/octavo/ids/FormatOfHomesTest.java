package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fixture.FormatTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Where an index looks for a byte string first, as FORMAT.md has it. */
final class FormatOfHomesTest {
  private static final UUID STORE = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");

  @Test
  void homesAreThoseOfTheText() {
    List<List<String>> rows = FormatTable.rows("table", "string", "home");
    assertThat(rows).hasSizeGreaterThan(5);
    for (List<String> row : rows) {
      byte[] string = row.get(1).replace("`", "").getBytes(StandardCharsets.UTF_8);
      SipHash hash = SipHash.of(STORE, Integer.parseInt(row.get(0)));
      assertThat(String.format("%010X", hash.home(string, string.length)))
          .as("%s", row)
          .isEqualTo(row.get(2).replace("`", ""));
    }
  }

  @Test
  void homesAreInARing() {
    assertThat(SipHash.next(5)).isEqualTo(6);
    assertThat(SipHash.next((1L << 40) - 1)).isZero();
  }

  /** The first and last of the vectors that come with the program of the paper's authors. */
  @Test
  void hashesAreThoseOfThePaper() {
    SipHash hash = new SipHash(0x0706_0504_0302_0100L, 0x0F0E_0D0C_0B0A_0908L);
    byte[] bytes = new byte[15];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(hash.hash(bytes, 15)).isEqualTo(0xA129_CA61_49BE_45E5L);
    assertThat(hash.hash(bytes, 0)).isEqualTo(0x726F_DB47_DD0E_0E31L);
  }
}
