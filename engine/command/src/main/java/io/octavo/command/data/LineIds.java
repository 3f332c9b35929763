package io.octavo.command.data;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.StringTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.error.StoreFullException;
import io.octavo.ids.StringTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the ids of lines in a table of strings: the options {@code --lines} and {@code --add}. */
final class LineIds {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Option(
      names = "--lines",
      paramLabel = "INPUT",
      description = "Look up the lines of a file in a table of strings; -: standard input.")
  @Nullable String name;

  @Option(names = "--add", description = "With --lines, add lines that are not found.")
  boolean add;

  @Option(names = "--no-gzip", description = "Do not decompress gzip input.")
  boolean plain;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "With --add, commit after every N lines; default: once, at the end.")
  long commitEvery = Long.MAX_VALUE;

  @Mixin Progress.Choice progressChoice;

  private IntStream.Builder ids = IntStream.builder();
  private long lines;
  private long committed;
  private long missing;

  boolean areAsked() {
    return name != null;
  }

  void requireNoOptions() {
    if (add || commitEvery < Long.MAX_VALUE) {
      throw new Failure(Failure.USAGE, "--add and --commit-every: only with --lines");
    }
  }

  /** Prints the id of each line, -1 for one that is not found. */
  void print(Streams streams, Path file, String map) throws IOException {
    Stores.requireName(map);
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    if (!add && commitEvery < Long.MAX_VALUE) {
      throw new Failure(Failure.USAGE, "--commit-every: only with --add");
    }
    Path path = "-".equals(name) ? null : Path.of(String.valueOf(name));
    try (Input input = Input.open(path, streams.in(), !plain);
        Progress progress =
            progressChoice.start(streams, "reading", input.length(), " MB", MEGABYTE)) {
      LineReader words = new LineReader(input);
      Output out = new Output(streams, false);
      if (add) {
        requireStrings(map, TextMaps.existing(file, map, Notation.UTF8));
        Runnable tell = () -> progress.to(input.position());
        Stores.write(streams, file, store -> intern(store, map, words, tell, out));
      } else {
        find(file, map, words, out);
      }
    } catch (StoreFullException e) {
      throw new Failure(Failure.FULL, e.getMessage() + "; " + kept(), e);
    } catch (Failure e) {
      throw !add || e.exitCode() != Failure.PROBLEM
          ? e
          : new Failure(e.exitCode(), e.getMessage() + "; " + kept(), e);
    }
    if (missing > 0) {
      throw new Failure(
          Failure.NO_KEY,
          Text.count(missing)
              + " of "
              + Text.count(lines, "line", "lines")
              + ": not in table of strings "
              + map);
    }
  }

  private String kept() {
    return committed == 0
        ? "nothing was added"
        : Text.count(committed, "line", "lines") + " committed before the error";
  }

  private static void requireStrings(String map, @Nullable TextMap found) {
    if (found != null && !(found instanceof StringTextMap)) {
      throw Failure.wrongType("--lines", map, found.contents(), MapForm.STRINGS.text());
    }
  }

  private void find(Path file, String map, LineReader reader, Output out) {
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      requireStrings(map, TextMaps.map(transaction, file, map, null));
      StringTable table = transaction.strings(map);
      while (out.isHeard() && reader.nextBytes()) {
        int id = table.find(reader.bytes());
        lines++;
        missing += id == StringTable.ABSENT ? 1 : 0;
        print(id, out);
      }
      out.flush();
    }
  }

  private void intern(Store store, String map, LineReader reader, Runnable progress, Output out) {
    Transaction transaction = store.beginWrite();
    try {
      StringTable table = transaction.strings(map);
      while (reader.nextBytes()) {
        ids.add(table.intern(requireLength(reader)));
        lines++;
        if ((lines & PROGRESS_MASK) == 0) {
          progress.run();
        }
        if (lines % commitEvery == 0) {
          commit(transaction, out);
          transaction = store.beginWrite();
          table = transaction.strings(map);
        }
      }
      commit(transaction, out);
    } finally {
      transaction.close();
    }
  }

  private static byte[] requireLength(LineReader reader) {
    try {
      return StringTextMap.requireLength(reader.bytes());
    } catch (IllegalArgumentException e) {
      throw reader.malformedBytes(String.valueOf(e.getMessage()));
    }
  }

  /** Prints ids only when they can be relied on. */
  private void commit(Transaction transaction, Output out) {
    transaction.commit();
    committed = lines;
    ids.build().forEach(id -> print(id, out));
    out.flush();
    ids = IntStream.builder();
  }

  private static void print(int id, Output out) {
    out.ascii(Integer.toString(id));
    out.put('\n');
  }
}
