package io.octavo.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of perf, made by hand. */
class PerfStacksTest {
  private static final long KERNEL = -128;
  private static final long USER = -512;
  private static final int MMAP = 1;
  private static final int SAMPLE = 9;

  /** Instruction, thread, time, stack, period: what {@code perf record -g} asks for. */
  private static final int USUAL = 1 | 2 | 4 | 32 | 256;

  @TempDir private Path directory;

  private record Taken(long thread, List<Long> frames, boolean isCutOff) {}

  private Path file(int type, ByteBuffer... records) throws IOException {
    int attributes = 104 + 16;
    int data = attributes + 136 + 8;
    ByteBuffer file = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    file.put("PERFILE2".getBytes(StandardCharsets.US_ASCII)).putLong(104).putLong(136 + 16);
    file.putLong(attributes).putLong(136 + 16).putLong(data);
    file.putLong(Arrays.stream(records).mapToInt(ByteBuffer::limit).sum());
    file.putLong(attributes + 24, type);
    file.position(data);
    Arrays.stream(records).forEach(record -> file.put(record.duplicate()));
    // What follows the records is not theirs.
    file.putLong(-1);
    Path path = directory.resolve("perf.data");
    Files.write(path, Arrays.copyOf(file.array(), file.position()));
    return path;
  }

  private static ByteBuffer sample(int thread, long... stack) {
    ByteBuffer body = ByteBuffer.allocate(5 * 8 + 8 * stack.length).order(ByteOrder.LITTLE_ENDIAN);
    body.putLong(stack[stack.length - 1]).putInt(7).putInt(thread).putLong(123).putLong(1);
    body.putLong(stack.length);
    Arrays.stream(stack).forEach(body::putLong);
    return record(SAMPLE, body.array());
  }

  private static ByteBuffer record(int kind, byte... body) {
    return ByteBuffer.allocate(8 + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(kind)
        .putShort((short) 2)
        .putShort((short) (8 + body.length))
        .put(body)
        .flip();
  }

  private static List<Taken> read(Path file) throws IOException {
    List<Taken> taken = new ArrayList<>();
    new PerfStacks(file)
        .read(
            (thread, stack, depth, isCutOff) ->
                taken.add(
                    new Taken(
                        thread, LongStream.of(stack).limit(depth).boxed().toList(), isCutOff)));
    return taken;
  }

  @Test
  void samplesAreTheAddressesOfKernelAndProgram() throws Exception {
    Path file =
        file(
            USUAL,
            record(MMAP, new byte[24]),
            sample(11, USER, 0x30, 0x20, 0x10),
            record(MMAP),
            sample(12, KERNEL, -0x7fff_0000_0000L, USER, 0x20, 0x10),
            sample(13, USER));
    assertThat(PerfStacks.isOne(file)).isTrue();
    assertThat(read(file))
        .containsExactly(
            new Taken(11, List.of(0x10L, 0x20L, 0x30L), false),
            new Taken(12, List.of(0x10L, 0x20L, -0x7fff_0000_0000L), false));
  }

  @Test
  void aStackThatIsCutOffSaysSo() throws Exception {
    long[] stack = LongStream.rangeClosed(0, 127).toArray();
    stack[0] = USER;
    List<Taken> taken = read(file(USUAL, sample(1, stack)));
    assertThat(taken).hasSize(1);
    assertThat(taken.get(0).isCutOff()).isTrue();
    assertThat(taken.get(0).frames()).hasSize(128).startsWith(-1L, 127L).endsWith(2L, 1L);
  }

  @Test
  void otherFilesAreRefused() throws Exception {
    assertThatThrownBy(() -> read(file(USUAL & ~32, sample(1, USER, 0x10))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("107");
    assertThatThrownBy(() -> read(file(USUAL, ByteBuffer.allocate(8))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a record of 0 bytes at 264");
    Path text = Files.writeString(directory.resolve("text"), "PERF");
    assertThat(PerfStacks.isOne(text)).isFalse();
  }
}
