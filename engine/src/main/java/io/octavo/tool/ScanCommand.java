package io.octavo.tool;

import io.octavo.LongCursor;
import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo scan}: prints entries in order. */
@Command(
    name = "scan",
    header = "Print entries in order.",
    description =
        "Print entries in the order of their keys, a line of key, tab and value each; octavo load"
            + " reads them back.%n",
    footer = {
      "  octavo scan orders.oct offsets --from 1000 --to 1999",
      "  octavo scan orders.oct offsets --reverse --limit 10",
      "  octavo scan orders.oct offsets | gzip > offsets.tsv.gz"
    })
final class ScanCommand extends StoreVerb {
  private static final int CHUNK = 1 << 15;

  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Option(names = "--from", paramLabel = "KEY", description = "The least key, included.")
  long from = Long.MIN_VALUE;

  @Option(names = "--to", paramLabel = "KEY", description = "The greatest key, included.")
  long to = Long.MAX_VALUE;

  @Option(names = "--limit", paramLabel = "N", description = "Stop after N entries.")
  long limit = Long.MAX_VALUE;

  @Option(names = "--reverse", description = "Begin at the greatest key.")
  boolean reverse;

  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  private final StringBuilder chunk = new StringBuilder(CHUNK + 128);

  ScanCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new Failure(Failure.USAGE, "--limit=" + limit + " is negative");
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      LongCursor cursor = Stores.map(transaction, file, map).cursor(from, to);
      chunk.append(json ? "[" : "");
      boolean heard = true;
      for (long n = 0; heard && n < limit && (reverse ? cursor.previous() : cursor.next()); n++) {
        append(cursor.key(), cursor.value(), n == 0);
        heard = chunk.length() < CHUNK || flush();
      }
      chunk.append(json ? "]\n" : "");
      flush();
    }
    return Failure.OK;
  }

  private void append(long key, long value, boolean first) {
    if (json) {
      chunk.append(first ? "{\"key\":" : ",\n{\"key\":").append(key);
      chunk.append(",\"value\":").append(value).append('}');
    } else {
      chunk.append(key).append('\t').append(value).append('\n');
    }
  }

  /** Writes what is waiting; gives false where nobody reads it any more. */
  private boolean flush() {
    byte[] bytes = chunk.toString().getBytes(StandardCharsets.US_ASCII);
    streams.out().write(bytes, 0, bytes.length);
    chunk.setLength(0);
    return !streams.out().checkError();
  }
}
