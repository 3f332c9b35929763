package io.octavo.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One notation for bytes, in which no two byte strings look alike. */
class ByteTextTest {
  @Test
  void textStandsForItselfAndAllElseIsEscaped() {
    assertThat(ByteText.of("a\u00E9\u20AC\uD83D\uDE00~".getBytes(UTF_8)))
        .isEqualTo("a\u00E9\u20AC\uD83D\uDE00~");
    assertThat(ByteText.of("\t\n\r\\\u0000\u001B\u007F\u0080\uFEFF".getBytes(UTF_8)))
        .isEqualTo("\\t\\n\\r\\\\\\x00\\x1b\\x7f\\xc2\\x80\\xef\\xbb\\xbf");
    byte[] invalid = {(byte) 0x80, 'a', (byte) 0xC3, (byte) 0xED, (byte) 0xA0, (byte) 0x80};
    assertThat(ByteText.of(invalid)).isEqualTo("\\x80a\\xc3\\xed\\xa0\\x80");
  }

  @Test
  void whatIsCutOffSaysSoAndCutsNoCharacter() {
    byte[] bytes = "ab\u20ACcd".getBytes(UTF_8);
    assertThat(ByteText.of(bytes, 7)).isEqualTo("ab\u20ACcd");
    assertThat(ByteText.of(bytes, 3)).isEqualTo("ab\u20AC...");
    assertThat(ByteText.quote(bytes, 3)).isEqualTo("\"ab\u20AC\" ... 7 bytes");
    assertThat(ByteText.quote(bytes, 7)).isEqualTo("\"ab\u20ACcd\"");
  }

  /** What looks like the end of a text is none. */
  @Test
  void quotesWithinQuotesAreEscaped() {
    assertThat(ByteText.quote("a\" -> \"b")).isEqualTo("\"a\\x22 -> \\x22b\"");
    assertThat(ByteText.of("a\"b".getBytes(UTF_8))).isEqualTo("a\"b");
  }

  @Test
  void aCharacterWithoutItsEndDependsOnWhatFollows() {
    byte[] euro = "\u20AC".getBytes(UTF_8);
    assertThat(ByteText.plain(euro, 0, 3)).isEqualTo(3);
    assertThat(ByteText.plain(euro, 0, 2)).isEqualTo(ByteText.CUT_OFF);
    assertThat(ByteText.plain(euro, 1, 3)).isZero();
    assertThat(ByteText.of(new byte[] {euro[0], euro[1]})).isEqualTo("\\xe2\\x82");
  }
}
