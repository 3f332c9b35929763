package io.octavo.profile.imports;

import io.octavo.text.TextLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Pattern;

/** The formats that can be imported. */
enum ImportFormat {
  JFR,
  PPROF,
  PERF,
  COLLAPSED;

  private static final int GLANCE = 1 << 14;
  private static final Pattern COLLAPSED_LINE =
      Pattern.compile("# slot .*|(?!# ).+ [0-9]+\\s*", Pattern.DOTALL);

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Finds the format of a file by its first bytes. */
  static ImportFormat of(ImportFile file) throws IOException {
    try (InputStream in = file.input()) {
      byte[] begin = in.readNBytes(GLANCE);
      if (begin.length == 0) {
        throw new ImportException(file.name() + ": the file is empty");
      }
      if (begin.length >= Integer.BYTES && ByteBuffer.wrap(begin).getInt(0) == JfrReader.MAGIC) {
        return JFR;
      }
      TextLines.markLength(begin, begin.length); // UTF-16 would look like pprof
      return isText(begin)
          ? ofText(new SequenceInputStream(new ByteArrayInputStream(begin), in), file.name())
          : PPROF;
    }
  }

  /** Finds the format by the first line that is no comment. */
  private static ImportFormat ofText(InputStream in, String name) throws IOException {
    LineBuffer lines = new LineBuffer(in, name);
    while (lines.next()) {
      String line = lines.text();
      if (PerfReader.isHeader(line)) {
        return PERF;
      }
      if (COLLAPSED_LINE.matcher(line).matches()) {
        return COLLAPSED;
      }
      if (!line.isBlank() && line.charAt(0) != '#') {
        break;
      }
    }
    throw new ImportException(
        name
            + ": no profile of a known format; can be imported: JFR recordings, pprof, output of"
            + " perf script, and collapsed stacks, each line of which ends with a blank and a"
            + " weight");
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
