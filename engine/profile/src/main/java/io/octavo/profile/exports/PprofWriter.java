package io.octavo.profile.exports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;

/** Writes a pprof profile, see {@link Exports#pprof}. */
final class PprofWriter {
  /**
   * What is a location in pprof.
   *
   * @param symbol the number of the symbol
   * @param line the line
   */
  private record Frame(int symbol, int line) {}

  private final FlameGraph graph;
  private final Ids<String> strings = new Ids<>();
  private final Ids<Frame> frames = new Ids<>();
  private final Ids<Integer> functions = new Ids<>();
  private final ProtoBuffer message = new ProtoBuffer();
  private final ProtoBuffer nested = new ProtoBuffer();

  PprofWriter(FlameGraph graph) {
    this.graph = graph;
    strings.of("");
  }

  void write(OutputStream out) throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(out);
    ProtoBuffer profile = new ProtoBuffer();
    writeType(profile);
    writeSamples(profile, gzip);
    writeTables(profile, gzip);
    profile.number(9, nanos(graph.from()));
    profile.number(10, nanos(graph.from(), graph.to()));
    profile.drainTo(gzip);
    gzip.finish();
  }

  private void writeType(ProtoBuffer profile) {
    Labels labels = graph.labels();
    message.number(1, strings.of(Objects.requireNonNullElse(labels.get(Labels.TYPE), "samples")));
    message.number(2, strings.of(Objects.requireNonNullElse(labels.get(Labels.UNIT), "count")));
    profile.message(1, message);
  }

  private void writeSamples(ProtoBuffer profile, OutputStream out) throws IOException {
    int[] locations = new int[graph.size()];
    for (int i = 0; i < locations.length; i++) {
      locations[i] = 1 + frames.of(new Frame(strings.of(graph.symbol(i)), graph.line(i)));
      if (graph.self(i) != 0) {
        for (int node = i; node != FlameGraph.NONE; node = graph.parent(node)) {
          nested.varint(locations[node]);
        }
        message.message(1, nested);
        nested.varint(graph.self(i));
        message.message(2, nested);
        profile.message(2, message);
        profile.drainTo(out);
      }
    }
  }

  private void writeTables(ProtoBuffer profile, OutputStream out) throws IOException {
    List<Frame> all = frames.all();
    for (int i = 0; i < all.size(); i++) {
      message.number(1, 1 + i);
      nested.number(1, 1 + functions.of(all.get(i).symbol));
      nested.number(2, all.get(i).line);
      message.message(4, nested);
      profile.message(4, message);
    }
    profile.drainTo(out);
    for (int i = 0; i < functions.all().size(); i++) {
      message.number(1, 1 + i);
      message.number(2, functions.all().get(i));
      message.number(3, functions.all().get(i));
      profile.message(5, message);
    }
    profile.drainTo(out);
    for (String string : strings.all()) {
      profile.bytes(6, string.getBytes(StandardCharsets.UTF_8));
    }
    profile.drainTo(out);
  }

  /** Returns a time in nanoseconds since 1970, 0 if there is no such number. */
  private static long nanos(Instant time) {
    return nanos(Instant.EPOCH, time);
  }

  private static long nanos(Instant from, Instant to) {
    try {
      return Duration.between(from, to).toNanos();
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  /** A message of Protocol Buffers that grows. */
  private static final class ProtoBuffer {
    private byte[] bytes = new byte[1 << 10];
    private int length;

    /** Adds a field that is a number, unless it is 0, its default. */
    void number(int field, long value) {
      if (value != 0) {
        varint((long) field << 3);
        varint(value);
      }
    }

    /** Adds a field that is a message, and empties that message. */
    void message(int field, ProtoBuffer nested) {
      bytes(field, nested.bytes, nested.length);
      nested.length = 0;
    }

    void bytes(int field, byte[] contents) {
      bytes(field, contents, contents.length);
    }

    private void bytes(int field, byte[] contents, int count) {
      varint((long) field << 3 | 2);
      varint(count);
      ensure(count);
      System.arraycopy(contents, 0, bytes, length, count);
      length += count;
    }

    void varint(long value) {
      ensure(10);
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        bytes[length++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      bytes[length++] = (byte) rest;
    }

    void drainTo(OutputStream out) throws IOException {
      out.write(bytes, 0, length);
      length = 0;
    }

    private void ensure(int more) {
      if (more > bytes.length - length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
      }
    }
  }
}
