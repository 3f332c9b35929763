package io.octavo.profile.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import io.octavo.profile.exports.Exports;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.jspecify.annotations.Nullable;

/** What is read of pprof, and what is written, beside the library of Protocol Buffers. */
@Tag("protobuf")
class PprofProperties {
  private static final List<String> NAMES =
      List.of("main", "run", "größer", "a;b", "x y", "𝕏", "", "java.lang.Thread.run", "main");

  private static final long NANOS = 1_000_000_000;
  private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
  private static final Labels SERIES = Labels.of(Labels.TYPE, "cpu", Labels.UNIT, "nanoseconds");

  /** Remembers what it is given, in words. */
  private static final class Memory implements SampleSink {
    final List<String> samples = new ArrayList<>();
    private final List<String> frames = new ArrayList<>();
    private final List<String> stacks = new ArrayList<>();
    long skipped;

    @Override
    public int frame(String symbol, int line) {
      assertThat(line).isNotNegative();
      frames.add(symbol + ":" + line);
      return frames.size() - 1;
    }

    @Override
    public int stack(long thread, int[] stack, int count) {
      assertThat(count).isBetween(1, 65_535);
      List<String> names = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        names.add(frames.get(stack[i]));
      }
      stacks.add(names.toString());
      return stacks.size() - 1;
    }

    @Override
    public void sample(Labels labels, @Nullable Instant time, int stack, long weight) {
      assertThat(weight).isNotNegative();
      samples.add(sampleText(labels, time, stacks.get(stack), weight));
    }

    @Override
    public void skip(String reason, long count) {
      skipped += count;
    }
  }

  private static String sampleText(
      Labels labels, @Nullable Instant time, String stack, long weight) {
    return labels + " " + time + " " + stack + " " + weight;
  }

  /** A random profile: its bytes, and what must be read. */
  private static final class Made {
    final List<String> expected = new ArrayList<>();
    final byte[] bytes;
    private final Random random;
    private final PprofMessages messages;
    private final List<String> strings = new ArrayList<>(List.of(""));
    private final List<DynamicMessage> parts = new ArrayList<>();
    private final List<List<String>> framesOf = new ArrayList<>();
    private final List<Long> locationIds = new ArrayList<>();

    Made(long seed) {
      random = new Random(seed);
      messages = new PprofMessages(random.nextBoolean());
      Instant time = random.nextBoolean() ? Instant.ofEpochSecond(1_700_000_000L, 123) : null;
      if (time != null) {
        part("time", time.getEpochSecond() * 1_000_000_000L + time.getNano());
      }
      List<Labels> types = types();
      locations();
      for (int i = random.nextInt(20); i > 0; i--) {
        sample(types, time);
      }
      List<DynamicMessage> whole = new ArrayList<>(parts);
      Collections.shuffle(whole, random);
      strings.forEach(string -> whole.add(messages.of("Profile", "string", List.of(string))));
      bytes = PprofMessages.joined(inOrder(whole));
    }

    /** Keeps the order of samples and types, which has a meaning, whatever the order of others. */
    private List<DynamicMessage> inOrder(List<DynamicMessage> shuffled) {
      List<DynamicMessage> ordered = new ArrayList<>();
      int next = 0;
      List<DynamicMessage> kept = parts.stream().filter(part -> isOrdered(part)).toList();
      for (DynamicMessage part : shuffled) {
        ordered.add(isOrdered(part) ? kept.get(next++) : part);
      }
      return ordered;
    }

    private static boolean isOrdered(DynamicMessage part) {
      return !PprofMessages.list(part, "sample", Object.class).isEmpty()
          || !PprofMessages.list(part, "type", Object.class).isEmpty();
    }

    private void part(String field, Object value) {
      parts.add(messages.of("Profile", field, value));
    }

    private long string(String text) {
      if (random.nextInt(3) == 0 || !strings.contains(text)) {
        strings.add(text);
        return strings.size() - 1L;
      }
      return strings.indexOf(text);
    }

    private List<Labels> types() {
      List<Labels> types = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String unit = random.nextBoolean() ? "bytes" : "";
        part(
            "type",
            List.of(messages.of("Type", "name", string("type " + i), "unit", string(unit))));
        Labels labels = Labels.of(Labels.TYPE, "type " + i);
        types.add(unit.isEmpty() ? labels : labels.with(Labels.UNIT, unit));
      }
      return types;
    }

    private void locations() {
      part(
          "mapping",
          List.of(
              messages.of(
                  "Mapping",
                  "id",
                  5L,
                  "start",
                  0x4000L,
                  "offset",
                  0x100L,
                  "file",
                  string("/usr/lib/libc.so.6"))));
      List<Long> functions = new ArrayList<>();
      for (int i = 0; i < NAMES.size(); i++) {
        long id = 1L + i + (random.nextBoolean() ? 0 : random.nextLong() << 8);
        functions.add(id);
        String name = random.nextInt(5) == 0 ? "" : NAMES.get(i);
        part(
            "function",
            List.of(
                messages.of(
                    "Function", "id", id, "name", string(name), "system", string(NAMES.get(i)))));
      }
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        location(functions, i + (random.nextBoolean() ? 0 : random.nextLong() << 8));
      }
    }

    private void location(List<Long> functions, long id) {
      boolean mapped = random.nextBoolean();
      long address = 0x4000L + random.nextInt(0x1000);
      String unnamed =
          mapped
              ? "libc.so.6+0x" + Long.toHexString(address - 0x4000 + 0x100)
              : "[unknown 0x" + Long.toHexString(address) + "]";
      List<DynamicMessage> lines = new ArrayList<>();
      List<String> frames = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        int function = random.nextInt(NAMES.size());
        int line = random.nextBoolean() ? 0 : random.nextInt(1_000);
        lines.add(
            messages.of(
                "Line", "function", functions.get(function), "line", line == 0 ? -7L : line));
        String name = NAMES.get(function);
        frames.add(0, (name.isEmpty() ? unnamed : name) + ":" + line);
      }
      if (frames.isEmpty()) {
        frames.add(unnamed + ":0");
      }
      part(
          "location",
          List.of(
              messages.of(
                  "Location",
                  "id",
                  id,
                  "mapping",
                  mapped ? 5L : 0L,
                  "address",
                  address,
                  "line",
                  lines)));
      locationIds.add(id);
      framesOf.add(frames);
    }

    private void sample(List<Labels> types, @Nullable Instant time) {
      List<Long> ids = new ArrayList<>();
      List<String> frames = new ArrayList<>();
      for (int i = random.nextInt(10); i > 0; i--) {
        int location = random.nextInt(locationIds.size());
        ids.add(0, locationIds.get(location));
        frames.addAll(framesOf.get(location));
      }
      if (frames.isEmpty()) {
        frames.add("[no stack]:0");
      }
      List<Long> values = new ArrayList<>();
      for (Labels type : types) {
        long value = random.nextInt(4) == 0 ? 0 : random.nextLong() >>> (1 + random.nextInt(62));
        values.add(value);
        if (value != 0) {
          expected.add(sampleText(type, time, frames.toString(), value));
        }
      }
      part("sample", List.of(messages.of("Sample", "location", ids, "value", values)));
    }
  }

  private static Memory read(byte[] bytes) throws IOException {
    Memory memory = new Memory();
    PprofReader.read(new ByteArrayInputStream(bytes), memory);
    return memory;
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  @Property(tries = 2_000)
  void whatTheLibraryWroteIsRead(@ForAll long seed) throws IOException {
    Made made = new Made(seed);

    assertThat(read(made.bytes).samples).isEqualTo(made.expected);
    Memory packed = read(gzip(made.bytes));
    assertThat(packed.samples).isEqualTo(made.expected);
    assertThat(packed.skipped).isZero();
  }

  @Property(tries = 5_000)
  void damageIsReadOrRefusedWithItsPlace(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = new Made(random.nextInt(100)).bytes;
    bytes = random.nextInt(4) == 0 ? gzip(bytes) : bytes;
    for (int i = random.nextInt(6); i >= 0 && bytes.length > 0; i--) {
      int place = random.nextInt(bytes.length);
      if (random.nextInt(5) == 0) {
        bytes = Arrays.copyOf(bytes, place);
      } else {
        bytes[place] = (byte) (random.nextBoolean() ? random.nextInt() : 0xFF);
      }
    }
    try {
      read(bytes);
    } catch (ImportException e) {
      assertThat(e).hasMessageContaining("malformed");
    }
  }

  /** Adds random samples to a profile. Returns the weights by stack. */
  private static Map<String, Long> fill(ProfileStore profile, Random random) {
    Map<String, Long> weights = new TreeMap<>();
    try (ProfileWriter writer = profile.writer()) {
      for (int i = random.nextInt(30); i >= 0; i--) {
        int[] frames = new int[1 + random.nextInt(8)];
        List<String> names = new ArrayList<>();
        for (int j = 0; j < frames.length; j++) {
          String name = NAMES.get(random.nextInt(NAMES.size()));
          int line = random.nextInt(3);
          frames[j] = writer.frame(name, line);
          names.add(name + ":" + line);
        }
        long weight = 1 + (random.nextLong() >>> (8 + random.nextInt(55)));
        writer.add(SERIES, BEGIN, writer.stack(0, frames, frames.length), weight);
        weights.merge(names.toString(), weight, Math::addExact);
      }
    }
    return weights;
  }

  @Property(tries = 500)
  void theLibraryReadsWhatIsWritten(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    try (Store store = Store.inMemory();
        Transaction tx = store.beginWrite()) {
      ProfileStore profile = ProfileStore.create(tx, "p", Duration.ofSeconds(10));
      Map<String, Long> earlier = fill(profile, random);
      FlameGraph before = profile.query(Labels.NONE, BEGIN, BEGIN.plusSeconds(10));
      Map<String, Long> expected = new TreeMap<>(earlier);
      fill(profile, random).forEach((stack, weight) -> expected.merge(stack, weight, Long::sum));
      FlameGraph graph = profile.query(Labels.NONE, BEGIN, BEGIN.plusSeconds(10));

      assertThat(weights(export(graph))).isEqualTo(expected);
      expected.replaceAll((stack, weight) -> weight - earlier.getOrDefault(stack, 0L));
      expected.values().removeIf(weight -> weight == 0);
      assertThat(weights(export(graph.minus(before)))).isEqualTo(expected);

      Memory again = new Memory();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Exports.pprof(graph, bytes);
      PprofReader.read(new ByteArrayInputStream(bytes.toByteArray()), again);
      assertThat(again.samples)
          .hasSize(weights(export(graph)).size())
          .allMatch(sample -> sample.startsWith("type=cpu,unit=nanoseconds " + BEGIN + " ["));
    }
  }

  private static DynamicMessage export(FlameGraph graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Exports.pprof(graph, bytes);
    try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return DynamicMessage.parseFrom(new PprofMessages(true).type("Profile"), gzip);
    }
  }

  /** Returns the weights by stack of an exported profile, all of whose fields are checked. */
  private static Map<String, Long> weights(DynamicMessage profile) {
    assertThat(profile.getUnknownFields().asMap()).isEmpty();
    List<String> strings = PprofMessages.list(profile, "string", String.class);
    assertThat(strings).startsWith("").doesNotHaveDuplicates();
    List<DynamicMessage> types = PprofMessages.list(profile, "type", DynamicMessage.class);
    assertThat(types).hasSize(1);
    assertThat(strings.get((int) PprofMessages.number(types.get(0), "name"))).isEqualTo("cpu");
    assertThat(strings.get((int) PprofMessages.number(types.get(0), "unit")))
        .isEqualTo("nanoseconds");
    assertThat(PprofMessages.number(profile, "time")).isEqualTo(BEGIN.getEpochSecond() * NANOS);
    assertThat(PprofMessages.number(profile, "duration")).isEqualTo(10 * NANOS);

    Map<Long, String> functions = new TreeMap<>();
    for (DynamicMessage function : PprofMessages.list(profile, "function", DynamicMessage.class)) {
      long name = PprofMessages.number(function, "name");
      assertThat(functions.put(PprofMessages.number(function, "id"), strings.get((int) name)))
          .isNull();
    }
    Map<Long, String> locations = new TreeMap<>();
    for (DynamicMessage location : PprofMessages.list(profile, "location", DynamicMessage.class)) {
      DynamicMessage line = PprofMessages.list(location, "line", DynamicMessage.class).get(0);
      String function = functions.get(PprofMessages.number(line, "function"));
      String frame = function + ":" + PprofMessages.number(line, "line");
      assertThat(locations.put(PprofMessages.number(location, "id"), frame)).isNull();
    }
    assertThat(functions).doesNotContainKey(0L);
    assertThat(locations).doesNotContainKey(0L);
    Map<String, Long> weights = new TreeMap<>();
    for (DynamicMessage sample : PprofMessages.list(profile, "sample", DynamicMessage.class)) {
      List<String> stack = new ArrayList<>();
      for (long location : PprofMessages.list(sample, "location", Long.class)) {
        stack.add(0, locations.get(location));
      }
      List<Long> values = PprofMessages.list(sample, "value", Long.class);
      assertThat(values).hasSize(1);
      assertThat(weights.put(stack.toString(), values.get(0))).isNull();
    }
    return weights;
  }
}
