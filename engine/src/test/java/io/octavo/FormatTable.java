package io.octavo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tables of FORMAT.md, for what only the engine does. */
public final class FormatTable {
  private FormatTable() {}

  /** Returns the rows of the tables with these columns. */
  public static List<List<String>> rows(String... columns) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    List<List<String>> rows = new ArrayList<>();
    boolean isInside = false;
    try {
      for (String line : Files.readAllLines(root.resolve("page/FORMAT.md"))) {
        List<String> cells = cells(line);
        if (cells.equals(List.of(columns))) {
          isInside = true;
        } else if (cells.isEmpty()) {
          isInside = false;
        } else if (isInside && !cells.get(0).startsWith("---")) {
          rows.add(cells);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static List<String> cells(String line) {
    if (!line.startsWith("|")) {
      return List.of();
    }
    String inner = line.substring(1, line.lastIndexOf('|'));
    return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
  }
}
