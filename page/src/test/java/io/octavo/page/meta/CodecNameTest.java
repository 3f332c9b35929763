package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.meta.CodecName.Relation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which codec may open what another has written. */
class CodecNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // kept | own | of values | of keys
        "INT | INT | SAME | SAME",
        "INT | LONG | OTHER | OTHER",
        "my.Codec | my.Codec/2 | OTHER | OTHER",
        "ENUM(A,B) | ENUM(A,B,C) | EXTENSION | EXTENSION",
        "ENUM(A,B,C) | ENUM(A,B) | OUTDATED | OUTDATED",
        "ENUM(A,B) | ENUM(B,A) | OTHER | OTHER",
        "ENUM(A,B) | ENUM(A,C,B) | OTHER | OTHER",
        "ENUM(A,B) | ENUM(A) | OUTDATED | OUTDATED",
        "ENUM(A,B) | ENUM(B) | OTHER | OTHER",
        "ENUM(A) | ENUM(AB) | OTHER | OTHER",
        "RECORD(a:INT) | RECORD(a:INT,b?:INT) | EXTENSION | OTHER",
        "RECORD(a:INT,b?:INT) | RECORD(a:INT) | OUTDATED | OTHER",
        "RECORD(a:INT) | RECORD(a:INT,b:INT) | OTHER | OTHER",
        "RECORD(a:INT,b:INT) | RECORD(a:INT,b?:INT) | OTHER | OTHER",
        "RECORD(a:INT,b?:INT) | RECORD(a:INT,b:INT) | OTHER | OTHER",
        "RECORD(a:INT,b?:INT) | RECORD(a:INT,b?:INT,c?:INT) | EXTENSION | OTHER",
        "RECORD(a:INT,b?:INT) | RECORD(a:INT,c?:INT) | OTHER | OTHER",
        "RECORD(a:INT,b:INT) | RECORD(b:INT,a:INT) | OTHER | OTHER",
        "RECORD(a:INT) | RECORD(a:LONG,b?:INT) | OTHER | OTHER",
        "RECORD(a:ENUM(A)) | RECORD(a:ENUM(A,B)) | EXTENSION | EXTENSION",
        "RECORD(a:ENUM(A)) | RECORD(a:ENUM(A,B),b?:INT) | EXTENSION | OTHER",
        "RECORD(a:ENUM(A,B)) | RECORD(a:ENUM(A),b?:INT) | OUTDATED | OTHER",
        "RECORD(a:ENUM(A),b?:INT) | RECORD(a:ENUM(A,B)) | OUTDATED | OTHER",
        "TUPLE(ENUM(A),INT) | TUPLE(ENUM(A,B),INT) | EXTENSION | EXTENSION",
        "TUPLE(INT,INT) | TUPLE(INT,INT,INT) | OTHER | OTHER",
        "TUPLE(ENUM(A),ENUM(X,Y)) | TUPLE(ENUM(A,B),ENUM(X)) | OUTDATED | OUTDATED",
        "TUPLE(ENUM(A),INT) | TUPLE(ENUM(A,B),LONG) | OTHER | OTHER",
        "LIST(RECORD(a:INT)) | LIST(RECORD(a:INT,b?:MINE)) | EXTENSION | OTHER",
        "SET(ENUM(A)) | SET(ENUM(A,B)) | EXTENSION | EXTENSION",
        "LIST(INT) | SET(INT) | OTHER | OTHER",
        "OPTIONAL(ENUM(A)) | OPTIONAL(ENUM(A,B)) | EXTENSION | EXTENSION",
        "MAPPED(x:ENUM(A)) | MAPPED(x:ENUM(A,B)) | EXTENSION | EXTENSION",
        "MAPPED(x:INT) | MAPPED(y:INT) | OTHER | OTHER",
        "MAPPED(x:INT) | INT | OTHER | OTHER",
        "MINE(A) | MINE(A,B) | OTHER | OTHER",
        "ENUM(A | ENUM(A,B) | OTHER | OTHER",
      })
  void aCodecThatHasGrownIsToldFromOthers(
      String kept, String own, Relation ofValues, Relation ofKeys) {
    assertThat(CodecName.compare(own, kept, false)).isEqualTo(ofValues);
    assertThat(CodecName.compare(own, kept, true)).isEqualTo(ofKeys);
  }

  @Test
  void anEnumDoesNotGrowFromOneByteToTwo() {
    assertThat(CodecName.compare(ofConstants(256), ofConstants(255), true))
        .isEqualTo(Relation.EXTENSION);
    assertThat(CodecName.compare(ofConstants(257), ofConstants(256), true))
        .isEqualTo(Relation.OTHER);
    assertThat(CodecName.compare(ofConstants(256), ofConstants(257), true))
        .isEqualTo(Relation.OTHER);
    assertThat(CodecName.compare(ofConstants(258), ofConstants(257), true))
        .isEqualTo(Relation.EXTENSION);
  }

  private static String ofConstants(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "C" + i)
        .collect(Collectors.joining(",", "ENUM(", ")"));
  }

  @Test
  void aNameIsTakenApart() {
    CodecName name = CodecName.parse("RECORD(a:INT,b?:LIST(ENUM(A)))");
    assertThat(name.word()).isEqualTo("RECORD");
    assertThat(name.parts()).extracting(CodecName.Part::label).containsExactly("a", "b?");
    assertThat(name.parts()).extracting(CodecName.Part::isLater).containsExactly(false, true);
    assertThat(name.parts().get(0).name()).isEqualTo(new CodecName("INT", List.of()));
    assertThat(name.parts().get(1).name()).isEqualTo(CodecName.parse("LIST(ENUM(A))"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A(", "A(B", "A)", "A(B))", "A(B)C", "A,B", "A(:B)", "A(b:c:D)", "a:B"})
  void otherNamesHaveNoParts(String name) {
    assertThat(CodecName.parse(name)).isNull();
  }
}
