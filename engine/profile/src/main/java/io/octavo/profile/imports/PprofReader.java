package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pprof profile: a message of Protocol Buffers, compressed or not. Its tables of locations,
 * functions and strings may follow the samples that refer to them, as in the output of Go, so the
 * message is read as a whole; tables and samples are decoded from its bytes.
 */
final class PprofReader {
  /** A file of some kilobytes can decompress to this; a real profile has some megabytes. */
  private static final int MOST_BYTES = 1 << 29;

  private static final int MOST_FRAMES = 65_535;
  private static final byte[] GZIP = {0x1F, (byte) 0x8B};

  /** The numbers of the fields of each message. */
  private static final class Field {
    static final int SAMPLE_TYPE = 1;
    static final int SAMPLE = 2;
    static final int MAPPING = 3;
    static final int LOCATION = 4;
    static final int FUNCTION = 5;
    static final int STRING = 6;
    static final int TIME_NANOS = 9;

    static final int TYPE_NAME = 1;
    static final int TYPE_UNIT = 2;

    static final int SAMPLE_LOCATION = 1;
    static final int SAMPLE_VALUE = 2;
    static final int SAMPLE_LABEL = 3;

    static final int ID = 1;
    static final int MAPPING_START = 2;
    static final int MAPPING_OFFSET = 4;
    static final int MAPPING_FILE = 5;

    static final int LOCATION_MAPPING = 2;
    static final int LOCATION_ADDRESS = 3;
    static final int LOCATION_LINE = 4;

    static final int LINE_FUNCTION = 1;
    static final int LINE_NUMBER = 2;

    static final int FUNCTION_NAME = 2;
    static final int FUNCTION_SYSTEM_NAME = 3;

    private Field() {}
  }

  private final byte[] bytes;
  private final SampleSink sink;

  /** Where the strings and the samples are in the bytes. */
  private final RangeList strings = new RangeList();

  private final RangeList samples = new RangeList();

  /** What the values of a sample are. */
  private final List<ProtoFields> types = new ArrayList<>();

  private final Map<Long, ProtoFields> mappings = new HashMap<>();
  private final Map<Long, ProtoFields> functions = new HashMap<>();
  private final Map<Long, ProtoFields> locations = new HashMap<>();
  private @Nullable Instant time;

  /** The frames of each location that was used, the innermost first. */
  private final Map<Long, int[]> frames = new HashMap<>();

  private int[] stack = new int[256];
  private int depth;

  private PprofReader(byte[] bytes, SampleSink sink) {
    this.bytes = bytes;
    this.sink = sink;
  }

  /**
   * Reads a profile.
   *
   * @throws IOException if the input cannot be read
   * @throws ImportException if it is malformed
   */
  static void read(InputStream in, SampleSink sink) throws IOException {
    byte[] bytes;
    byte[] head = in.readNBytes(GZIP.length);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    if (Arrays.equals(head, GZIP)) {
      bytes = decompress(whole);
    } else {
      bytes = whole.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new ImportException("a pprof of more than " + MOST_BYTES + " bytes");
    }
    PprofReader reader = new PprofReader(bytes, sink);
    reader.readTables();
    reader.readSamples();
  }

  private static byte[] decompress(InputStream whole) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(whole)) {
      return gzip.readNBytes(MOST_BYTES + 1);
    } catch (ZipException | EOFException e) {
      throw new ImportException("malformed gzip: " + e.getMessage(), e);
    }
  }

  private void readTables() {
    for (ProtoFields profile = new ProtoFields(bytes, 0, bytes.length); profile.next(); ) {
      if (profile.is(Field.TIME_NANOS)) {
        time = time(profile.number());
      } else if (profile.isRange(Field.STRING)) {
        strings.add(profile.from(), profile.to());
      } else if (profile.isRange(Field.SAMPLE)) {
        samples.add(profile.from(), profile.to());
      } else if (profile.isRange(Field.SAMPLE_TYPE)) {
        types.add(profile.message());
      } else if (profile.isRange(Field.MAPPING)) {
        mappings.put(id(profile), profile.message());
      } else if (profile.isRange(Field.FUNCTION)) {
        functions.put(id(profile), profile.message());
      } else if (profile.isRange(Field.LOCATION)) {
        locations.put(id(profile), profile.message());
      }
    }
  }

  private static @Nullable Instant time(long nanos) {
    return nanos == 0 ? null : Instant.ofEpochSecond(0, nanos);
  }

  private static long id(ProtoFields table) {
    return table.message().last(Field.ID);
  }

  private void readSamples() {
    Set<Labels> distinct = new LinkedHashSet<>();
    for (ProtoFields type : types) {
      Labels labels = series(type);
      if (!distinct.add(labels)) {
        throw type.malformed("the sample type \"" + labels + "\" is there twice");
      }
    }
    List<Labels> series = List.copyOf(distinct);
    LongList values = new LongList();
    LongList places = new LongList();
    for (int i = 0; i < samples.size(); i++) {
      ProtoFields sample = new ProtoFields(bytes, samples.from(i), samples.to(i));
      values.clear();
      places.clear();
      int labels = 0;
      while (sample.next()) {
        if (sample.field() == Field.SAMPLE_VALUE) {
          sample.addTo(values);
        } else if (sample.field() == Field.SAMPLE_LOCATION) {
          sample.addTo(places);
        } else if (sample.field() == Field.SAMPLE_LABEL) {
          labels++;
        }
      }
      if (values.size() != series.size()) {
        throw sample.malformed(
            "a sample of " + values.size() + " values, but " + series.size() + " sample types");
      }
      if (labels > 0) {
        sink.skip("labels of single samples, which a profile does not keep", labels);
      }
      add(series, values, places, sample);
    }
  }

  private Labels series(ProtoFields type) {
    String name = text(type, type.last(Field.TYPE_NAME));
    String unit = text(type, type.last(Field.TYPE_UNIT));
    try {
      Labels labels = name.isEmpty() ? Labels.NONE : Labels.of(Labels.TYPE, name);
      return unit.isEmpty() ? labels : labels.with(Labels.UNIT, unit);
    } catch (IllegalArgumentException e) {
      throw type.malformed("a sample type that is no label: " + e.getMessage());
    }
  }

  /** Passes on a sample, once for each of its values. */
  private void add(List<Labels> series, LongList values, LongList places, ProtoFields sample) {
    depth = 0;
    for (int i = places.size() - 1; i >= 0; i--) {
      int[] inlined = frames(places.get(i), sample);
      if (inlined.length > MOST_FRAMES - depth) {
        sink.skip("a sample of more than " + MOST_FRAMES + " frames", 1);
        return;
      }
      stack = depth + inlined.length > stack.length ? grown(inlined.length) : stack;
      for (int j = inlined.length - 1; j >= 0; j--) {
        stack[depth++] = inlined[j];
      }
    }
    if (depth == 0) {
      stack[depth++] = sink.frame("[no stack]", FlameGraph.NO_LINE);
    }
    int id = sink.stack(0, stack, depth);
    for (int i = 0; i < series.size(); i++) {
      long value = values.get(i);
      if (value < 0) {
        sink.skip("a negative value, as in a difference", 1);
      } else if (value > 0) {
        sink.sample(series.get(i), time, id, value);
      }
    }
  }

  private int[] grown(int more) {
    return Arrays.copyOf(stack, Math.min(MOST_FRAMES, 2 * (depth + more)));
  }

  private int[] frames(long id, ProtoFields sample) {
    int[] known = frames.get(id);
    if (known == null) {
      ProtoFields location = locations.get(id);
      if (location == null) {
        throw sample.malformed(
            "a sample refers to location " + Long.toUnsignedString(id) + ", which is missing");
      }
      known = frames(location);
      frames.put(id, known);
    }
    return known;
  }

  private int[] frames(ProtoFields location) {
    long mapping = location.last(Field.LOCATION_MAPPING);
    long address = location.last(Field.LOCATION_ADDRESS);
    int[] found = new int[1];
    int count = 0;
    for (ProtoFields fields = location.again(); fields.next(); ) {
      if (fields.isRange(Field.LOCATION_LINE)) {
        ProtoFields line = fields.message();
        String function = function(line.last(Field.LINE_FUNCTION));
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count++] =
            sink.frame(
                function.isEmpty() ? place(mapping, address) : function,
                line(line.last(Field.LINE_NUMBER)));
      }
    }
    if (count == 0) {
      found[count++] = sink.frame(place(mapping, address), FlameGraph.NO_LINE);
    }
    return Arrays.copyOf(found, count);
  }

  private static int line(long line) {
    return line > 0 && line <= Integer.MAX_VALUE ? (int) line : FlameGraph.NO_LINE;
  }

  /** Returns the name of a function, empty if it has none. */
  private String function(long id) {
    ProtoFields function = functions.get(id);
    if (function == null) {
      return "";
    }
    String name = text(function, function.last(Field.FUNCTION_NAME));
    return name.isEmpty() ? text(function, function.last(Field.FUNCTION_SYSTEM_NAME)) : name;
  }

  /** Returns the symbol of an address without one. */
  private String place(long mappingId, long address) {
    ProtoFields mapping = mappings.get(mappingId);
    String path = mapping == null ? "" : text(mapping, mapping.last(Field.MAPPING_FILE));
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    if (mapping == null || name.isEmpty()) {
      return "[unknown 0x" + Long.toHexString(address) + "]";
    }
    long start = mapping.last(Field.MAPPING_START);
    long offset = mapping.last(Field.MAPPING_OFFSET);
    return name + "+0x" + Long.toHexString(address - start + offset);
  }

  private String text(ProtoFields user, long index) {
    if (index < 0 || index >= strings.size()) {
      throw user.malformed(
          "string " + Long.toUnsignedString(index) + " of " + strings.size() + " is missing");
    }
    int string = (int) index;
    return new String(
        bytes,
        strings.from(string),
        strings.to(string) - strings.from(string),
        StandardCharsets.UTF_8);
  }

  /** A list of ranges of the bytes. */
  private static final class RangeList {
    private final LongList ranges = new LongList();

    void add(int from, int to) {
      ranges.add((long) from << Integer.SIZE | to);
    }

    int from(int index) {
      return (int) (ranges.get(index) >>> Integer.SIZE);
    }

    int to(int index) {
      return (int) ranges.get(index);
    }

    int size() {
      return ranges.size();
    }
  }
}
