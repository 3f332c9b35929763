package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a store asks of the system so that a real file is durable, as strace sees it: everything
 * else in the engine believes that ChannelFile does this. Skipped where there is no strace, except
 * where the environment says {@code CI=true}.
 */
class ForceTest {
  private static final Pattern OPENED =
      Pattern.compile("openat\\(.*, \"([^\"]*)\", ([A-Z_|]+).*\\) += (\\d+).*");
  private static final Pattern OF_FILE =
      Pattern.compile("(pwrite64|fsync|fdatasync|write)\\((\\d+).*");

  @TempDir Path directory;

  /** Says what it has done, by writes to its standard output that strace sees too. */
  static final class Program {
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private Program() {}

    public static void main(String[] arguments) throws IOException {
      say("start");
      try (Store store = Store.open(Path.of(arguments[0]))) {
        say("created");
        // The first small commit makes a ring, and those after it make the file longer.
        for (int i = 0; i < 8; i++) {
          long value = i;
          store.write(tx -> tx.longMap("m").put(1, value));
        }
        say("ringed");
        store.write(tx -> tx.longMap("m").put(2, 2));
        say("recorded");
        store.checkpoint();
        say("checkpointed");
      }
      say("closed");
      try (Store store = Store.open(Path.of(arguments[0]))) {
        store.readLong(tx -> tx.longMap("m").get(1, -1));
        say("reopened");
        store.write(tx -> tx.longMap("m").put(3, 3));
        say("changed");
      }
    }

    private static void say(String word) throws IOException {
      OUT.write(("said " + word + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Runs the program; gives what it asked of the system, one call a line. */
  private List<String> calls() throws IOException, InterruptedException {
    boolean isThere =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "strace")));
    boolean isRequired = "true".equals(System.getenv("CI"));
    assumeTrue(isThere || isRequired, "no strace on the PATH, so that no real force is seen");
    Path trace = directory.resolve("calls.txt");
    Path out = directory.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                "strace",
                "-f",
                "-e",
                "trace=openat,write,pwrite64,fsync,fdatasync",
                "-o",
                trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                directory.resolve("store.oct").toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    return joined(Files.readAllLines(trace));
  }

  /** Puts the two halves of calls together beside which strace had another thread's to tell. */
  private static List<String> joined(List<String> lines) {
    Map<String, String> begun = new HashMap<>();
    List<String> calls = new ArrayList<>();
    for (String line : lines) {
      String thread = line.split(" +", 2)[0];
      String call = line.split(" +", 2)[1];
      Matcher rest = Pattern.compile("<\\.\\.\\. \\w+ resumed>(.*)").matcher(call);
      if (call.endsWith(" <unfinished ...>")) {
        begun.put(thread, call.replace(" <unfinished ...>", ""));
      } else {
        calls.add(rest.matches() ? begun.remove(thread) + rest.group(1) : call);
      }
    }
    return calls;
  }

  /** What is done to the file and its directory, by the word that was said after it. */
  private Map<String, List<String>> steps(List<String> calls) {
    Map<String, List<String>> steps = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    List<String> step = new ArrayList<>();
    for (String call : calls) {
      Matcher opened = OPENED.matcher(call);
      Matcher used = OF_FILE.matcher(call);
      if (opened.matches()) {
        names.put(opened.group(3), name(Path.of(opened.group(1)), opened.group(2)));
      } else if (call.contains("\"said ")) {
        steps.put(call.replaceAll(".*said (\\w+).*", "$1"), step);
        step = new ArrayList<>();
      } else if (used.matches() && !names.getOrDefault(used.group(2), "").isEmpty()) {
        String what = used.group(1) + " " + names.get(used.group(2));
        boolean isAgain = !step.isEmpty() && step.get(step.size() - 1).equals(what);
        if (!isAgain || !what.startsWith("pwrite64")) {
          step.add(what);
        }
      }
    }
    return steps;
  }

  /** Names what this test is about; the empty string is anything else. */
  private String name(Path path, String flags) {
    if (path.equals(directory)) {
      return "directory";
    }
    if (!directory.equals(path.getParent()) || path.toString().endsWith(".lock")) {
      return "";
    }
    String draft = path.getFileName().toString().endsWith(".new") ? "draft" : "file";
    return Arrays.asList(flags.split("\\|")).contains("O_DSYNC") ? draft + " by O_DSYNC" : draft;
  }

  @Test
  void aStoreAsksTheSystemForWhatItPromises() throws IOException, InterruptedException {
    List<String> calls = calls();
    Map<String, List<String>> steps = steps(calls);
    String all = String.join("\n", calls);
    assertThat(steps.get("created"))
        .as("a new file is durable before its name, and the name before it is used; of%n%s", all)
        .containsSubsequence("pwrite64 draft", "fdatasync draft", "fsync directory");
    assertThat(steps.get("recorded")).as("of%n%s", all).containsExactly("pwrite64 file by O_DSYNC");
    assertThat(steps.get("reopened"))
        .as("a file that was closed is read only; of%n%s", all)
        .isEmpty();
    for (String step : List.of("ringed", "checkpointed", "closed", "changed")) {
      assertThat(steps.get(step))
          .as("%s: pages, force, meta page, force; of%n%s", step, all)
          .containsSubsequence(
              "pwrite64 file", "fdatasync file", "pwrite64 file", "fdatasync file");
    }
  }
}
