package io.octavo.profile.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.profile.Labels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of pprof written by hand; {@code fuzz} has random ones. */
class PprofReaderTest {
  /** A sample type without a name, a location 1 without a symbol, no strings but the empty one. */
  private static final String HEAD = "0a00 3200 2202 0801 ";

  /** Remembers what it is given. */
  private static final class Memory implements SampleSink {
    final List<String> found = new ArrayList<>();
    private final List<String> frames = new ArrayList<>();

    @Override
    public int frame(String symbol, int line) {
      frames.add(symbol);
      return frames.size() - 1;
    }

    @Override
    public int stack(long thread, int[] stack, int count) {
      found.add(count > 9 ? count + " frames" : String.join(";", frames(stack, count)));
      return 0;
    }

    private List<String> frames(int[] stack, int count) {
      return Arrays.stream(stack).limit(count).mapToObj(frames::get).toList();
    }

    @Override
    public void sample(Labels labels, @Nullable Instant time, int stack, long weight) {
      found.add(labels + "=" + weight);
    }

    @Override
    public void skip(String reason, long count) {
      found.add(count + " " + reason);
    }
  }

  private static List<String> read(byte[] bytes) throws IOException {
    Memory memory = new Memory();
    PprofReader.read(new ByteArrayInputStream(bytes), memory);
    return memory.found;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Test
  void nothingIsAProfileWithoutSamples() throws IOException {
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read(bytes("0a00 3200"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1206 0a01 01 12 01 05|[unknown 0x0];=5",
        "1204 0801 1005|[unknown 0x0];=5",
        "1203 12 01 05|[no stack];=5",
        "1205 0801 1005 1a|byte 15: a number is cut off",
        "1206 0801 1005 1a00|1 labels of single samples, which a profile does not keep;"
            + "[unknown 0x0];=5",
        "120f 0a01 01 12 0a ffffffffffffffffff01|"
            + "[unknown 0x0];1 a negative value, as in a difference",
        "1206 0a01 01 12 01 00|[unknown 0x0]",
        "1206 0a01 02 12 01 05|byte 10: a sample refers to location 2, which is missing",
        "1203 0a01 01|byte 10: a sample of 0 values, but 1 sample types",
        "1207 0a01 01 1202 0505|byte 10: a sample of 2 values, but 1 sample types",
        "0a00|byte 10: the sample type \"\" is there twice",
        "0a02 0807|byte 10: string 7 of 1 is missing",
        "0a0b 08 ffffffffffffffffff01|byte 10: string 18446744073709551615 of 1 is missing"
      })
  void samplesAreReadOrRefused(String hex, String expected) throws IOException {
    byte[] bytes = bytes(HEAD + hex);
    if (expected.startsWith("byte")) {
      assertThatThrownBy(() -> read(bytes))
          .isInstanceOf(ImportException.class)
          .hasMessage("malformed pprof, " + expected);
    } else {
      assertThat(String.join(";", read(bytes))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0a|byte 1: a number is cut off",
        "0a05 00|byte 1: a field of 5 bytes, but only 1 follow",
        "0a ffffffff0f 00|byte 1: a field of 4294967295 bytes, but only 1 follow",
        "0a ffffffffffffffffff01|byte 1: a field of 18446744073709551615 bytes, but only 0 follow",
        "0a00 0a80|byte 3: a number is cut off",
        "48 ffffffffffffffffffff01|byte 1: a number of more than 10 bytes",
        "00|byte 0: no field has the number 0",
        "808080801000|byte 0: no field has the number 536870912",
        "7b|byte 0: no field has the wire type 3",
        "79 01020304|byte 1: a field of 8 bytes is cut off",
        "7d 010203|byte 1: a field of 4 bytes is cut off"
      })
  void malformedFieldsAreRefusedWithTheirPlace(String hex, String problem) {
    assertThatThrownBy(() -> read(bytes(hex)))
        .isInstanceOf(ImportException.class)
        .hasMessage("malformed pprof, " + problem);
  }

  @Test
  void fieldsOfOtherTypesAndUnknownOnesAreSkipped() throws IOException {
    assertThat(read(bytes("79 0102030405060708 7d 01020304 7a01ff 78ff01 1001 4a01ff"))).isEmpty();
  }

  @Test
  void aStackThatIsTooDeepIsSkipped() throws IOException {
    ByteArrayOutputStream sample = new ByteArrayOutputStream();
    for (int depth : new int[] {65_535, 65_536}) {
      sample.reset();
      sample.write(bytes(HEAD + "12"));
      varint(sample, depth + 4 + 2);
      sample.write(0x0a);
      varint(sample, depth);
      byte[] ids = new byte[depth];
      Arrays.fill(ids, (byte) 1);
      sample.write(ids);
      sample.write(bytes("1005"));
      assertThat(read(sample.toByteArray()))
          .isEqualTo(
              depth == 65_535
                  ? List.of("65535 frames", "=5")
                  : List.of("1 a sample of more than 65535 frames"));
    }
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    out.writeBytes(
        new byte[] {(byte) (value | 0x80), (byte) (value >>> 7 | 0x80), (byte) (value >>> 14)});
  }

  @Test
  void brokenGzipIsRefused() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes(HEAD + "1204 0801 1005"));
    }
    byte[] whole = packed.toByteArray();
    assertThat(read(whole)).containsExactly("[unknown 0x0]", "=5");
    for (int length = 2; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut))
          .isInstanceOf(ImportException.class)
          .hasMessageStartingWith("malformed gzip: ");
    }
    whole[whole.length - 5] ^= 1;
    assertThatThrownBy(() -> read(whole)).isInstanceOf(ImportException.class);
  }

  @Test
  void anInputThatFailsIsNotMalformed() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("no disk");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return read();
          }
        };
    assertThatThrownBy(() -> PprofReader.read(failing, new Memory()))
        .isInstanceOf(IOException.class)
        .hasMessage("no disk");
  }
}
