package io.octavo.command.survey;

import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statistics of posting lists, from leaves in key order. */
final class PostingSurvey {
  private static final int BAR = 30;

  /**
   * Element i: the number of lists with at least 2^i and fewer than 2^(i+1) ids, and the number of
   * their ids.
   */
  private final long[] lists = new long[Long.SIZE];

  private final long[] idsOfLists = new long[Long.SIZE];
  private final Map<PackedBlock.Kind, Tally> kinds = new EnumMap<>(PackedBlock.Kind.class);
  private long blocks;
  private boolean isOnList;
  private long list;
  private long ids;

  /** The blocks of one kind. */
  private static final class Tally {
    long blocks;
    long ids;
  }

  void add(byte[] leaf) {
    for (int i = 0; i < PageHeader.count(leaf); i++) {
      byte[] key = BytesPage.key(leaf, i);
      int end = key.length == 0 ? -1 : OrderedLong.end(key, 0, key.length);
      // The other entries are heads and the number of lists.
      if (end > 0 && end < key.length && OrderedLong.end(key, end, key.length) == key.length) {
        add(leaf, i, OrderedLong.get(key, 0), OrderedLong.get(key, end));
      }
    }
  }

  private void add(byte[] leaf, int index, long listOfBlock, long first) {
    int offset = BytesPage.valueOffset(leaf, index);
    int limit = offset + BytesPage.valueLength(leaf, index);
    int count = PackedBlock.restCount(leaf, offset, limit, first);
    if (count == PackedBlock.DAMAGED) {
      return;
    }
    if (!isOnList || listOfBlock != list) {
      endList();
      isOnList = true;
      list = listOfBlock;
    }
    ids += count;
    blocks++;
    Tally tally =
        kinds.computeIfAbsent(PackedBlock.restKind(leaf, offset, limit), kind -> new Tally());
    tally.blocks++;
    tally.ids += count;
  }

  /** Counts the current list at its end. */
  private void endList() {
    if (isOnList) {
      int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(ids);
      lists[power]++;
      idsOfLists[power] += ids;
      isOnList = false;
      ids = 0;
    }
  }

  private static long sum(long[] numbers) {
    long sum = 0;
    for (long number : numbers) {
      sum += number;
    }
    return sum;
  }

  private static String range(int power) {
    long least = 1L << power;
    return power == 0 ? "1" : least + "-" + (2 * least - 1);
  }

  private static String name(PackedBlock.Kind kind) {
    return switch (kind) {
      case ONE -> "one id";
      case TWO -> "two ids";
      case STEPS -> "same steps";
      case PACKED -> "packed";
      case PATCHED -> "with exceptions";
      case BITMAP -> "bitmap";
    };
  }

  /**
   * Prints the statistics.
   *
   * @param bytes bytes of all pages of the map
   */
  void print(Streams streams, long bytes) {
    endList();
    long allLists = sum(lists);
    long allIds = sum(idsOfLists);
    streams.folded(
        StoreReport.INDENT,
        "lists        %s of %s, %s bits per id, counting all pages",
        Text.count(allLists),
        Text.count(allIds, "id", "ids"),
        Text.decimal(Text.share(8 * bytes, allIds), 2));
    for (int power = 0; power < lists.length; power++) {
      if (lists[power] > 0) {
        row(streams, range(power), lists[power], allLists, idsOfLists[power], allIds);
      }
    }
    streams.folded(StoreReport.INDENT, "blocks       %s", Text.count(blocks));
    kinds.forEach(
        (kind, tally) -> row(streams, name(kind), tally.blocks, blocks, tally.ids, allIds));
  }

  private static void row(
      Streams streams, String name, long count, long counts, long ids, long allIds) {
    double share = Text.share(count, counts);
    streams.fitted(
        "  %-17s %12s  %7s  %7s of the ids  %s",
        name,
        Text.count(count),
        Text.percent(share),
        Text.percent(Text.share(ids, allIds)),
        Text.bar(share, BAR));
  }

  @Nullable Object toJson(long bytes) {
    endList();
    long allIds = sum(idsOfLists);
    List<Object> lengths = new ArrayList<>();
    for (int power = 0; power < lists.length; power++) {
      if (lists[power] > 0) {
        lengths.add(
            Json.object(
                "from",
                1L << power,
                "to",
                (1L << power) * 2 - 1,
                "lists",
                lists[power],
                "ids",
                idsOfLists[power]));
      }
    }
    List<Object> forms = new ArrayList<>();
    kinds.forEach(
        (kind, tally) ->
            forms.add(Json.object("kind", name(kind), "blocks", tally.blocks, "ids", tally.ids)));
    return Json.object(
        "lists", sum(lists),
        "ids", allIds,
        "bitsPerId", allIds == 0 ? Double.NaN : 8.0 * bytes / allIds,
        "lengths", lengths,
        "blocks", forms);
  }
}
