package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.peer.PeerStore.Reader;

/** Bytes that the operations of Octavo take from the heap, once they are warm. */
final class Allocations {
  private static final int SHADOWED = 1000;
  private static final int PUT_ROUNDS = 200;

  private Allocations() {}

  static void report(OctavoPeer store, Entries data, int probes, PeerRun.Report report)
      throws Exception {
    Entries hits = data.hits(probes, 1);
    try (Reader reader = store.reader()) {
      report.figure(PeerFigure.ALLOCATED_GET, mean(() -> PeerReads.sum(reader, hits), probes));
      report.figure(
          PeerFigure.ALLOCATED_STEP,
          mean(() -> PeerReads.scan(reader, data.least()), data.count()));
    }
    int[] shadowed = data.probes(SHADOWED, 2);
    Entries entries = data.take(shadowed);
    Entries others = data.take(shadowed, data.probes(SHADOWED, 3));
    store.begin();
    try {
      report.figure(
          PeerFigure.ALLOCATED_PUT, mean(() -> put(store, entries, others), SHADOWED * PUT_ROUNDS));
    } finally {
      store.rollBack();
    }
  }

  /** Returns the bytes of an operation in the last of some passes. */
  private static double mean(Passes.Pass pass, int operations) throws Exception {
    for (int i = 0; i < 5; i++) {
      pass.run();
    }
    long before = Passes.allocatedBytes();
    pass.run();
    return (double) (Passes.allocatedBytes() - before) / operations;
  }

  private static long put(OctavoPeer store, Entries entries, Entries others) {
    for (int round = 0; round < PUT_ROUNDS; round++) {
      Entries next = round % 2 == 0 ? others : entries;
      for (int i = 0; i < next.count(); i++) {
        store.putNow(next, i);
      }
    }
    return PUT_ROUNDS;
  }
}
