package io.octavo.profile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The formats that can be imported. */
enum ImportFormat {
  JFR,
  PPROF,
  PERF,
  COLLAPSED;

  private static final int GLANCE = 1 << 14;
  private static final Pattern COLLAPSED_LINE = Pattern.compile("# slot .*|.+ [0-9]+\\s*");

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Finds the format of a file by what it begins with. */
  static ImportFormat of(Path file) throws IOException {
    byte[] begin;
    try (CountedInput in = CountedInput.open(file)) {
      InputStream unpacked = in.unpacked();
      begin = unpacked.readNBytes(GLANCE);
    }
    if (begin.length == 0) {
      throw new ImportException(file + ": the file is empty");
    }
    boolean isJfr =
        begin.length >= Integer.BYTES && ByteBuffer.wrap(begin).getInt(0) == JfrReader.MAGIC;
    if (isJfr) {
      return JFR;
    }
    if (!isText(begin)) {
      return PPROF;
    }
    List<String> lines =
        new String(begin, ISO_8859_1).lines().filter(line -> !line.isBlank()).toList();
    if (lines.stream().anyMatch(PerfReader::isHeader)) {
      return PERF;
    }
    if (lines.isEmpty() || !COLLAPSED_LINE.matcher(lines.get(0)).matches()) {
      throw new ImportException(
          file
              + ": no profile of a known format; can be imported: JFR recordings, pprof, output of"
              + " perf script, and collapsed stacks, each line of which ends with a blank and a"
              + " weight");
    }
    return COLLAPSED;
  }

  /** pprof begins with numbers below 32, if not at the first byte. */
  private static boolean isText(byte[] begin) {
    for (byte one : begin) {
      if (one >= 0 && one < ' ' && one != '\n' && one != '\r' && one != '\t') {
        return false;
      }
    }
    return true;
  }
}
