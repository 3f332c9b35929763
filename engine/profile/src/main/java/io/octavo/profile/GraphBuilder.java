package io.octavo.profile;

import io.octavo.ids.PairTable;
import io.octavo.profile.stored.Weights;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Makes the tree of the stacks that have weights. */
final class GraphBuilder {
  private final ProfileStore profile;
  private final int[] parentPage = new int[Weights.PAGE];
  private final int[] framePage = new int[Weights.PAGE];

  GraphBuilder(ProfileStore profile) {
    this.profile = profile;
  }

  FlameGraph build(Instant from, Instant to, Labels labels, Weights selves) {
    Nodes nodes = new Nodes();
    Weights totals = new Weights();
    // Callers have lower ids, so that a total is complete when its node is reached.
    for (int page = selves.pages() - 1; page >= 0; page--) {
      collect(page, selves, totals, nodes);
    }
    nodes.reverse();
    return nodes.graph(profile, from, to, labels);
  }

  /** Adds the nodes of a page of ids, from the last to the first, and their totals to callers. */
  private void collect(int page, Weights selves, Weights totals, Nodes into) {
    boolean isRead = false;
    int first = page * Weights.PAGE;
    for (int i = Weights.PAGE - 1; i >= 0; i--) {
      // A caller may be in the same page, which may be made by the loop.
      long[] self = selves.page(page);
      long[] below = totals.page(page);
      long own = self == null ? 0 : self[i];
      long total = Math.addExact(own, below == null ? 0 : below[i]);
      if (total == 0) {
        continue;
      }
      if (!isRead) {
        profile.stacks.read(first, parentPage, framePage);
        isRead = true;
      }
      if (parentPage[i] >= 0) {
        totals.add(parentPage[i], total);
      }
      into.add(first + i, parentPage[i], framePage[i], own, total);
    }
  }

  /** Nodes in the order in which they are added, which {@link #reverse} turns. */
  private static final class Nodes {
    private int[] stacks = new int[1024];
    private int[] parents = new int[1024];
    private int[] frames = new int[1024];
    private long[] selves = new long[1024];
    private long[] totals = new long[1024];
    private int count;

    void add(int stack, int parent, int frame, long self, long total) {
      if (count == stacks.length) {
        stacks = Arrays.copyOf(stacks, 2 * count);
        parents = Arrays.copyOf(parents, 2 * count);
        frames = Arrays.copyOf(frames, 2 * count);
        selves = Arrays.copyOf(selves, 2 * count);
        totals = Arrays.copyOf(totals, 2 * count);
      }
      stacks[count] = stack;
      parents[count] = parent;
      frames[count] = frame;
      selves[count] = self;
      totals[count++] = total;
    }

    void reverse() {
      stacks = reversed(stacks);
      parents = reversed(parents);
      frames = reversed(frames);
      selves = reversed(selves);
      totals = reversed(totals);
    }

    private int[] reversed(int[] numbers) {
      return IntStream.range(0, count).map(i -> numbers[count - 1 - i]).toArray();
    }

    private long[] reversed(long[] numbers) {
      return IntStream.range(0, count).mapToLong(i -> numbers[count - 1 - i]).toArray();
    }

    FlameGraph graph(ProfileStore profile, Instant from, Instant to, Labels labels) {
      int[] known = IntStream.of(frames).sorted().distinct().toArray();
      long[] pairs = IntStream.of(known).mapToLong(profile.frames::get).toArray();
      int[] symbols = Arrays.stream(pairs).mapToInt(PairTable::high).sorted().distinct().toArray();
      List<String> names = new ArrayList<>();
      for (int symbol : symbols) {
        names.add(profile.symbols.text(symbol));
      }
      int[] nodeSymbols = new int[count];
      int[] lines = new int[count];
      int[] callers = new int[count];
      long total = 0;
      for (int i = 0; i < count; i++) {
        total = Math.addExact(total, selves[i]);
        long pair = pairs[Arrays.binarySearch(known, frames[i])];
        nodeSymbols[i] = Arrays.binarySearch(symbols, PairTable.high(pair));
        lines[i] = PairTable.low(pair);
        callers[i] = parents[i] < 0 ? FlameGraph.NONE : Arrays.binarySearch(stacks, parents[i]);
      }
      return new FlameGraph(
          from,
          to,
          labels,
          names.toArray(new String[0]),
          stacks,
          callers,
          nodeSymbols,
          lines,
          selves,
          totals);
    }
  }
}
