package io.octavo.fuzz.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the collections of a {@link SnapshotRun} must have. */
final class ExpectedContents {
  final long[] longs;
  final TreeMap<Integer, byte[]> strings;
  final TreeMap<String, Long> named;
  final Map<Long, Set<Long>> postings;
  final List<String> texts;
  final List<Long> pairs;
  final List<Long> nodes;
  final TreeMap<Long, List<Long>> series;

  ExpectedContents(int keys) {
    longs = new long[keys];
    strings = new TreeMap<>();
    named = new TreeMap<>();
    postings = new TreeMap<>();
    texts = new ArrayList<>();
    pairs = new ArrayList<>();
    nodes = new ArrayList<>();
    series = new TreeMap<>();
  }

  ExpectedContents(ExpectedContents other) {
    longs = other.longs.clone();
    strings = new TreeMap<>(other.strings);
    named = new TreeMap<>(other.named);
    postings = new TreeMap<>();
    other.postings.forEach((key, ids) -> postings.put(key, new TreeSet<>(ids)));
    texts = new ArrayList<>(other.texts);
    pairs = new ArrayList<>(other.pairs);
    nodes = new ArrayList<>(other.nodes);
    series = new TreeMap<>();
    other.series.forEach((time, values) -> series.put(time, new ArrayList<>(values)));
  }
}
