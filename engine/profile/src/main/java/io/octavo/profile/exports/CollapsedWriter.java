package io.octavo.profile.exports;

import io.octavo.profile.FlameGraph;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Writes collapsed stacks, see {@link Exports#collapsed}. */
final class CollapsedWriter {
  /**
   * A symbol below its callers, whatever their lines.
   *
   * @param caller the id of the caller, or {@link FlameGraph#NONE}
   * @param symbol the symbol
   */
  private record Call(int caller, String symbol) {}

  private final FlameGraph graph;
  private final Ids<Call> calls = new Ids<>();
  private final Map<Integer, Long> weights = new HashMap<>();

  CollapsedWriter(FlameGraph graph) {
    this.graph = graph;
  }

  void write(Appendable out) throws IOException {
    merge();
    int[] path = new int[calls.all().size()];
    for (int i = 0; i < calls.all().size(); i++) {
      long weight = weights.getOrDefault(i, 0L);
      if (weight == 0) {
        continue;
      }
      int depth = 0;
      for (int call = i; call != FlameGraph.NONE; call = calls.all().get(call).caller) {
        path[depth++] = call;
      }
      while (depth > 0) {
        out.append(calls.all().get(path[--depth]).symbol).append(depth == 0 ? ' ' : ';');
      }
      out.append(Long.toString(weight)).append('\n');
    }
  }

  private void merge() {
    int[] ids = new int[graph.size()];
    for (int i = 0; i < ids.length; i++) {
      int parent = graph.parent(i);
      int caller = parent == FlameGraph.NONE ? FlameGraph.NONE : ids[parent];
      ids[i] = calls.of(new Call(caller, plain(graph.symbol(i))));
      if (graph.self(i) != 0) {
        weights.merge(ids[i], graph.self(i), Math::addExact);
      }
    }
  }

  private static String plain(String symbol) {
    return symbol.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
  }
}
