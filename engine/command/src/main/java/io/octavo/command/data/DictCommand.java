package io.octavo.command.data;

import io.octavo.Dictionary;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.DictionaryTextMap;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.error.StoreFullException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo dict}: gives lines ids. */
@Command(
    name = "dict",
    header = "Print the id of each line, adding new lines to a dictionary.",
    description = {
      "Print the id of each line of the input in a dictionary, one id per line. A line that the"
          + " dictionary does not have is added and gets the next id, 0 in a new dictionary; an id"
          + " never changes. Store and dictionary are created if missing. A line is any bytes, up to"
          + " 4,000, without the end of the line.",
      "",
      "Ids are printed when they are committed: at the end of the input, or after every N lines."
          + " A line that is too long, a full disk or a crash leaves only what was printed.",
      "",
      "With --find, nothing is added: -1 is printed for a line that the dictionary does not have,"
          + " and the exit code is 4 if there was one.%n"
    },
    footer = {
      "  cut -d' ' -f1 access.log | octavo dict log.oct hosts > hosts.ids",
      "  sort words.txt | octavo dict words.oct words --commit-every 1000000 > words.ids",
      "  echo example.org | octavo dict log.oct hosts --find"
    })
public final class DictCommand extends StoreVerb {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(index = "1", paramLabel = "MAP", description = "The dictionary.")
  String map;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "INPUT",
      description = "A file of lines; default, or -: standard input.")
  @Nullable String name;

  @Option(names = "--find", description = "Look lines up only; add none.")
  boolean find;

  @Option(names = "--no-gzip", description = "Do not decompress gzip input.")
  boolean plain;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "Commit after every N lines; default: once, at the end.")
  long commitEvery = Long.MAX_VALUE;

  @Mixin Progress.Choice progressChoice;

  private IntStream.Builder ids = IntStream.builder();
  private long lines;
  private long committed;
  private long missing;

  public DictCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    Stores.requireName(map);
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    if (find && commitEvery < Long.MAX_VALUE) {
      throw new Failure(Failure.USAGE, "--commit-every: not with --find, which adds nothing");
    }
    requireDictionary();
    Path path = name == null || name.equals("-") ? null : Path.of(name);
    try (Input input = Input.open(path, streams.in(), !plain);
        Progress progress =
            progressChoice.start(streams, "reading", input.length(), " MB", MEGABYTE)) {
      LineReader words = new LineReader(input);
      if (find) {
        try (Store store = Stores.openToRead(file)) {
          find(store, words);
        }
      } else {
        Stores.write(streams, file, store -> intern(store, words, input, progress));
      }
    } catch (StoreFullException e) {
      throw new Failure(Failure.FULL, e.getMessage() + "; " + kept(), e);
    } catch (Failure e) {
      throw find || e.exitCode() != Failure.PROBLEM
          ? e
          : new Failure(e.exitCode(), e.getMessage() + "; " + kept(), e);
    }
    if (missing > 0) {
      throw new Failure(
          Failure.NO_KEY,
          Text.count(missing)
              + " of "
              + Text.count(lines, "line", "lines")
              + ": not in dictionary "
              + map);
    }
    return Failure.OK;
  }

  private String kept() {
    return committed == 0
        ? "nothing was added"
        : Text.count(committed, "line", "lines") + " committed before the error";
  }

  private void requireDictionary() {
    TextMap found = TextMaps.existing(file, map, Notation.UTF8);
    if (found != null && !(found instanceof DictionaryTextMap)) {
      throw Failure.wrongType("dict", map, found.contents(), MapForm.DICTIONARY.text());
    }
    if (found == null && find) {
      try (Store store = Stores.openToRead(file);
          Transaction transaction = store.beginRead()) {
        throw Stores.noMap(file, map, transaction.names());
      }
    }
  }

  private void find(Store store, LineReader reader) {
    try (Transaction transaction = store.beginRead()) {
      Dictionary dictionary = transaction.dictionary(map);
      Output out = new Output(streams, false);
      while (out.isHeard() && reader.nextBytes()) {
        int id = dictionary.find(reader.bytes());
        lines++;
        missing += id == Dictionary.ABSENT ? 1 : 0;
        print(id, out);
      }
      out.flush();
    }
  }

  private void intern(Store store, LineReader reader, Input input, Progress progress) {
    Transaction transaction = store.beginWrite();
    try {
      Dictionary dictionary = transaction.dictionary(map);
      while (reader.nextBytes()) {
        ids.add(dictionary.intern(requireLength(reader)));
        lines++;
        if ((lines & PROGRESS_MASK) == 0) {
          progress.to(input.position());
        }
        if (lines % commitEvery == 0) {
          commit(transaction);
          transaction = store.beginWrite();
          dictionary = transaction.dictionary(map);
        }
      }
      commit(transaction);
    } finally {
      transaction.close();
    }
  }

  private static byte[] requireLength(LineReader reader) {
    try {
      return DictionaryTextMap.requireLength(reader.bytes());
    } catch (IllegalArgumentException e) {
      throw reader.malformedBytes(String.valueOf(e.getMessage()));
    }
  }

  /** Prints ids only when they can be relied on. */
  private void commit(Transaction transaction) {
    transaction.commit();
    committed = lines;
    Output out = new Output(streams, false);
    ids.build().forEach(id -> print(id, out));
    out.flush();
    ids = IntStream.builder();
  }

  private static void print(int id, Output out) {
    out.ascii(Integer.toString(id));
    out.put('\n');
  }
}
