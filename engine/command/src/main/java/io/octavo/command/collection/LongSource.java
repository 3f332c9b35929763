package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.map.LongPairs;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pairs of longs for one map or series. */
final class LongSource implements Source {
  private final TextMap map;
  private final LongPairs pairs;
  private final Function<Transaction, Target> opener;
  private @Nullable Transaction transaction;
  private @Nullable Target target;

  /** What takes the pairs. */
  @FunctionalInterface
  interface Target {
    void put(long key, long value);
  }

  /**
   * Reads pairs for a map.
   *
   * @param opener opens the map within a transaction
   */
  LongSource(TextMap map, LongPairs pairs, Function<Transaction, Target> opener) {
    this.map = map;
    this.pairs = pairs;
    this.opener = opener;
  }

  @Override
  public boolean next() {
    return pairs.next();
  }

  @Override
  public void put(Transaction current) {
    Target open = target;
    // Opened once for each transaction, because millions of pairs are put per second.
    if (open == null || transaction != current) {
      open = opener.apply(current);
      target = open;
      transaction = current;
    }
    open.put(pairs.key(), pairs.value());
  }

  @Override
  public void createMaps(Transaction current) {
    map.create(current);
  }

  @Override
  public Collection<TextMap> maps() {
    return List.of(map);
  }
}
