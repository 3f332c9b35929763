package io.octavo.command.demo;

import io.octavo.CheckReport;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.check.StoreCheck;
import io.octavo.check.TreeShape;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.load.BinaryReader;
import io.octavo.command.survey.MapShape;
import io.octavo.command.survey.StorePages;
import io.octavo.error.StoreException;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo demo}: the main job on real data. */
@Command(
    name = "demo",
    header = "Build a store from the class files of the JDK and show it.",
    description = {
      "Build a store of two maps from the class files of the running JDK, look up every key, check"
          + " the store and show its statistics. The demo takes a few seconds and deletes its"
          + " files.%n"
    },
    footer = {"  octavo demo", "  octavo demo --keep classes.oct && octavo stat classes.oct"})
public final class DemoCommand extends Verb {
  static final String LENGTHS = "lengths";
  static final String PATHS = "paths";

  /** Short runs are repeated so long, that their rates mean something. */
  private static final long MIN_NANOS = 500_000_000;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = "Keep the store as FILE, which must not exist.")
  @Nullable Path keep;

  @Mixin Progress.Choice progressChoice;

  public DemoCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (keep != null) {
      Target.requireNew(keep);
      return run(keep);
    }
    Path directory = Files.createTempDirectory("octavo-demo");
    try {
      return run(directory.resolve("demo.oct"));
    } finally {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path left : files.toList()) {
          Files.delete(left);
        }
      }
      Files.delete(directory);
    }
  }

  private int run(Path path) throws IOException {
    long start = System.nanoTime();
    ClassFiles files = find();
    streams.line(
        "%s class files of Java %s, %s bytes, found in %s s",
        Text.count(files.count()),
        Runtime.version().feature(),
        Text.count(files.bytes()),
        Text.decimal(Text.seconds(System.nanoTime() - start), 2));
    streams.line("");
    load(path, files);
    CheckReport check;
    try (Store store = Stores.openToWrite(streams, path)) {
      look(store, files);
      check = store.check();
    }
    streams.line(
        "check    %s",
        check.ok()
            ? "ok, " + Text.count(check.pages(), "page", "pages")
            : String.join("; ", check.problems()));
    show(path);
    streams.line("");
    streams.line(
        "%s bytes in %s",
        Text.count(Stores.length(path)),
        keep == null ? "a temporary file, deleted; --keep FILE keeps it" : keep);
    return check.ok() ? Failure.OK : Failure.PROBLEM;
  }

  private ClassFiles find() throws IOException {
    try (Progress progress = progressChoice.start(streams, "finding", -1, " files", 1)) {
      return ClassFiles.find(progress);
    }
  }

  private void load(Path path, ClassFiles files) {
    long start = System.nanoTime();
    try (Store store = Stores.openToWrite(streams, path)) {
      store.write(
          transaction -> {
            LongMap lengths = transaction.longMap(LENGTHS);
            LongMap paths = transaction.longMap(PATHS);
            for (int i = 0; i < files.count(); i++) {
              lengths.put(files.offset(i), files.length(i));
              paths.put(files.pathHash(i), files.offset(i));
            }
          });
    }
    long nanos = System.nanoTime() - start;
    long puts = 2L * files.count();
    streams.line(
        "load     %s puts in %s s, %s, one commit; closed and reopened",
        Text.count(puts), Text.decimal(Text.seconds(nanos), 2), Text.rate(puts, nanos));
  }

  private void look(Store store, ClassFiles files) {
    try (Transaction transaction = store.beginRead()) {
      LongMap lengths = transaction.longMap(LENGTHS);
      LongMap paths = transaction.longMap(PATHS);
      long gets = 0;
      long start = System.nanoTime();
      for (; System.nanoTime() - start < MIN_NANOS; gets += 2L * files.count()) {
        lookUp(lengths, paths, files);
      }
      long nanos = System.nanoTime() - start;
      streams.line(
          "get      the offset and length of every path, verified, %s", Text.rate(gets, nanos));
      long entries = 0;
      start = System.nanoTime();
      for (; System.nanoTime() - start < MIN_NANOS; entries += files.count()) {
        scan(lengths, files);
      }
      nanos = System.nanoTime() - start;
      streams.line("scan     all lengths, sum verified, %s", Text.rate(entries, nanos));
    }
  }

  private static void lookUp(LongMap lengths, LongMap paths, ClassFiles files) {
    for (int i = 0; i < files.count(); i++) {
      long offset = paths.get(files.pathHash(i), -1);
      long length = lengths.get(offset, -1);
      if (offset != files.offset(i) || length != files.length(i)) {
        throw new StoreException(
            "class file " + i + " does not match: offset " + offset + ", length " + length);
      }
    }
  }

  private static void scan(LongMap lengths, ClassFiles files) {
    long sum = 0;
    for (LongCursor cursor = lengths.cursor(0, files.bytes()); cursor.next(); ) {
      sum += cursor.value();
    }
    if (sum != files.bytes()) {
      throw new StoreException("the lengths sum up to " + sum + ", not " + files.bytes());
    }
  }

  private void show(Path path) {
    try (StorePages pages = StorePages.open(path)) {
      Map<String, TreeShape> shapes = StoreCheck.of(pages.pager().durable()).shapes();
      streams.line("");
      streams.line(
          "%-9s%-16s%9s%8s%10s%14s%13s",
          "map", "", "entries", "pages", "per leaf", "per entry", "of 16 raw");
      row(shapes, LENGTHS, "offset -> length");
      row(shapes, PATHS, "hash -> offset");
      streams.line("");
      byte[] leaf =
          PagePicture.middleLeaf(
              pages.pager(),
              pages.pager().durable().catalogue().records().stream()
                  .filter(record -> record.name().equals(LENGTHS))
                  .findFirst()
                  .orElseThrow());
      new PagePicture(streams, leaf).print();
    }
  }

  private void row(Map<String, TreeShape> shapes, String map, String content) {
    MapShape shape = new MapShape(map, Objects.requireNonNull(shapes.get(map)));
    streams.line(
        "%-9s%-16s%9s%8s%10s%14s%13s",
        map,
        content,
        Text.count(shape.entries()),
        Text.count(shape.pages()),
        Text.decimal(shape.entriesPerLeaf(), 1),
        Text.decimal(shape.bytesPerEntry(), 2) + " bytes",
        Text.percent(shape.bytesPerEntry() / BinaryReader.PAIR));
  }
}
