package io.octavo.tool;

import io.octavo.PostingCursor;
import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo query}: searches an index of words. */
@Command(
    name = "query",
    header = "Search an index of words.",
    description = {
      "Print the files that have the words of a query, which octavo index has indexed. Between words"
          + " stands AND, OR or nothing, which is AND; NOT stands before a word that must not be"
          + " there; parentheses group; a star ends the beginning of a word. Case does not matter"
          + " but for AND, OR and NOT.",
      "",
      "A terminal also gets how many there are and how long it took. The exit code is 1 where there"
          + " is none.%n"
    },
    footer = {
      "  octavo query 'alpha AND beta'",
      "  octavo query '(lock OR mutex*) NOT thread' --store src.oct --limit 5"
    })
final class QueryCommand extends Verb {
  private static final int BLOCK = 1 << 10;

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "QUERY",
      description = "The query, in one argument or several.")
  List<String> query;

  @Option(
      names = "--store",
      paramLabel = "FILE",
      description = "The store; " + IndexCommand.STORE + " unless given.")
  Path file = Path.of(IndexCommand.STORE);

  @Option(names = "--limit", paramLabel = "N", description = "Print the first N files only.")
  long limit = Long.MAX_VALUE;

  @Option(names = "--json", description = "Print an object with the files and their number.")
  boolean json;

  QueryCommand(Streams streams) {
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
            Failure.PROBLEM, file + ": holds no index of words; octavo index DIR makes one");
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
      if (found > 0 && streams.isErrTerminal().getAsBoolean()) {
        streams
            .err()
            .println(
                Text.count(found, "file", "files")
                    + " in "
                    + Text.decimal(Text.seconds(nanos) * 1e3, 2)
                    + " ms");
      }
      if (found == 0) {
        throw new Failure(Failure.PROBLEM, "no file has what the query asks for");
      }
    }
    return found > 0 ? Failure.OK : Failure.PROBLEM;
  }
}
