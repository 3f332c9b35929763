package io.octavo.map;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Sources of streams over the keys and the entries of a map of longs, made of new cursors. */
final class CursorSpliterator {
  /** In place of a size: the size is unknown, and the entries cannot change. */
  static final long UNKNOWN = -1;

  /** In place of a size: the transaction can change the entries. */
  static final long CHANGEABLE = -2;

  private CursorSpliterator() {}

  static Spliterator.OfLong ofKeys(LongCursor cursor, long size) {
    return new OfKeys(cursor, size);
  }

  static Spliterator<LongEntry> ofEntries(LongCursor cursor, long size) {
    return new OfEntries(cursor, size);
  }

  private static int traits(long size) {
    return Spliterator.ORDERED
        | Spliterator.SORTED
        | Spliterator.DISTINCT
        | Spliterator.NONNULL
        | (size == CHANGEABLE ? 0 : Spliterator.IMMUTABLE)
        | (size < 0 ? 0 : Spliterator.SIZED);
  }

  private static long estimate(long size) {
    return size < 0 ? Long.MAX_VALUE : size;
  }

  private static final class OfKeys extends Spliterators.AbstractLongSpliterator {
    private final LongCursor cursor;

    OfKeys(LongCursor cursor, long size) {
      super(estimate(size), traits(size));
      this.cursor = cursor;
    }

    @Override
    public boolean tryAdvance(LongConsumer action) {
      boolean found = cursor.next();
      if (found) {
        action.accept(cursor.key());
      }
      return found;
    }

    @Override
    public void forEachRemaining(LongConsumer action) {
      while (cursor.next()) {
        action.accept(cursor.key());
      }
    }

    @Override
    public @Nullable Comparator<? super Long> getComparator() {
      return null;
    }
  }

  private static final class OfEntries extends Spliterators.AbstractSpliterator<LongEntry> {
    private static final Comparator<LongEntry> ORDER = Comparator.comparingLong(LongEntry::key);

    private final LongCursor cursor;

    OfEntries(LongCursor cursor, long size) {
      super(estimate(size), traits(size));
      this.cursor = cursor;
    }

    @Override
    public boolean tryAdvance(Consumer<? super LongEntry> action) {
      boolean found = cursor.next();
      if (found) {
        action.accept(cursor.entry());
      }
      return found;
    }

    @Override
    public Comparator<? super LongEntry> getComparator() {
      return ORDER;
    }
  }
}
