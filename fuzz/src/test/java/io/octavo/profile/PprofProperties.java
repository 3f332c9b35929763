package io.octavo.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** What is read of pprof, and what is written, beside the library of Protocol Buffers. */
class PprofProperties {
  private static final List<String> NAMES =
      List.of("main", "run", "größer", "a;b", "x y", "𝕏", "", "java.lang.Thread.run", "main");

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
        return strings.size() - 1;
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
        long id = 1 + i + (random.nextBoolean() ? 0 : random.nextLong() << 8);
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
        long value = random.nextInt(4) == 0 ? 0 : random.nextLong() >>> 1 + random.nextInt(62);
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

  @Property(tries = 20_000)
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
}
