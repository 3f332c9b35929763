package io.octavo.tool;

import io.octavo.LongMap;
import io.octavo.LongPairs;
import io.octavo.Transaction;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pairs of longs for one map. */
final class LongSource implements Source {
  private final TextMap map;
  private final LongPairs pairs;
  private @Nullable Transaction transaction;
  private @Nullable LongMap target;

  LongSource(TextMap map, LongPairs pairs) {
    this.map = map;
    this.pairs = pairs;
  }

  @Override
  public boolean next() {
    return pairs.next();
  }

  @Override
  public void put(Transaction current) {
    LongMap open = target;
    // Opened once for each transaction, because millions of pairs are put per second.
    if (open == null || transaction != current) {
      open = current.longMap(map.name());
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
