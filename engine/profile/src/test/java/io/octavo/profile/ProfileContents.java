package io.octavo.profile;

import io.octavo.Store;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** All that a profile holds. */
public final class ProfileContents {
  private ProfileContents() {}

  /** Returns weights by {@code labels begin-of-slot frame;frame}. */
  public static Map<String, Long> of(Store store, String name) {
    Map<String, Long> all = new TreeMap<>();
    store.view(
        tx -> {
          ProfileStore profile = ProfileStore.open(tx, name);
          for (Labels labels : profile.series(Labels.NONE)) {
            Instant last = profile.last(labels).orElseThrow();
            for (Instant at = profile.first(labels).orElseThrow();
                at.isBefore(last);
                at = at.plus(profile.slot())) {
              add(all, labels + " " + at + " ", profile.query(labels, at, at.plus(profile.slot())));
            }
          }
        });
    return all;
  }

  private static void add(Map<String, Long> all, String at, FlameGraph graph) {
    String[] paths = new String[graph.size()];
    for (int i = 0; i < paths.length; i++) {
      int parent = graph.parent(i);
      int line = graph.line(i);
      String frame = graph.symbol(i) + (line == FlameGraph.NO_LINE ? "" : ":" + line);
      paths[i] = parent == FlameGraph.NONE ? frame : paths[parent] + ";" + frame;
      if (graph.self(i) != 0) {
        all.put(at + paths[i], graph.self(i));
      }
    }
  }
}
