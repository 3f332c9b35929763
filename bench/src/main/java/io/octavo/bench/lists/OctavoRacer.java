package io.octavo.bench.lists;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingLists;
import io.octavo.posting.PostingMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A {@link PostingMap} in a file, loaded and opened again. The bytes are those of the file without
 * those of a file with an empty map. The intersection is read to count it.
 */
final class OctavoRacer implements Racer {
  private static final String MAP = "lists";
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT);

  private final long bytes;
  private final Store store;
  private final Transaction transaction;
  private final PostingMap map;
  private final long[] block = new long[1 << 10];

  OctavoRacer(long[][] lists, Path directory) throws IOException {
    Path file = directory.resolve("lists.oct");
    bytes = written(file, lists) - written(directory.resolve("empty.oct"));
    store = Store.open(file, OPTIONS);
    transaction = store.beginRead();
    map = transaction.postings(MAP);
  }

  /** Returns the length of a new file with lists. */
  private static long written(Path file, long[]... lists) throws IOException {
    try (Store store = Store.open(file, OPTIONS)) {
      store.write(tx -> tx.postings(MAP).load(new Source(lists)));
    }
    return Files.size(file);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public Tally run(Work work, int[] lists) {
    long ids = 0;
    long sum = 0;
    for (int list : lists) {
      PostingCursor cursor = cursor(work, list);
      if (work == Work.COUNT) {
        ids += cursor.countRest();
        continue;
      }
      for (int count = cursor.nextBlock(block); count > 0; count = cursor.nextBlock(block)) {
        ids += count;
        for (int k = 0; k < count; k++) {
          sum += block[k];
        }
      }
    }
    return new Tally(ids, sum);
  }

  private PostingCursor cursor(Work work, int list) {
    PostingCursor cursor = map.cursor(list);
    return switch (work) {
      case READ -> cursor;
      case INTERSECT, COUNT -> PostingCursor.intersection(cursor, map.cursor(list + 1));
      case UNION -> PostingCursor.union(cursor, map.cursor(list + 1));
      case DIFFERENCE -> PostingCursor.difference(cursor, map.cursor(list + 1));
    };
  }

  @Override
  public void close() {
    transaction.close();
    store.close();
  }

  /** Lists by their indexes. */
  private static final class Source implements PostingLists {
    private final long[][] lists;
    private int list = -1;
    private int at;

    Source(long[][] lists) {
      this.lists = lists;
    }

    @Override
    public boolean next() {
      at = 0;
      return ++list < lists.length;
    }

    @Override
    public long key() {
      return list;
    }

    @Override
    public int nextBlock(long[] into) {
      int count = Math.min(into.length, lists[list].length - at);
      System.arraycopy(lists[list], at, into, 0, count);
      at += count;
      return count;
    }
  }
}
