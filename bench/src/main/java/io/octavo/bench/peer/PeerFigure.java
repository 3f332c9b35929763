package io.octavo.bench.peer;

import java.util.Locale;

/** What is measured, in the order of the tables. */
enum PeerFigure {
  LOAD(Work.LOAD, "M/s", true, "sorted load, durable"),
  LOAD_BYTES(Work.LOAD, "B/entry", false, "file after the load"),
  GET_HIT(Work.GET, "ns", false, "get, present"),
  GET_DEPENDENT(Work.GET, "ns", false, "get, each waits for the last"),
  GET_MISS(Work.GET, "ns", false, "get, absent"),
  GET_SNAPSHOT(Work.GET, "ns", false, "get, a snapshot for each"),
  GET_ALL(Work.GET, "ns", false, "getAll of 1,000, a key"),
  GET_ONE_THREAD(Work.GET2, "M/s", true, "get, 1 thread"),
  GET_TWO_THREADS(Work.GET2, "M/s", true, "get, 2 threads"),
  GET_SCALING(Work.GET2, "x", true, "2 threads to 1"),
  SCAN(Work.SCAN, "M/s", true, "scan, loaded"),
  RANGE(Work.RANGE, "k/s", true, "seek and 100 entries"),
  REOPEN(Work.REOPEN, "ms", false, "open and get"),
  REOPEN_FIRST(Work.REOPEN, "ms", false, "open and get, first"),
  INSERT_END(Work.INSERT_END, "k/s", true, "random insert, durable at the end"),
  INSERT_END_BYTES(Work.INSERT_END, "B/entry", false, "file after random inserts"),
  GET_RANDOM_HIT(Work.RANDOM, "ns", false, "get, present, randomly built"),
  GET_RANDOM_MISS(Work.RANDOM, "ns", false, "get, absent, randomly built"),
  SCAN_RANDOM(Work.RANDOM, "M/s", true, "scan, randomly built"),
  RANGE_RANDOM(Work.RANDOM, "k/s", true, "seek and 100 entries, randomly built"),
  DELETE(Work.DELETE, "k/s", true, "random delete of half"),
  INSERT_EACH(Work.INSERT_EACH, "k/s", true, "random insert, each commit durable"),
  INSERT_EACH_BYTES(Work.INSERT_EACH, "B/entry", false, "file after durable inserts"),
  ALLOCATED_GET(Work.ALLOCATED, "B", false, "allocated by a get"),
  ALLOCATED_STEP(Work.ALLOCATED, "B", false, "allocated by a cursor's step"),
  ALLOCATED_PUT(Work.ALLOCATED, "B", false, "allocated by a put on a shadowed page"),
  ALLOCATED_INSERT(Work.INSERT_END, "B", false, "allocated by a random insert, with its commit"),
  ALLOCATED_EACH(
      Work.INSERT_EACH, "B", false, "allocated by a random insert, with its durable commit");

  /** What is chosen by name. */
  enum Work {
    LOAD("load"),
    GET("get"),
    GET2("get2"),
    SCAN("scan"),
    RANGE("range"),
    REOPEN("reopen"),
    INSERT_END("insertEnd"),
    /** Reads of a tree that random inserts have built. */
    RANDOM("random"),
    DELETE("delete"),
    INSERT_EACH("insertEach"),
    ALLOCATED("allocated");

    private final String label;

    Work(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  private final Work work;
  private final String unit;
  private final boolean isRate;
  private final String title;

  PeerFigure(Work work, String unit, boolean isRate, String title) {
    this.work = work;
    this.unit = unit;
    this.isRate = isRate;
    this.title = title;
  }

  Work work() {
    return work;
  }

  String unit() {
    return unit;
  }

  /** Returns whether more is better. */
  boolean isRate() {
    return isRate;
  }

  String title() {
    return title;
  }

  /** Returns the name in the CSV. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
