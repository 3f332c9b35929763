package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayFileTest {
  /** Lengths about those of a page, at which the file is cut into blocks. */
  private static final int MOST = 40_000;

  @Test
  void itDoesWhatAFileDoesAndLeavesTheOneBelow() throws IOException {
    for (long seed = 1; seed <= 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] before = bytes(random, random.nextInt(MOST));
      KeptFile below = new KeptFile(before);
      MemoryFile model = new MemoryFile();
      model.write(ByteBuffer.wrap(before), 0);
      try (StoreFile file = OverlayFile.over(below)) {
        for (int step = 0; step < 100; step++) {
          change(random, List.of(file, model));
          long position = random.nextInt(2 * MOST);
          int length = random.nextInt(MOST);
          assertThat(file.length()).as("seed %d", seed).isEqualTo(model.length());
          assertThat(read(file, position, length))
              .as("seed %d, step %d", seed, step)
              .isEqualTo(read(model, position, length));
        }
      }
      assertThat(below.content()).isEqualTo(before);
    }
  }

  private static void change(SplittableRandom random, List<StoreFile> files) throws IOException {
    long length = files.get(0).length();
    if (random.nextInt(10) == 0) {
      long shorter = length == 0 ? 0 : random.nextLong(length);
      for (StoreFile file : files) {
        file.truncate(shorter);
      }
      return;
    }
    long position = random.nextInt(2) == 0 ? random.nextInt(8) * 8192L : random.nextInt(MOST);
    byte[] bytes = bytes(random, random.nextInt(3) == 0 ? 8192 : random.nextInt(20_000));
    for (StoreFile file : files) {
      file.write(ByteBuffer.wrap(bytes), position);
    }
  }

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(StoreFile file, long position, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    int read = file.read(target, position);
    assertThat(target.position()).isEqualTo(read);
    return target.array();
  }

  @Test
  void nothingIsLeftOfIt(@TempDir Path directory) throws IOException {
    Path temporary = Files.createFile(directory.resolve("written"));
    try (StoreFile file = OverlayFile.over(new KeptFile(), temporary)) {
      file.write(ByteBuffer.allocate(10), 0);
      assertThat(temporary).isNotEmptyFile();
    }
    assertThat(temporary).doesNotExist();
  }
}
