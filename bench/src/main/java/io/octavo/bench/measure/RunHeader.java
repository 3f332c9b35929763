package io.octavo.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a figure belongs to: a day, a commit, a JDK and a machine. */
public final class RunHeader {
  private RunHeader() {}

  /**
   * Returns day, commit, JDK and machine in a line.
   *
   * @param place where stores lie, or one of them
   */
  public static String line(Path place) throws IOException, InterruptedException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(
        Locale.ROOT,
        "%s, %s; JDK %s; %s, %d processors, %d GiB, %s %s, files on %s, load %.2f",
        LocalDate.now(ZoneOffset.UTC),
        commit(),
        Runtime.version(),
        processor(),
        system.getAvailableProcessors(),
        Math.round(system.getTotalMemorySize() / 0x1p30),
        system.getName(),
        system.getVersion(),
        Files.getFileStore(place).type(),
        system.getSystemLoadAverage());
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(file)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }

  /** Returns the commit of the repository that this code was built in. */
  private static String commit() throws IOException, InterruptedException {
    Path code;
    try {
      code = Path.of(RunHeader.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    Path place = code.resolveSibling("");
    List<String> head = git(place, "log", "-1", "--format=%H%n%ct");
    if (head.size() != 2) {
      return "commit unknown";
    }
    // The figures that were written before this run are no change.
    boolean isChanged =
        !git(
                place,
                "status",
                "--porcelain",
                "--untracked-files=no",
                "--",
                ":/",
                ":(top,exclude)*.md")
            .isEmpty();
    boolean isOlder =
        Files.isRegularFile(code)
            && Files.getLastModifiedTime(code).toMillis() / 1000 < Long.parseLong(head.get(1));
    return "commit "
        + head.get(0)
        + (isChanged ? " with changes" : "")
        + (isOlder ? " (but the jar was built before it: build it again)" : "");
  }

  /** Runs git; gives no line if it cannot be run or fails. */
  private static List<String> git(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("git", "-C", directory.toString()), Stream.of(arguments)).toList();
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      // There is no git.
      return List.of();
    }
    String lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? lines.lines().toList() : List.of();
  }
}
