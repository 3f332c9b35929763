package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.ModuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PackedSumsTest {
  @Test
  void theSourceIsWhatItsGeneratorWrites() throws IOException {
    Path file = ModuleFiles.path("src/main/java/io/octavo/packed/PackedSums.java");
    String source = PackedSumsGenerator.source();
    if (ModuleFiles.REWRITE) {
      Files.writeString(file, source);
    }
    assertThat(ModuleFiles.read(file)).as(ModuleFiles.HINT).isEqualTo(source);
  }
}
