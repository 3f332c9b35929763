package io.octavo.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of this module that tests compare with what the code does. */
public final class ModuleFiles {
  /** With this property the files are written anew instead. */
  static final String REWRITE_PROPERTY = "golden.rewrite";

  public static final boolean REWRITE = Boolean.getBoolean(REWRITE_PROPERTY);

  /** What to do about a file that differs on purpose. */
  public static final String HINT =
      "\nIf the difference is wanted: run the test with -D" + REWRITE_PROPERTY + "=true\n";

  private ModuleFiles() {}

  /** Finds a file of the module, whether tests run in its directory or in that of the project. */
  public static Path path(String relative) {
    Path here = Path.of(relative);
    return Files.exists(here) ? here : Path.of("page").resolve(relative);
  }

  public static String read(Path path) throws IOException {
    return Files.readString(path).replace("\r\n", "\n");
  }
}
