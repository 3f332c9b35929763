package io.octavo.profile.imports;

import io.octavo.Store;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.text.MalformedInputException;
import io.octavo.text.PlainInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Imports files of profilers into a profile.
 *
 * <pre>{@code
 * ImportReport report = Imports.into(store, "app").labels(Labels.of("host", "a")).file(path);
 * }</pre>
 *
 * <p>A file becomes samples of these series, to whose labels those of {@link #labels} are added:
 *
 * <table>
 * <caption>Formats</caption>
 * <tr><th>format<th>events<th>labels
 * <tr><td>JFR, of the JDK or async-profiler
 *     <td>jdk.ExecutionSample<td>type=cpu,unit=samples
 * <tr><td><td>jdk.CPUTimeSample<td>type=cpu,unit=nanoseconds
 * <tr><td><td>jdk.NativeMethodSample<td>type=native,unit=samples
 * <tr><td><td>profiler.WallClockSample<td>type=wall,unit=samples
 * <tr><td><td>jdk.ObjectAllocationSample<td>type=alloc,unit=bytes
 * <tr><td><td>jdk.ObjectAllocationInNewTLAB, jdk.ObjectAllocationOutsideTLAB
 *     <td>type=tlab,unit=bytes
 * <tr><td><td>jdk.JavaMonitorEnter<td>type=lock,unit=nanoseconds
 * <tr><td><td>jdk.ThreadPark<td>type=park,unit=nanoseconds
 * <tr><td>pprof<td>each type of value<td>type and unit, as the file names them
 * <tr><td>output of {@code perf script}<td>each event, such as {@code cycles}
 *     <td>type=cycles, unit=nanoseconds for clocks, unit=samples if there are no periods, else
 *     unit=cycles
 * <tr><td>collapsed stacks<td><td>none
 * </table>
 *
 * <p>The weights of jdk.ExecutionSample are counts of samples, not times: JFR takes samples of at
 * most a few threads at a time, so their number times the period is less than the time on the
 * processor. Those of jdk.CPUTimeSample are that time. Allocations in TLABs count whole TLABs.
 *
 * <p>An import commits after every 131,072 samples, in a transaction that also notes in the map
 * {@code PROFILE.imports} how far it has come. A file whose import was interrupted is imported from
 * there on; of a file that was imported before, nothing is added, whatever its name and the options
 * are. Files are told apart by a digest of their contents. A malformed file of text, or a JFR
 * recording that is cut off, is refused before the first commit, so that the corrected file can be
 * imported. What was committed before any other exception stays.
 *
 * <p>Samples before {@link ProfileStore#keptSince} are skipped and counted. Symbols with more than
 * 4,000 bytes of UTF-8 are shortened and end with a hash of the whole name.
 *
 * <p>Not thread-safe.
 */
public final class Imports {
  private final Store store;
  private final String profile;
  private @Nullable Duration slot;
  private Labels labels = Labels.NONE;
  private boolean exactNames;
  private @Nullable Instant time;
  private LongConsumer progress = done -> {};
  private int batch = StoreSink.BATCH;

  /** Imports a file. */
  private interface Import {
    ImportReport of(ImportFile file) throws IOException;
  }

  /** Passes on the samples of a file. */
  private interface Feed {
    void to(SampleSink sink) throws IOException;
  }

  /** Reads text. */
  private interface TextReader {
    void read(InputStream in, String source, @Nullable Instant time, SampleSink sink)
        throws IOException;
  }

  private Imports(Store store, String profile) {
    this.store = Objects.requireNonNull(store, "store");
    this.profile = Objects.requireNonNull(profile, "profile");
  }

  /**
   * Begins imports into a profile.
   *
   * @param store the store
   * @param profile the name of the profile, which the first import creates if there is none
   * @return imports with the defaults of all options
   */
  public static Imports into(Store store, String profile) {
    return new Imports(store, profile);
  }

  /**
   * Sets the length of a slot.
   *
   * @param length the length; default: that of the profile, 10 seconds for a new one
   * @return this
   */
  public Imports slot(Duration length) {
    slot = length;
    return this;
  }

  /**
   * Sets labels that are added to those of every sample, or replace them.
   *
   * @param added the labels
   * @return this
   */
  public Imports labels(Labels added) {
    labels = added;
    return this;
  }

  /**
   * Keeps the names of generated classes, such as {@code App$$Lambda$14/0x0000000800c03000}, which
   * differ in each run of a program. By default a lambda is named by what it calls, such as {@code
   * App$$Lambda[lambda$run$0]}, and other classes that the JDK generates lose their numbers.
   *
   * @return this
   */
  public Imports exactNames() {
    exactNames = true;
    return this;
  }

  /**
   * Sets the time of samples of files without times. It is also the time of the first sample of a
   * file of {@code perf script}, which tells the time since the machine was started.
   *
   * @param ofSamples the time; default: when the file was last modified, none for a pipe
   * @return this
   */
  public Imports time(Instant ofSamples) {
    time = ofSamples;
    return this;
  }

  /**
   * Sets a listener that receives the progress of each import periodically.
   *
   * @param listener takes the number of bytes of the file that were read, or of events for JFR; an
   *     exception that it throws ends the import
   * @return this
   */
  public Imports progress(LongConsumer listener) {
    progress = listener;
    return this;
  }

  /**
   * Sets the number of samples of a transaction, and at most as many between calls of listeners.
   */
  Imports batch(int samples) {
    batch = samples;
    return this;
  }

  /**
   * Imports a file, detecting the format from the contents. Text is UTF-8, with or without a byte
   * order mark.
   *
   * @param file the file, which may be compressed by gzip, and may be a pipe, of which a temporary
   *     copy is made
   * @return what was done
   * @throws IOException if the file cannot be read
   * @throws ImportException if it is malformed or of no known format
   * @throws IllegalArgumentException if the profile has slots of another length than that of {@link
   *     #slot}; all import methods throw this exception
   */
  public ImportReport file(Path file) throws IOException {
    return report(
        file,
        opened ->
            switch (ImportFormat.of(opened)) {
              case JFR -> jfr(opened);
              case PPROF -> pprof(opened);
              case PERF -> perf(opened);
              case COLLAPSED -> collapsed(opened);
            });
  }

  /**
   * Imports a recording of the JDK Flight Recorder, or of async-profiler in this format.
   *
   * @param file the file, which may be compressed by gzip; a temporary file has then the recording
   * @return what was done
   * @throws IOException if the file cannot be read
   * @throws ImportException if it is malformed
   */
  public ImportReport jfr(Path file) throws IOException {
    return report(file, this::jfr);
  }

  private ImportReport jfr(ImportFile file) throws IOException {
    Path recording = file.unpacked();
    JfrReader.requireWhole(recording, file.name());
    int every = settings(null).listenEvery();
    return add(
        file,
        ImportFormat.JFR,
        time(file),
        () -> {},
        sink -> JfrReader.read(recording, file.name(), sink, every, progress));
  }

  /**
   * Imports collapsed stacks: a line for each stack and slot, {@code main;run;read 17}, the
   * outermost frame first and the weight last. Names may hold blanks. A line {@code # slot
   * 1769857200} tells when the samples of the lines below were taken, in seconds since 1970.
   *
   * @param file the file, which may be compressed by gzip
   * @return what was done
   * @throws IOException if the file cannot be read
   * @throws ImportException if it is malformed
   */
  public ImportReport collapsed(Path file) throws IOException {
    return report(file, this::collapsed);
  }

  private ImportReport collapsed(ImportFile file) throws IOException {
    return text(
        file,
        ImportFormat.COLLAPSED,
        (in, source, base, sink) -> CollapsedReader.read(in, source, sink));
  }

  /**
   * Imports collapsed stacks in one transaction: the profile gets all of them or none, and none if
   * the same bytes were imported before.
   *
   * @param in where the text is read, to its end
   * @param source its name, for messages
   * @return what was done
   * @throws IOException if it cannot be read
   * @throws ImportException if it is malformed, or has no times and {@link #time} was not set
   */
  public ImportReport collapsed(InputStream in, String source) throws IOException {
    DigestInputStream digested = new DigestInputStream(in, Digests.sha256());
    PlainInput plain = new PlainInput(digested, false);
    try (StoreSink sink =
        new StoreSink(settings(time), source, () -> progress.accept(plain.position()))) {
      CollapsedReader.read(plain, source, sink);
      boolean isRepeated = sink.finish(digested.getMessageDigest().digest());
      return sink.report(ImportFormat.COLLAPSED, isRepeated);
    } catch (MalformedInputException e) {
      throw malformed(source, e);
    }
  }

  /**
   * Imports a pprof profile.
   *
   * @param file the file, which may be compressed by gzip
   * @return what was done
   * @throws IOException if the file cannot be read
   * @throws ImportException if it is malformed
   */
  public ImportReport pprof(Path file) throws IOException {
    return report(file, this::pprof);
  }

  private ImportReport pprof(ImportFile file) throws IOException {
    try {
      return text(file, ImportFormat.PPROF, (in, source, base, sink) -> PprofReader.read(in, sink));
    } catch (ImportException e) {
      throw new ImportException(file.name() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Imports the output of {@code perf script}. The outermost frame of each stack is the command.
   *
   * @param file the file, which may be compressed by gzip
   * @return what was done
   * @throws IOException if the file cannot be read
   * @throws ImportException if it is malformed
   */
  public ImportReport perf(Path file) throws IOException {
    return report(file, this::perf);
  }

  private ImportReport perf(ImportFile file) throws IOException {
    return text(file, ImportFormat.PERF, PerfReader::read);
  }

  /**
   * Returns an import of events as a running JVM sends them.
   *
   * @return the import, which the caller closes
   */
  public LiveImport live() {
    return new LiveImport(new StoreSink(settings(time), "events", () -> {}));
  }

  private static ImportReport report(Path file, Import how) throws IOException {
    try (ImportFile opened = ImportFile.open(file)) {
      return how.of(opened);
    } catch (MalformedInputException e) {
      throw malformed(file.toString(), e);
    }
  }

  private static ImportException malformed(String source, MalformedInputException e) {
    return new ImportException(source + ": " + e.getMessage(), e);
  }

  /**
   * Imports text, which is first read to its end. Who corrects a file makes another file, whose
   * import would not know what the import of the first has committed.
   */
  private ImportReport text(ImportFile file, ImportFormat format, TextReader reader)
      throws IOException {
    String source = file.name();
    Instant base = time(file);
    try (PlainInput in = file.input()) {
      reader.read(in, source, base, new CheckingSink());
    }
    try (PlainInput in = file.input()) {
      Runnable listener = () -> progress.accept(in.position());
      return add(file, format, base, listener, sink -> reader.read(in, source, base, sink));
    }
  }

  private ImportReport add(
      ImportFile file, ImportFormat format, @Nullable Instant base, Runnable listener, Feed feed)
      throws IOException {
    try (StoreSink sink = new StoreSink(settings(base), file.name(), listener)) {
      boolean isRepeated = sink.begin(Digests.of(file.path()));
      if (!isRepeated) {
        feed.to(sink);
        sink.finish();
      }
      return sink.report(format, isRepeated);
    }
  }

  /** Returns the time of samples without one, null if there must be none. */
  private @Nullable Instant time(ImportFile file) throws IOException {
    return time == null ? file.modified() : time;
  }

  private StoreSink.Settings settings(@Nullable Instant base) {
    return new StoreSink.Settings(store, profile, slot, labels, exactNames, base, batch);
  }
}
