package io.octavo.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Stores that are larger than memory, side by side: the entries of a {@link LargeSet}, a cache of
 * about a tenth of the file, and a limit for all memory of the process, in which the system keeps
 * pages of files too.
 *
 * <pre>
 * java [-Dshape=longs|strings] [-Dcount=100000000] [-Dcache=96] [-Dmemory=512]
 *     [-Dstores=octavo,lmdb,rocksdb] [-Dseconds=15] [-Ddirectory=.] io.octavo.bench.LargePeers
 * </pre>
 *
 * <p>Memory is in MiB. The limit is that of a control group of Linux (version 1), which this
 * program makes and removes, so it needs the rights of root; where no group can be made, the
 * program says so and measures without the limit. All stores have the same limits; the heap is 96
 * MiB, for Octavo, whose cache is in the heap, with the cache and half of it more. LMDB is asked
 * not to read ahead (MDB_NORDAHEAD), as its documentation says for such stores. Bytes written are
 * those that the disk is given while a store is open, so nothing else may run; what compactions
 * write later is not among them.
 */
public final class LargePeers {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup/memory");
  private static final int HEAP_MEBIBYTES = 96;

  private LargePeers() {}

  /**
   * Measures and prints a table.
   *
   * @param arguments none
   * @throws Exception if a store fails
   */
  public static void main(String[] arguments) throws Exception {
    String shape = System.getProperty("shape", "longs").toUpperCase(Locale.ROOT);
    int count = Integer.getInteger("count", 100_000_000);
    int cache = Integer.getInteger("cache", 96);
    int memory = Integer.getInteger("memory", 512);
    String seconds = System.getProperty("seconds", "15");
    List<Peer> peers =
        Stream.of(System.getProperty("stores", "octavo,lmdb,rocksdb").split(",", -1))
            .map(name -> Peer.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
    Path directory =
        Files.createTempDirectory(
            Path.of(System.getProperty("directory", ".")).toAbsolutePath(), "octavo-large");
    System.out.println(RunHeader.line(directory));
    Path group = GROUPS.resolve("octavo-bench-" + ProcessHandle.current().pid());
    boolean isLimited = limit(group, memory);
    System.out.printf(
        Locale.ROOT,
        "%s, %,d entries; cache %d MiB; memory of the process %s; %s s a work%n%n",
        shape.toLowerCase(Locale.ROOT),
        count,
        cache,
        isLimited ? memory + " MiB with the system's cache" : "not limited",
        seconds);
    Map<String, Map<Peer, String>> table = new LinkedHashMap<>();
    try {
      for (Peer peer : peers) {
        Path place = Files.createDirectory(directory.resolve(peer.label()));
        List<String> command = command(peer, cache);
        command.addAll(
            List.of(peer.name(), shape, Integer.toString(count), place.toString(), seconds));
        if (isLimited) {
          // The shell enters the group before it becomes the JVM.
          command.addAll(
              0, List.of("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", group + "/cgroup.procs"));
        }
        collect(peer, command, table);
        Directories.delete(place);
      }
    } finally {
      Directories.delete(directory);
      Files.deleteIfExists(group);
    }
    print(peers, table);
  }

  /** Makes a control group with a limit; returns whether that was possible. */
  private static boolean limit(Path group, int mebibytes) {
    try {
      Files.createDirectory(group);
      Files.writeString(
          group.resolve("memory.limit_in_bytes"), Long.toString((long) mebibytes << 20));
      return true;
    } catch (IOException e) {
      System.err.println("memory is not limited: " + e);
      return false;
    }
  }

  private static List<String> command(Peer peer, int cache) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Branches, and what a collector needs beside the cache, are not in its budget.
    int heap = peer == Peer.OCTAVO ? cache / 2 * 3 + HEAP_MEBIBYTES : HEAP_MEBIBYTES;
    command.add("-Xmx" + heap + "m");
    command.add("-Dcache=" + cache);
    command.add("-Dlmdb.readAhead=false");
    command.addAll(peer.flags());
    if (peer != Peer.OCTAVO) {
      command.add("-XX:+IgnoreUnrecognizedVMOptions");
      command.add("--sun-misc-unsafe-memory-access=allow");
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), LargeRun.class.getName()));
    return command;
  }

  private static void collect(Peer peer, List<String> command, Map<String, Map<Peer, String>> table)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
        String[] words = line.split("\t", -1);
        table
            .computeIfAbsent(words[0], key -> new EnumMap<>(Peer.class))
            .put(peer, String.format(Locale.ROOT, "%.4g", Double.parseDouble(words[1])));
      }
      int status = process.waitFor();
      if (status != 0) {
        System.out.println(peer.label() + " ended with exit status " + status);
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static void print(List<Peer> peers, Map<String, Map<Peer, String>> table) {
    System.out.println(
        "| | " + String.join(" | ", peers.stream().map(Peer::label).toList()) + " |");
    System.out.println("|---" + "|---:".repeat(peers.size()) + "|");
    table.forEach(
        (name, numbers) -> {
          List<String> cells = peers.stream().map(peer -> numbers.getOrDefault(peer, "")).toList();
          System.out.println("| " + name + " | " + String.join(" | ", cells) + " |");
        });
  }
}
