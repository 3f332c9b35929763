package io.octavo.bench;

import io.octavo.Store;
import io.octavo.StoreOptions;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All ways to copy a closed store. */
final class ProfileCopies {
  private ProfileCopies() {}

  /** Copies a store to files beside it; returns them by what made them, with the store first. */
  static Map<String, Path> of(Path file, StoreOptions options)
      throws IOException, InterruptedException {
    Map<String, Path> copies = new LinkedHashMap<>();
    copies.put("close and open", file);
    copies.put("backup", file.resolveSibling(file.getFileName() + ".backup"));
    copies.put("compaction", file.resolveSibling(file.getFileName() + ".compact"));
    copies.put("dump and load", file.resolveSibling(file.getFileName() + ".load"));
    try (Store store = Store.open(file, options)) {
      store.backupTo(copies.get("backup"));
      store.compactTo(copies.get("compaction"));
    }
    dumpAndLoad(file, copies.get("dump and load"));
    return copies;
  }

  /** Pipes what {@code octavo dump} prints to {@code octavo load}. */
  private static void dumpAndLoad(Path file, Path copy) throws IOException, InterruptedException {
    List<ProcessBuilder> commands =
        List.of(
            octavo("dump", file.toString(), "--hex"), octavo("load", copy.toString(), "--dump"));
    for (Process process : ProcessBuilder.startPipeline(commands)) {
      if (process.waitFor() != 0) {
        throw new IOException(file + " was not copied by octavo dump and octavo load");
      }
    }
  }

  private static ProcessBuilder octavo(String verb, String file, String option) {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // Most of the time is that of the compiler otherwise.
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "io.octavo.command.Main",
            verb,
            file,
            option)
        .redirectError(Redirect.INHERIT);
  }
}
