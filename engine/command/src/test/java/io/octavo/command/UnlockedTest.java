package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader without locks makes no sidecar. */
class UnlockedTest {
  @TempDir Path directory;

  @Test
  void withTheOptionNoVerbThatReadsTakesALock() throws IOException {
    Path store = directory.resolve("a.oct");
    Path sidecar = directory.resolve("a.oct.lock");
    Octavo.runOn("1 7", "load", store, "m").succeeds();
    Files.delete(sidecar);
    Octavo.run("get", store, "m", 1, "--unlocked").prints("7\n");
    Octavo.run("--unlocked", "page", store, 0).succeeds();
    Octavo.run("check", store, "--unlocked").succeeds();
    Octavo.run("salvage", store, directory.resolve("b.oct"), "--unlocked").succeeds();
    Octavo.runOn("get m 1\n", "shell", store, "--unlocked").succeeds();
    assertThat(sidecar).doesNotExist();
    Octavo.run("salvage", store, directory.resolve("c.oct")).succeeds();
    assertThat(sidecar).as("the option is for one run").exists();
  }
}
