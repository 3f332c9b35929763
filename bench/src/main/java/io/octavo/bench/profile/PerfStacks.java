package io.octavo.bench.profile;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The stacks of addresses in a file of {@code perf record --call-graph fp}, as the kernel has taken
 * them: return addresses, and the address of the instruction that ran. The file is read as {@code
 * tools/perf/Documentation/perf.data-file-format.txt} of Linux describes it; of its records, only
 * the samples are looked at.
 */
final class PerfStacks implements StackSource {
  private static final byte[] MAGIC = "PERFILE2".getBytes(StandardCharsets.US_ASCII);

  /** Where the header has the places of the attributes and of the records. */
  private static final int ATTRIBUTES = 24;

  private static final int DATA = 40;
  private static final int HEADER = 104;

  /** Where the first attribute has the fields of a sample. */
  private static final int SAMPLE_TYPE = 24;

  private static final int RECORD_HEADER = 8;
  private static final int SAMPLE = 9;

  /** The bits for the fields of 8 bytes before the addresses of a stack. */
  private static final long BEFORE_STACK = 1 | 2 | 4 | 8 | 64 | 128 | 256 | 512 | 1 << 16;

  private static final long IDENTIFIER = 1 << 16;
  private static final long INSTRUCTION = 1;
  private static final long THREAD = 2;
  private static final long READ = 16;
  private static final long STACK = 32;

  /** Addresses from here on say whether those that follow are of the kernel or of the program. */
  private static final long CONTEXTS = -4095;

  /** The most addresses of a stack, unless {@code kernel.perf_event_max_stack} is set. */
  private static final int MOST = 127;

  /** Stands for the outer frames that were cut off: no address of any machine. */
  private static final long CUT_OFF = -1;

  private final Path file;
  private final long[] stack = new long[1 + (1 << Short.SIZE) / Long.BYTES];

  PerfStacks(Path file) {
    this.file = file;
  }

  /** Tells whether a file is one of {@code perf record}. */
  static boolean isOne(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ByteBuffer.wrap(in.readNBytes(MAGIC.length)).equals(ByteBuffer.wrap(MAGIC));
    }
  }

  @Override
  public String title() {
    return "addresses of " + file.getFileName();
  }

  @Override
  public void read(Sink sink) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
      ByteBuffer header = read(in, HEADER);
      long attributes = header.getLong(ATTRIBUTES);
      long data = header.getLong(DATA);
      long end = data + header.getLong(DATA + Long.BYTES);
      in.skipNBytes(attributes - HEADER);
      ByteBuffer attribute = read(in, SAMPLE_TYPE + Long.BYTES);
      long type = attribute.getLong(SAMPLE_TYPE);
      if ((type & (THREAD | READ | STACK)) != (THREAD | STACK)) {
        throw new IOException(file + " has samples of type " + Long.toHexString(type));
      }
      long at = attributes + attribute.capacity();
      in.skipNBytes(data - at);
      for (at = data; at < end; ) {
        ByteBuffer head = read(in, RECORD_HEADER);
        int length = Short.toUnsignedInt(head.getShort(6));
        if (length < RECORD_HEADER) {
          throw new IOException(file + " has a record of " + length + " bytes at " + at);
        }
        if (head.getInt(0) == SAMPLE) {
          sample(read(in, length - RECORD_HEADER), type, sink);
        } else {
          in.skipNBytes(length - RECORD_HEADER);
        }
        at += length;
      }
    }
  }

  private static ByteBuffer read(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void sample(ByteBuffer sample, long type, Sink sink) {
    int thread =
        sample.getInt(
            Long.bitCount(type & (IDENTIFIER | INSTRUCTION)) * Long.BYTES + Integer.BYTES);
    sample.position(Long.bitCount(type & BEFORE_STACK) * Long.BYTES);
    long count = sample.getLong();
    int depth = 0;
    for (int i = 0; i < count; i++) {
      long address = sample.getLong();
      if (Long.compareUnsigned(address, CONTEXTS) < 0) {
        stack[depth++] = address;
      }
    }
    boolean isCutOff = depth >= MOST;
    if (isCutOff) {
      stack[depth++] = CUT_OFF;
    }
    for (int low = 0, high = depth - 1; low < high; low++, high--) {
      long inner = stack[low];
      stack[low] = stack[high];
      stack[high] = inner;
    }
    if (depth > 0) {
      sink.stack(thread, stack, depth, isCutOff);
    }
  }
}
