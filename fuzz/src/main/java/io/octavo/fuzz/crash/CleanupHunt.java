package io.octavo.fuzz.crash;

import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.fail.PointInserter;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.Removal;
import io.octavo.fuzz.fail.Strike;
import io.octavo.fuzz.fail.StruckLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Leaves out each statement of the methods that clean up, one after the other, and lets {@link
 * CleanupCases} and {@link MethodSweep} find it.
 *
 * <pre>
 * CleanupHunt [--seconds N] [--processes N] [--class NAME] [--method NAME] [--each N] [--seed N]
 * CleanupHunt --only CLASS.METHOD:LINE [--seconds N]
 * </pre>
 *
 * <p>Each statement is hunted in a process of its own, because a bug may keep locks, properties and
 * threads of the process, which the next one would meet. An adversary has a fixed number of runs
 * and is done sooner than in its seconds, so that what is found does not depend on the machine.
 * {@code each} hunts one in so many of the statements, the seed tells which. {@code only} hunts one
 * in this process, and hunts nothing left out where it is {@code none}. Ends with status 1 where
 * one is not found that is not {@link #EXEMPT}, or something is found though nothing is left out.
 */
public final class CleanupHunt {
  /** Seconds beyond its time after which an adversary counts as hanging. */
  private static final long PATIENCE = 40;

  private static final String NONE = "none";
  private static final String FOUND = "found by ";
  private static final String NOT_FOUND = "NOT FOUND";

  /** In the order in which they hunt: those that are done soon come first. */
  private static final List<Adversary> ADVERSARIES =
      List.of(
          new Adversary("the cases", (inserter, seconds) -> findBy(CleanupCases.class, inserter)),
          sweep("a tiny store", 8, 500, "--each", "10"),
          sweep("a real file", 1, 200, "--each", "20", "--files", "1"),
          sweep("a real file with a trace", 2, 150, "--each", "20", "--files", "1"),
          sweep("threads", 1, 300, "--each", "4", "--threads", "1"),
          sweep("a small store", 9, 300, "--each", "10"),
          sweep("another small store", 11, 300, "--each", "10"),
          sweep("another tiny store", 16, 500, "--each", "10"),
          sweep("a third tiny store", 24, 500, "--each", "5"),
          sweep("a large store", 7, 100, "--each", "50"),
          new Adversary(
              "lists of changes", (inserter, seconds) -> findBy(DeltaRun.class, inserter)),
          new Adversary(
              "snapshots of write transactions",
              (inserter, seconds) -> findBy(SnapshotRun.class, inserter)));

  /** Statements that may be left out unseen, by the names of {@link #statements}, and why. */
  static final Map<String, String> EXEMPT =
      Map.ofEntries(
          Map.entry(
              "BackgroundThreads.close isClosed",
              "only a commit beside the close asks for a thread that early"),
          Map.entry(
              "Flusher.failed due", "only an Error before the first statement of a flush needs it"),
          Map.entry(
              "OpenTransactions.close wakeNext",
              "who waits to write to a store that is closed looks again 20 times a second"),
          Map.entry("Retained.reclaim count", "a figure, which the next transaction sets"),
          Map.entry(
              "Layers.release isReleasing #2",
              "without it the same layers are looked at before each page that is made or let go"),
          Map.entry("PagePool.release push", "without it the array is left to the collector"),
          Map.entry(
              "Layers.release isEmpty",
              "without it the transaction copies pages that no snapshot reaches once more"),
          Map.entry(
              "SharedMemory.leave remove",
              "gives the memory of a closed store to the others: SharedCacheTest"),
          Map.entry(
              "TailMoves.ended hasMoved",
              "without it commits look for pages to move where there are none"),
          Map.entry(
              "TailMoves.ended skipped",
              "without it the next search for pages to move begins further behind"),
          Map.entry("Retained.reclaim sequence", "only an assertion needs it"),
          Map.entry(
              "Layers.release union newest",
              "without it the transaction copies pages that no snapshot reaches once more:"
                  + " LayersTest"),
          Map.entry(
              "TailMoves.ended isIdle",
              "without it commits look for pages to move where there are none"),
          Map.entry("Pager.close close", "stores close with other work before the file is closed"),
          Map.entry("Pager.close noteDurable", "saves the next opening a force: CleanOpenTest"),
          Map.entry(
              "Pager.closeFile leaveMemory",
              "gives the memory of a closed store to the others: SharedCacheTest"),
          Map.entry("Pager.close run", "compacts the file: no commit and no descriptor needs it"),
          Map.entry(
              "StoreOpening.release isReleased",
              "only where both attempts fail before their first statement"),
          Map.entry(
              "SharedMemory.leave size max shareOf share",
              "gives the memory of a closed store to the others: SharedCacheTest"),
          Map.entry(
              "StackIndexes.giveBack valueOf remove",
              "keeps an index that the next transaction would make again"),
          Map.entry(
              "TailMoves.ended moveBitmaps",
              "ends a walk of moves: without it the file is longer, and no commit needs it"),
          Map.entry(
              "TailMoves.ended moveHigh",
              "ends a walk of moves: without it the file is longer, and no commit needs it"),
          Map.entry(
              "Transaction.close isEnded",
              "only while another thread ends the same transaction, because the store is closed"),
          Map.entry(
              "Transaction.close requireForWrite", "only full stacks: RecursionSweep comes there"),
          Map.entry(
              "Transaction.rollBack depart",
              "a transaction that has ended does not ask who is inside"),
          Map.entry(
              "TransactionResources.letGo clean",
              "the collector does the same when it finds the transaction"),
          Map.entry(
              "TransactionResources.endAfter addSuppressed",
              "a second failure is added to the report of the first, for people"),
          Map.entry(
              "Head.end writeSet end",
              "no thread is inside a transaction that commits, and a roll back has ended the pages"),
          Map.entry("Head.end untold", "a trace takes no second end of the same operations"),
          Map.entry(
              "Head.rollBack isCommitted",
              "a commit that failed has looked already, or an Error there has failed the store"),
          Map.entry(
              "Head.rollBack open",
              "to roll back again changes nothing before the next transaction, which replaces it"),
          Map.entry("Head.reclaim isEachTakenPageReached", "an assertion, which changes nothing"),
          Map.entry(
              "OpenedFile.release addSuppressed",
              "a second failure is added to the report of the first, for people"),
          Map.entry(
              "Space.thaw frozen", "what has changed is frozen anew before it is looked at again"),
          Map.entry(
              "WriteSet.end ended",
              "no thread is inside a transaction that commits, and a roll back has ended the pages"),
          Map.entry(
              "WriteSet.rollBack ended", "the end of the transaction, which follows, sets it too"),
          Map.entry(
              "WriteSet.rollBack clear",
              "to roll back again changes nothing before the next transaction takes pages"),
          Map.entry(
              "WriteSet.rollBack clear #2",
              "to roll back again changes nothing before the next transaction takes pages"),
          Map.entry(
              "TraceReader$Operations.ended selected",
              "the first operation of each transaction in a trace selects its collection"),
          Map.entry(
              "TraceWriter.close isOpen",
              "the thread that writes has ended, and takes nothing any more"),
          Map.entry(
              "TraceWriter.ended handOverIfLong",
              "the next operations hand over what has become long"),
          Map.entry(
              "TakeOver.end clear", "frees memory before the next transaction replaces this one"),
          Map.entry(
              "TakeOver.giveBack valueOf remove",
              "the frame has left the table, so to give its array back again does nothing"),
          Map.entry("FrameWriter.close end", "frees memory before the collector does"),
          Map.entry("FrameWriter.close end #2", "frees memory before the collector does"),
          Map.entry("TraceReader.close end", "frees memory before the collector does"));

  /** Keeps an object from being collected while it is used, which happens to compiled code only. */
  private static final String FENCE = "reachabilityFence";

  private CleanupHunt() {}

  /** Who hunts; what it finds is empty where that is nothing. */
  private record Adversary(String name, Hunter hunter) {}

  @FunctionalInterface
  private interface Hunter {
    String hunt(PointInserter inserter, long seconds) throws ReflectiveOperationException;
  }

  /** A sweep of some runs; most of what it takes time for is to load the classes. */
  private static Adversary sweep(String name, long seed, int runs, String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    words.addAll(List.of("--most", String.valueOf(runs), "--seed", String.valueOf(seed)));
    words.addAll(List.of("--scenarios", "1", "--stride", "1000", "--first", "1"));
    words.addAll(List.of("--shuffled", "1", "--seconds"));
    return new Adversary(
        name,
        (inserter, seconds) -> {
          words.add(String.valueOf(seconds));
          Set<?> found = MethodSweep.sweep(inserter, Set.of(), words.toArray(String[]::new));
          return found.isEmpty() ? "" : String.valueOf(found.iterator().next());
        });
  }

  /** Lets a class of cases or of runs look at classes that lack a statement. */
  static String findBy(Class<?> finder, PointInserter inserter)
      throws ReflectiveOperationException {
    return (String)
        Class.forName(finder.getName(), true, new StruckLoader(inserter))
            .getMethod("findWrong")
            .invoke(null);
  }

  /**
   * Hunts.
   *
   * @param arguments as above
   * @throws Exception if the classes cannot be read, or a process cannot be started
   */
  public static void main(String[] arguments) throws Exception {
    Arguments options =
        Arguments.of(
            arguments,
            "--seconds",
            "--processes",
            "--class",
            "--method",
            "--each",
            "--seed",
            "--only");
    long seconds = options.number("--seconds", 60);
    String only = options.text("--only", "");
    if (!only.isEmpty()) {
      String outcome = huntHere(only, seconds);
      System.out.println(outcome);
      System.out.flush();
      // What a bug has left may keep the process from ending.
      Runtime.getRuntime().halt(outcome.startsWith(NOT_FOUND) == only.equals(NONE) ? 0 : 1);
    }
    Map<String, String> statements = statements();
    List<String> chosen = new ArrayList<>();
    long each = options.number("--each", 1);
    long remainder = Math.floorMod(options.number("--seed", 1), each);
    long number = 0;
    for (String statement : statements.keySet()) {
      String method = statement.substring(0, statement.indexOf(':'));
      String className = method.substring(0, method.indexOf('.'));
      if (options.text("--class", className).equals(className)
          && method.endsWith(
              "." + options.text("--method", method.substring(className.length() + 1)))
          && number++ % each == remainder) {
        chosen.add(statement);
      }
    }
    if (!huntAll(statements, chosen, seconds, (int) options.number("--processes", 1))) {
      System.exit(1);
    }
  }

  /** Returns all statements by class, method and line, and their names. */
  static Map<String, String> statements() throws IOException {
    StruckLoader.readAll();
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, Integer> times = new HashMap<>();
    Points.statements()
        .forEach(
            (statement, called) -> {
              if (Exits.isExit(statement.className(), statement.method())) {
                String name =
                    statement.className()
                        + "."
                        + statement.method()
                        + " "
                        + String.join(" ", called);
                int time = times.merge(name, 1, Integer::sum);
                names.put(key(statement), time == 1 ? name : name + " #" + time);
              }
            });
    return names;
  }

  private static String key(Removal statement) {
    return statement.className() + "." + statement.method() + ":" + statement.line();
  }

  private static boolean huntAll(
      Map<String, String> statements, List<String> chosen, long seconds, int processes)
      throws InterruptedException, ExecutionException {
    List<String> stale = new ArrayList<>(EXEMPT.keySet());
    stale.removeAll(statements.values());
    stale.forEach(name -> System.out.println("exempt, but not there: " + name));
    String falseAlarm = huntInProcess(NONE, seconds);
    if (!falseAlarm.startsWith(NOT_FOUND)) {
      System.out.println("nothing is left out, but: " + falseAlarm);
      return false;
    }
    ExecutorService executor = Executors.newFixedThreadPool(processes);
    Map<String, Future<String>> outcomes = new LinkedHashMap<>();
    for (String statement : chosen) {
      outcomes.put(statement, executor.submit(() -> outcome(statements, statement, seconds)));
    }
    executor.shutdown();
    Map<String, Integer> totals = new TreeMap<>();
    List<String> notFound = new ArrayList<>();
    for (Map.Entry<String, Future<String>> entry : outcomes.entrySet()) {
      String outcome = entry.getValue().get();
      String name = statements.getOrDefault(entry.getKey(), "");
      System.out.printf(
          Locale.ROOT,
          "%-42s %s%n    %s%n",
          entry.getKey(),
          name.substring(name.indexOf(' ') + 1),
          outcome);
      totals.merge(
          outcome.startsWith(FOUND)
              ? outcome.substring(0, (outcome + ":").indexOf(':'))
              : outcome.startsWith(NOT_FOUND) ? NOT_FOUND : "exempt",
          1,
          Integer::sum);
      if (outcome.startsWith(NOT_FOUND)) {
        notFound.add(entry.getKey());
        System.out.printf(
            Locale.ROOT,
            "    replay: java -ea -cp %s:BYTE_BUDDY %s --only %s --seconds %d%n",
            ModelRun.CLASS_PATH,
            CleanupHunt.class.getName(),
            entry.getKey(),
            seconds);
      }
    }
    totals.forEach((what, count) -> System.out.printf(Locale.ROOT, "%5d %s%n", count, what));
    if (!notFound.isEmpty()) {
      System.out.println("not found: " + String.join(", ", notFound));
    }
    return stale.isEmpty() && notFound.isEmpty();
  }

  private static String outcome(Map<String, String> statements, String statement, long seconds) {
    String name = statements.getOrDefault(statement, "");
    String reason =
        name.contains(" " + FENCE)
            ? "it matters only where the collector runs at that moment"
            : EXEMPT.get(name);
    if (reason != null) {
      return "exempt: " + reason;
    }
    String outcome = huntInProcess(statement, seconds);
    // What threads and real files do is not the same each time.
    return outcome.startsWith(NOT_FOUND) ? huntInProcess(statement, seconds) : outcome;
  }

  private static List<String> command(String statement, long seconds) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-ea",
        // Each process lives for seconds.
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
        "-cp",
        System.getProperty("java.class.path"),
        CleanupHunt.class.getName(),
        "--only",
        statement,
        "--seconds",
        String.valueOf(seconds));
  }

  private static String huntInProcess(String statement, long seconds) {
    try {
      long start = System.nanoTime();
      Path directory = Files.createTempDirectory("octavo-hunt");
      List<String> command = new ArrayList<>(command(statement, seconds));
      command.set(4, "-Djava.io.tmpdir=" + directory);
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String last = NOT_FOUND + ": the process said nothing";
      try {
        process.getOutputStream().close();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        process.waitFor();
        if (!lines.isEmpty()) {
          last = lines.get(lines.size() - 1);
        }
      } finally {
        process.destroyForcibly().waitFor();
        // What a process has left that ended before its time.
        CleanupCases.delete(directory);
      }
      return String.format(Locale.ROOT, "%s, %.1f s", last, (System.nanoTime() - start) / 1e9);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String huntHere(String key, long seconds) throws Exception {
    Removal removal = null;
    if (!key.equals(NONE)) {
      if (!statements().containsKey(key)) {
        throw new IllegalArgumentException("not a statement of an exit: " + key);
      }
      removal =
          Points.statements().keySet().stream().filter(s -> key(s).equals(key)).findFirst().get();
    }
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      PointInserter inserter = new PointInserter(removal);
      for (Adversary adversary : ADVERSARIES) {
        String found = hunt(adversary, inserter, seconds);
        if (!found.isEmpty()) {
          return FOUND + adversary.name() + ": " + found.lines().findFirst().orElse("");
        }
      }
      return NOT_FOUND + ", left out " + Strike.leftOut() + " times";
    } finally {
      System.setOut(out);
    }
  }

  /** Hunts on a thread of its own, which may hang. */
  private static String hunt(Adversary adversary, PointInserter inserter, long seconds)
      throws InterruptedException {
    String[] found = new String[1];
    Thread hunter =
        new Thread(
            () -> {
              try {
                found[0] = adversary.hunter().hunt(inserter, seconds);
              } catch (Throwable e) {
                Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
                found[0] = "without a failure: " + cause;
              }
            },
            "hunter");
    hunter.setDaemon(true);
    hunter.start();
    hunter.join(TimeUnit.SECONDS.toMillis(seconds + PATIENCE));
    String what = found[0];
    return what != null ? what : "a hang: " + Arrays.toString(hunter.getStackTrace());
  }
}
