package io.octavo.profile.imports;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StringTable;
import io.octavo.map.BytesMap;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import io.octavo.profile.stored.ImportMarker;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds samples to a profile in transactions of many samples. Each transaction records the number of
 * samples of the file consumed so far, so that an interrupted import of a file continues after
 * them.
 */
final class StoreSink implements SampleSink, AutoCloseable {
  /** The number of samples of a transaction. */
  static final int BATCH = 1 << 17;

  private static final Duration DEFAULT_SLOT = Duration.ofSeconds(10);

  private static final int LISTEN_EVERY = 1 << 12;

  /**
   * The options of an import.
   *
   * @param slot the length of a slot; null for that of the profile, or the default for a new one
   * @param time the time of samples without one; null if there must be none
   * @param batch the number of samples of a transaction
   */
  record Settings(
      Store store,
      String profile,
      @Nullable Duration slot,
      Labels labels,
      boolean exactNames,
      @Nullable Instant time,
      int batch) {
    /** Returns the number of samples or events between calls of the listener. */
    int listenEvery() {
      return Math.min(batch, LISTEN_EVERY);
    }

    ProfileStore open(Transaction transaction) {
      return slot == null && ProfileStore.exists(transaction, profile)
          ? ProfileStore.open(transaction, profile)
          : ProfileStore.create(transaction, profile, slot == null ? DEFAULT_SLOT : slot);
    }
  }

  /** A transaction and its objects. */
  private record Batch(Transaction transaction, ProfileWriter writer, Instant keptSince) {}

  /** The samples added to a series. */
  private static final class Added {
    final Labels labels;
    long weight;

    Added(Labels labels) {
      this.labels = labels;
    }
  }

  private final Settings settings;
  private final String source;
  private final Runnable listener;

  /** By the labels that readers pass. */
  private final Map<Labels, Added> series = new HashMap<>();

  private final SortedMap<String, Long> skipped = new TreeMap<>();

  /** The frames of lambdas whose names lack the callee. */
  private final BitSet lambdas = new BitSet();

  /** The frames whose names have it, by the frame without it and the frame of the callee. */
  private final Map<Long, Integer> lambdasByCallee = new HashMap<>();

  private byte @Nullable [] digest;
  private @Nullable Batch batch;
  private Instant first = Instant.MAX;
  private Instant last = Instant.MIN;
  private long consumed;
  private long resumedAfter;
  private long samples;
  private long truncated;
  private int pending;

  /**
   * Creates a sink.
   *
   * @param source the name of the file, for messages
   * @param listener is called now and then
   */
  StoreSink(Settings settings, String source, Runnable listener) {
    this.settings = settings;
    this.source = source;
    this.listener = listener;
  }

  /**
   * Begins the import of a file, after what an import before has committed.
   *
   * @param digestOfFile the digest of its contents
   * @return whether all of the file was imported before
   */
  boolean begin(byte[] digestOfFile) {
    digest = digestOfFile;
    ImportMarker found = ImportMarker.read(markers(), digestOfFile);
    close(); // others can write until the first sample
    resumedAfter = found == null ? 0 : found.samples();
    return found != null && found.isWhole();
  }

  @Override
  public int frame(String symbol, int line) {
    String name = settings.exactNames() ? symbol : SymbolNames.normal(symbol);
    int id = batch().writer.frame(SymbolNames.storable(name), line);
    if (!settings.exactNames() && SymbolNames.isLambda(name)) {
      lambdas.set(id);
    }
    return id;
  }

  @Override
  public int stack(long thread, int[] frames, int count) {
    int[] named = frames;
    for (int i = 0; i < count - 1; i++) {
      if (lambdas.get(frames[i])) {
        named = named == frames ? Arrays.copyOf(frames, count) : named; // the array of the reader
        long key = (long) frames[i] << Integer.SIZE | frames[i + 1];
        named[i] = lambdasByCallee.computeIfAbsent(key, this::lambda);
      }
    }
    return batch().writer.stack(thread, named, count);
  }

  /** Returns the frame of a lambda whose name has the callee. */
  private int lambda(long lambdaAndCallee) {
    int lambda = (int) (lambdaAndCallee >>> Integer.SIZE);
    String name = SymbolNames.lambda(symbol(lambda), symbol((int) lambdaAndCallee));
    return batch().writer.frame(SymbolNames.storable(name), PairTable.low(frames().get(lambda)));
  }

  private String symbol(int frame) {
    StringTable symbols = batch().transaction.strings(settings.profile() + ".symbols");
    return symbols.text(PairTable.high(frames().get(frame)));
  }

  private PairTable frames() {
    return batch().transaction.pairs(settings.profile() + ".frames");
  }

  @Override
  public void sample(Labels labels, @Nullable Instant time, int stack, long weight) {
    consumed++;
    if (consumed % settings.listenEvery() == 0) {
      listener.run();
    }
    if (weight <= 0) {
      skip(weight == 0 ? "samples of weight 0" : "samples of a weight below 0", 1);
    } else if (consumed > resumedAfter) {
      add(labels, time == null ? defaultTime() : time, stack, weight);
      if (++pending >= settings.batch() && digest != null) {
        commit(false);
      }
    }
  }

  @Override
  public void skip(String reason, long count) {
    skipped.merge(reason, count, Long::sum);
  }

  @Override
  public void truncated() {
    if (consumed >= resumedAfter) {
      truncated++;
    }
  }

  /** Commits all samples, and that the file was imported to its end. */
  void finish() {
    commit(true);
  }

  /**
   * Commits all samples of an input without {@link #begin}, unless it was imported before.
   *
   * @param digestAtEnd the digest of its contents
   * @return whether it was imported before; nothing is committed then
   */
  boolean finish(byte[] digestAtEnd) {
    ImportMarker found = ImportMarker.read(markers(), digestAtEnd);
    if (found == null) {
      digest = digestAtEnd;
      commit(true);
    } else if (!found.isWhole()) {
      throw new ImportException(
          source
              + ": the import of the same bytes from the file "
              + found.source()
              + " did not end; import the file");
    }
    return found != null;
  }

  /** Creates the profile if there is none. Returns the length of its slots. */
  Duration createProfile() {
    return settings.store().<Duration>writeResult(transaction -> settings.open(transaction).slot());
  }

  /** Commits the samples added since the last commit. */
  void commit(boolean isWhole) {
    batch().writer.close();
    if (digest != null) {
      markers().put(digest, new ImportMarker(consumed, isWhole, source).bytes());
    }
    batch().transaction.commit();
    close();
    listener.run();
  }

  private void add(Labels labels, Instant time, int stack, long weight) {
    Instant kept = batch().keptSince;
    if (time.isBefore(kept)) {
      skip("samples before " + kept + ", the time before which slots were deleted", 1);
      return;
    }
    Added added = series.computeIfAbsent(labels, given -> new Added(withLabels(given)));
    try {
      batch().writer.add(added.labels, time, stack, weight);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ImportException(source + ": sample " + consumed + ": " + e.getMessage(), e);
    }
    samples++;
    added.weight += weight;
    first = time.isBefore(first) ? time : first;
    last = time.isAfter(last) ? time : last;
  }

  private Labels withLabels(Labels labels) {
    Map<String, String> all = new TreeMap<>(labels.asMap());
    all.putAll(settings.labels().asMap());
    return Labels.of(all);
  }

  private Instant defaultTime() {
    Instant time = settings.time();
    if (time == null) {
      throw new ImportException(
          source + ": the samples have no times; set one with --time or Imports.time");
    }
    return time;
  }

  private BytesMap markers() {
    return batch().transaction.bytesMap(settings.profile() + ImportMarker.MAP);
  }

  /** Returns the transaction, beginning it if necessary. */
  private Batch batch() {
    return batch == null ? beginBatch() : batch;
  }

  private Batch beginBatch() {
    Transaction transaction = settings.store().beginWrite();
    try {
      ProfileStore profile = settings.open(transaction);
      batch = new Batch(transaction, profile.writer(), profile.keptSince());
      return batch;
    } catch (RuntimeException e) {
      transaction.close();
      throw e;
    }
  }

  /** Rolls back uncommitted samples. */
  @Override
  public void close() {
    Batch current = batch;
    batch = null;
    pending = 0;
    if (current != null) {
      current.transaction.close();
    }
  }

  /**
   * Returns a report of the commits.
   *
   * @param isRepeated whether the file was imported before
   */
  ImportReport report(ImportFormat format, boolean isRepeated) {
    if (isRepeated) {
      return ImportReport.repeated(source, format);
    }
    SortedMap<Labels, Long> weights = new TreeMap<>();
    series.values().forEach(added -> weights.merge(added.labels, added.weight, Math::addExact));
    return new ImportReport(
        source,
        format.text(),
        false,
        samples,
        resumedAfter,
        weights,
        Optional.of(first).filter(time -> samples > 0),
        Optional.of(last).filter(time -> samples > 0),
        truncated,
        new TreeMap<>(skipped));
  }
}
