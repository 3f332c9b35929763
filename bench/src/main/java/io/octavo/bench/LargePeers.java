package io.octavo.bench;

import io.octavo.bench.data.LargeSet;
import io.octavo.bench.measure.ChildJvm;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import io.octavo.bench.peer.LargeRun;
import io.octavo.bench.peer.Peer;
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
 *     [-Dstores=octavo,lmdb,rocksdb] [-Dseconds=15] [-Dputs=each] [-Ddirectory=.]
 *     io.octavo.bench.LargePeers
 * </pre>
 *
 * <p>Memory is in MiB. The limit is that of a control group of Linux (version 1), which this
 * program makes and removes, so it needs the rights of root; where no group can be made, the
 * program says so and measures without the limit. All stores have the same limits; the heap is 96
 * MiB, for Octavo, whose cache is in the heap, with the cache and half of it more. LMDB is asked
 * not to read ahead (MDB_NORDAHEAD), as its documentation says for such stores. Bytes written are
 * those that the disk is given while a store is open, so nothing else may run; what compactions
 * write later is not among them. The slowest transactions are those of 10,000 or of 1,000 inserts.
 * A transaction of Octavo makes its changes by one call of {@code putAll}; with {@code puts=each}
 * it makes them one by one, so that the slowest puts can be compared.
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
    String count = System.getProperty("count", "100000000");
    int cache = Integer.getInteger("cache", 96);
    int memory = Integer.getInteger("memory", 512);
    String seconds = System.getProperty("seconds", "15");
    List<Peer> peers =
        Stream.of(System.getProperty("stores", "octavo,lmdb,rocksdb").split(",", -1))
            .map(Peer::of)
            .toList();
    Path directory =
        Files.createTempDirectory(
            Path.of(System.getProperty("directory", ".")).toAbsolutePath(), "octavo-large");
    System.out.println(RunHeader.line(directory));
    Path group = GROUPS.resolve("octavo-bench-" + ProcessHandle.current().pid());
    boolean isLimited = limit(group, memory);
    System.out.printf(
        Locale.ROOT,
        "%s, %s entries; cache %d MiB; memory of the process %s; %s s a work%n%n",
        shape.toLowerCase(Locale.ROOT),
        count,
        cache,
        isLimited ? memory + " MiB with the system's cache" : "not limited",
        seconds);
    Map<String, Map<Peer, String>> rows = new LinkedHashMap<>();
    try {
      for (Peer peer : peers) {
        Path place = Files.createDirectory(directory.resolve(peer.label()));
        ChildJvm jvm =
            jvm(peer, cache)
                .program(LargeRun.class, peer.name(), shape, count, place.toString(), seconds);
        if (isLimited) {
          jvm.after("echo $$ > '" + group + "/cgroup.procs'");
        }
        int status = jvm.run(null, words -> accept(peer, words, rows));
        if (status != 0) {
          System.out.println(peer.label() + " ended with exit status " + status);
        }
        Directories.delete(place);
      }
    } finally {
      Directories.delete(directory);
      Files.deleteIfExists(group);
    }
    print(peers, rows);
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

  private static ChildJvm jvm(Peer peer, int cache) {
    // Branches, and what a collector needs beside the cache, are not in its budget.
    int heap = peer == Peer.OCTAVO ? cache / 2 * 3 + HEAP_MEBIBYTES : HEAP_MEBIBYTES;
    return peer.jvm()
        .with(
            "-Xmx" + heap + "m",
            "-Dcache=" + cache,
            "-Dlmdb.readAhead=false",
            "-Dputs=" + System.getProperty("puts", ""));
  }

  private static void accept(Peer peer, String[] words, Map<String, Map<Peer, String>> rows) {
    System.err.println(String.join("\t", words));
    rows.computeIfAbsent(words[0], key -> new EnumMap<>(Peer.class))
        .put(peer, String.format(Locale.ROOT, "%.4g", Double.parseDouble(words[1])));
  }

  private static void print(List<Peer> peers, Map<String, Map<Peer, String>> rows) {
    List<String> head = new ArrayList<>(List.of(""));
    peers.forEach(peer -> head.add(peer.label()));
    Table table = new Table(System.out, 1, head);
    rows.forEach(
        (name, numbers) -> {
          List<String> cells = new ArrayList<>(List.of(name));
          peers.forEach(peer -> cells.add(numbers.getOrDefault(peer, "")));
          table.row(cells);
        });
  }
}
