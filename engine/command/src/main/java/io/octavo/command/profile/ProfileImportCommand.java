package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Times;
import io.octavo.profile.imports.ImportReport;
import io.octavo.profile.imports.Imports;
import io.octavo.text.MalformedInputException;
import io.octavo.text.PlainInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo profile import}: adds the samples of files to a profile. */
@Command(
    name = "import",
    header = "Import the files of profilers into a profile.",
    description = {
      "Add the samples of files to a profile; store and profile are created if missing. A file"
          + " is a recording of the JDK Flight Recorder or of async-profiler, a pprof profile,"
          + " collapsed stacks, or the output of perf script, and may be compressed by gzip."
          + " Collapsed stacks have times only after lines such as # slot 1769857200; all"
          + " others are taken at --time, by default the modification time of the file; a pipe has"
          + " none.",
      "",
      "An import commits periodically. An interrupted import resumes after the last"
          + " commit, and a file that was already imported is skipped. A refused import creates"
          + " no store. Skipped samples are printed with the reason. The class of a lambda is"
          + " named by the method that it calls, App$$Lambda[lambda$run$0], because its number"
          + " differs in each run of the program.%n"
    },
    footer = {
      "  octavo profile import app.oct recording.jfr --labels host=a",
      "  octavo profile import app.oct monday.pb.gz tuesday.pb.gz --profile go --slot 1m",
      "  octavo profile import app.oct stacks.txt --time 2026-01-31T12:00:00Z"
    })
final class ProfileImportCommand extends StoreVerb {
  private static final long MEGABYTE = 1_000_000;

  /** What a file is. */
  enum Format {
    jfr,
    collapsed,
    pprof,
    perf
  }

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "INPUT",
      description = "The files; -: collapsed stacks on standard input.")
  List<String> inputs = List.of();

  @Mixin ProfileTarget target;

  @Option(
      names = "--exact-names",
      description = "Keep the names of generated classes, with their numbers.")
  boolean exactNames;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "What the files are: ${COMPLETION-CANDIDATES};",
        "default: detected from the contents."
      })
  @Nullable Format format;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description =
          "The time of samples without times, and of the first perf sample, in ISO 8601;"
              + " required for most input from - and pipes.")
  @Nullable String time;

  @Mixin Progress.Choice progressChoice;

  ProfileImportCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    // All that can be refused before the store is opened, which creates it.
    target.requireSound();
    Instant taken = taken();
    inputs.forEach(this::requireInput);
    Stores.write(streams, file, store -> addAll(store, taken));
    return Failure.OK;
  }

  private void addAll(Store store, @Nullable Instant taken) throws IOException {
    String profile = target.name(file, store);
    for (String input : inputs) {
      Imports imports = target.into(store, profile);
      if (taken != null) {
        imports.time(taken);
      }
      if (exactNames) {
        imports.exactNames();
      }
      add(imports, input);
    }
  }

  private @Nullable Instant taken() {
    try {
      return time == null ? null : Times.instant(time);
    } catch (DateTimeException e) {
      throw new Failure(
          Failure.USAGE, "--time=" + time + " is not ISO 8601, such as 2026-01-31T23:59:59Z", e);
    }
  }

  private void requireInput(String input) {
    if (input.equals("-")) {
      if (format != null && format != Format.collapsed) {
        throw new Failure(
            Failure.USAGE, "--format " + format + ": standard input has collapsed stacks only");
      }
    } else if (!Files.exists(Path.of(input))) {
      throw new Failure(Failure.PROBLEM, input + ": no such file");
    } else if (Files.isDirectory(Path.of(input))) {
      throw new Failure(Failure.PROBLEM, input + ": is a directory");
    }
  }

  private void add(Imports imports, String input) throws IOException {
    long start = System.nanoTime();
    ImportReport report;
    try (Progress progress = progress(input)) {
      imports.progress(progress::to);
      report = read(imports, input);
    }
    if (report.isRepeated()) {
      streams.line("%s: already imported, nothing added", Text.printable(input));
      return;
    }
    long nanos = System.nanoTime() - start;
    streams.line(
        "%s: %s, %s in %s s, %s",
        Text.printable(input),
        report.format(),
        Text.count(report.samples(), "sample", "samples"),
        Text.decimal(Text.seconds(nanos), 2),
        Text.rate(report.samples(), nanos));
    if (report.resumedAfter() > 0) {
      streams.line(
          "resumed  after %s of an interrupted import",
          Text.count(report.resumedAfter(), "sample", "samples"));
    }
    ImportText.print(streams, report, target.isVerbose);
  }

  private ImportReport read(Imports imports, String input) throws IOException {
    if (input.equals("-")) {
      return imports.collapsed(streams.in(), "standard input");
    }
    Path path = Path.of(input);
    if (format == null) {
      return imports.file(path);
    }
    return switch (format) {
      case jfr -> imports.jfr(path);
      case collapsed -> imports.collapsed(path);
      case pprof -> imports.pprof(path);
      case perf -> imports.perf(path);
    };
  }

  /** Begins the bar. Recordings report events, all others the bytes that were read. */
  private Progress progress(String input) throws IOException {
    if (input.equals("-")) {
      return progressChoice.start(streams, "importing", -1, " MB", MEGABYTE);
    }
    Path path = Path.of(input);
    if (!Files.isRegularFile(path)) {
      return progressChoice.start(streams, "importing", -1, "", 1); // a pipe is read once
    }
    if (isRecording(path)) {
      return progressChoice.start(streams, "importing", -1, " events", 1);
    }
    return progressChoice.start(streams, "importing", Files.size(path), " MB", MEGABYTE);
  }

  private boolean isRecording(Path input) throws IOException {
    if (format != null) {
      return format == Format.jfr;
    }
    try (InputStream in = PlainInput.open(input)) {
      return new String(in.readNBytes(3), StandardCharsets.ISO_8859_1).equals("FLR");
    } catch (MalformedInputException e) {
      return false; // the import names the file
    }
  }
}
