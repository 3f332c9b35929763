package io.octavo.command.demo;

import io.octavo.PostingCursor;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo query}: searches an index of words. */
@Command(
    name = "query",
    header = "Search an index made by octavo index.",
    description = {
      "Print the indexed files that match a query. Operators are AND, the default between words,"
          + " OR, NOT before a word, and parentheses; a trailing * matches all words with a prefix."
          + " Words are case-insensitive; AND, OR and NOT are in capitals.",
      "",
      "In a terminal, the number of files and the time taken follow. The exit code is 1 if no file"
          + " matches.%n"
    },
    footer = {
      "  octavo query 'alpha AND beta'",
      "  octavo query '(lock OR mutex*) NOT thread' --store src.oct --limit 5"
    })
public final class QueryCommand extends Verb {
  private static final int BLOCK = 1 << 10;

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "QUERY",
      description = "The query, in one or more arguments.")
  List<String> query;

  @Option(
      names = "--store",
      paramLabel = "FILE",
      description = "The store; default: " + IndexCommand.STORE + ".")
  Path file = Path.of(IndexCommand.STORE);

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N files.")
  long limit = Long.MAX_VALUE;

  @Option(names = "--json", description = "Print an object with the files and their count.")
  boolean json;

  @Mixin PagerChoice pager;

  public QueryCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new Failure(Failure.USAGE, "--limit=" + limit + " is negative");
    }
    List<String> paths = new ArrayList<>();
    long found = 0;
    long nanos;
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      if (!WordIndex.exists(transaction)) {
        throw new Failure(
            Failure.PROBLEM, file + ": no index of words; octavo index DIR creates one");
      }
      long start = System.nanoTime();
      WordIndex index = new WordIndex(transaction);
      PostingCursor documents = WordQuery.documents(index, String.join(" ", query));
      long[] block = new long[BLOCK];
      for (int count = documents.nextBlock(block); count > 0; count = documents.nextBlock(block)) {
        for (int i = 0; i < count && paths.size() < limit; i++) {
          paths.add(index.file(block[i]));
        }
        found += count;
      }
      nanos = System.nanoTime() - start;
    }
    if (json) {
      streams.line(
          "%s",
          Json.of(Json.object("found", found, "files", paths, "seconds", Text.seconds(nanos))));
    } else {
      paths.forEach(path -> streams.line("%s", Text.printable(path)));
      streams.out().flush();
      if (found > 0 && streams.screen().showsErrors()) {
        streams
            .err()
            .println(
                Text.count(found, "file", "files")
                    + " in "
                    + Text.decimal(Text.seconds(nanos) * 1e3, 2)
                    + " ms");
      }
      if (found == 0) {
        throw new Failure(Failure.PROBLEM, "no file matches the query");
      }
    }
    return found > 0 ? Failure.OK : Failure.PROBLEM;
  }
}
