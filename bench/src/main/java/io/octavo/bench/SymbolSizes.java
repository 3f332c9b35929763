package io.octavo.bench;

import io.octavo.Dictionary;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.profile.imports.Imports;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * How many bytes the symbols of a profile take in a {@link Dictionary}, beside a trie and {@code
 * gzip -9}.
 *
 * <pre>
 * java [-Dseconds=20] io.octavo.bench.SymbolSizes [FILE.jfr...]
 * </pre>
 *
 * <p>The symbols are those that {@link Imports} makes of a recording, in the order of their
 * arrival, which is that of calls. The dictionary is alone in a store of its own; its index, which
 * finds strings, is included. The trie is {@link NameTrie}, alone and with the order of arrival,
 * without which it cannot tell the string of an id. Compressed text has a line for each symbol; to
 * read a line, all before it are decompressed. Without a file, {@link CompilerProfile} records one.
 */
public final class SymbolSizes {
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(256L << 20);

  private static final int THREADS = 4;

  private SymbolSizes() {}

  /**
   * Prints the sizes.
   *
   * @param arguments recordings of the Flight Recorder
   * @throws Exception if a file cannot be read or written, or nothing be recorded
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("octavo-symbols");
    try {
      Path[] files = Arrays.stream(arguments).map(Path::of).toArray(Path[]::new);
      if (files.length == 0) {
        files = new Path[] {directory.resolve("compiler.jfr")};
        Duration time = Duration.ofSeconds(Integer.getInteger("seconds", 20));
        CompilerProfile.record(files[0], time, THREADS);
      }
      run(directory, System.out, files);
    } finally {
      Directories.delete(directory);
    }
  }

  /** Prints a row for each recording. Makes stores in a directory. */
  static void run(Path directory, PrintStream out, Path... recordings) throws IOException {
    out.println(
        "| recording | symbols | text | closed file | its dictionary | trie | trie with ids |"
            + " gzip -9 |");
    out.println("|---|" + "---:|".repeat(7));
    for (Path recording : recordings) {
      byte[][] symbols = symbols(recording);
      Path file = directory.resolve("symbols.oct");
      Files.deleteIfExists(file);
      try (Store store = Store.open(file, OPTIONS)) {
        store.write(
            tx -> {
              for (int i = 0; i < symbols.length; i++) {
                Passes.check(tx.dictionary("symbols").intern(symbols[i]), i);
              }
            });
      }
      long text = Arrays.stream(symbols).mapToLong(symbol -> symbol.length).sum();
      long trie = NameTrie.encode(symbols).length;
      double[] sizes = {
        text,
        Files.size(file),
        CollectionPages.of(file).bytes("symbols"),
        trie,
        trie + NameTrie.ranks(symbols).length,
        zipped(symbols)
      };
      out.printf(Locale.ROOT, "| %s | %,d |", recording.getFileName(), symbols.length);
      for (double size : sizes) {
        out.printf(Locale.ROOT, " %.1f |", size / symbols.length);
      }
      out.println();
    }
  }

  /** Returns the symbols of a recording by their ids. */
  private static byte[][] symbols(Path recording) throws IOException {
    try (Store store = Store.inMemory(OPTIONS)) {
      Imports.into(store, "p").jfr(recording);
      return store.read(
          tx -> {
            Dictionary symbols = tx.dictionary("p.symbols");
            byte[][] all = new byte[symbols.size()][];
            Arrays.setAll(all, symbols::get);
            return all;
          });
    }
  }

  private static long zipped(byte[][] lines) throws IOException {
    Gzip9 zip = new Gzip9();
    try (zip) {
      for (byte[] line : lines) {
        zip.write(line);
        zip.write('\n');
      }
    }
    return zip.length();
  }
}
