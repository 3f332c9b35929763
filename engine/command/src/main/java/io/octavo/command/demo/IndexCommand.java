package io.octavo.command.demo;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo index}: makes an index of the words of text files. */
@Command(
    name = "index",
    header = "Index the words of the text files in a directory.",
    description = {
      "Read all files below a directory and write an index of their words, for octavo query to"
          + " search, in one transaction. An index in the store is replaced;"
          + " a map of another kind by the name files, words or documents is not. The index is built in"
          + " memory; the text is not kept.",
      "",
      "Text is UTF-8; gzip is recognised. Skipped are files with a zero byte near their beginning,"
          + " links, and unreadable files.%n"
    },
    footer = {"  octavo index /usr/share/man", "  octavo index src --store src.oct --json"})
public final class IndexCommand extends Verb {
  /** The default store. */
  public static final String STORE = "words.oct";

  /** The number of bytes that decide whether a file is text. */
  private static final int LOOKED_AT = 1 << 13;

  @Parameters(index = "0", paramLabel = "DIR", description = "The directory.")
  Path directory;

  @Option(
      names = "--store",
      paramLabel = "FILE",
      description = "The store, created if missing; default: " + STORE + ".")
  Path file = Path.of(STORE);

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  private final WordIndex.Builder builder = new WordIndex.Builder();
  private long bytes;
  private int passedOver;

  public IndexCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new Failure(
          Failure.USAGE, directory + ": not a directory; name a directory of text files");
    }
    if (Files.exists(file) && Stores.length(file) > 0) {
      // Before all files are read.
      try (Store store = Stores.openToRead(file);
          Transaction transaction = store.beginRead()) {
        WordIndex.requireReplaceable(transaction);
      }
    }
    long start = System.nanoTime();
    List<Path> files = files();
    try (Progress progress = progressChoice.start(streams, "reading", files.size(), " files", 1)) {
      for (int i = 0; i < files.size(); i++) {
        read(files.get(i));
        progress.to(i + 1);
      }
    }
    long read = System.nanoTime();
    try (Store store = Stores.openToWrite(streams, file);
        Progress progress =
            progressChoice.start(streams, "writing", 2L * builder.words(), " words", 2)) {
      store.write(transaction -> builder.write(transaction, progress));
    }
    report(read - start, System.nanoTime() - read);
    return Failure.OK;
  }

  /** Returns the files, in an order that does not depend on the file system. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Path own = file.toAbsolutePath().normalize();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !found.toAbsolutePath().normalize().equals(own)) {
              files.add(found);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path found, IOException e) {
            passedOver++;
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
  }

  private void read(Path path) {
    if (Text.isUndecoded(path.toString())) {
      passedOver++; // the index could not tell it from others
      return;
    }
    try (InputStream in = open(path)) {
      in.mark(LOOKED_AT);
      byte[] beginning = in.readNBytes(LOOKED_AT);
      for (byte b : beginning) {
        if (b == 0) {
          passedOver++;
          return;
        }
      }
      in.reset();
      builder.add(path.toString(), new InputStreamReader(in, StandardCharsets.UTF_8));
      bytes += Files.size(path);
    } catch (IOException | UncheckedIOException e) {
      passedOver++;
    }
  }

  private static InputStream open(Path path) throws IOException {
    InputStream plain = new BufferedInputStream(Files.newInputStream(path), LOOKED_AT);
    try {
      plain.mark(2);
      boolean isGzip = plain.read() == 0x1F && plain.read() == 0x8B;
      plain.reset();
      return isGzip ? new BufferedInputStream(new GZIPInputStream(plain), LOOKED_AT) : plain;
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private void report(long readNanos, long writeNanos) {
    long fileBytes = Stores.length(file);
    long postings = builder.postings();
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "files",
                  builder.documents(),
                  "passedOver",
                  passedOver,
                  "bytes",
                  bytes,
                  "words",
                  builder.words(),
                  "postings",
                  postings,
                  "readSeconds",
                  Text.seconds(readNanos),
                  "writeSeconds",
                  Text.seconds(writeNanos),
                  "fileBytes",
                  fileBytes)));
      return;
    }
    streams.line(
        "read     %s, %s bytes, in %s s; %s skipped",
        Text.count(builder.documents(), "file", "files"),
        Text.count(bytes),
        Text.decimal(Text.seconds(readNanos), 2),
        Text.count(passedOver));
    streams.line(
        "wrote    %s of %s in %s s",
        Text.count(postings, "posting", "postings"),
        Text.count(builder.words(), "word", "words"),
        Text.decimal(Text.seconds(writeNanos), 2));
    streams.line(
        "store    %s: %s bytes%s",
        file,
        Text.count(fileBytes),
        postings == 0
            ? ""
            : ", " + Text.decimal((double) fileBytes / postings, 2) + " bytes per posting");
  }
}
