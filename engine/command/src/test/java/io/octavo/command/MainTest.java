package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.StandardOutput;
import io.octavo.command.cli.Streams;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Arguments, help, and stores that cannot be opened. */
class MainTest {
  /** The verbs that need a store, with what they need beside it. */
  private static final List<List<Object>> READERS =
      List.of(
          List.of("get", "m", 1),
          List.of("count", "m"),
          List.of("scan", "m"),
          List.of("dump"),
          List.of("maps"),
          List.of("stat"),
          List.of("check"),
          List.of("page", 0),
          List.of("tree"),
          List.of("map"),
          List.of("inspect", "--html"));

  private static final List<List<Object>> WRITERS =
      List.of(
          List.of("load", "m"),
          List.of("put", "m", 1, 1),
          List.of("del", "m", 1),
          List.of("drop", "m"),
          List.of("find", "m", "--lines=-", "--add"),
          List.of("rename", "m", "n"));

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  private static Octavo on(Path file, List<Object> verb) {
    Object[] arguments = new Object[verb.size() + 1];
    arguments[0] = verb.get(0);
    arguments[1] = file;
    for (int i = 1; i < verb.size(); i++) {
      arguments[i + 1] = verb.get(i);
    }
    return Octavo.run(arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load", "get", "find", "put", "del", "scan", "dump", "maps", "stat",
        "series", "profile", "check", "page", "tree", "map", "inspect", "compact", "backup",
        "salvage", "demo", "count", "drop", "rename", "help"
      })
  void everyVerbHasHelpWithExamples(String verb) {
    String help = Octavo.run(verb, "--help").succeeds().out();

    assertThat(help).contains("Usage: octavo " + verb, "Examples:\n  ", "octavo " + verb);
    assertThat(help).doesNotContain("progress", "debug", "\u001B");
    assertThat(Octavo.run("--help").succeeds().out()).containsPattern("\n  " + verb + " +[A-Z]");
  }

  @ParameterizedTest
  @CsvSource({
    "load, --dump --ndjson --utf8 --hex --base64 --postings --strings --pairs --stacks --series --binary --no-gzip --commit-every=N --json",
    "get, --utf8 --hex --base64 --raw --json",
    "find, --utf8 --hex --base64 --lines=INPUT --add --no-gzip --commit-every=N --json",
    "put, --file=PATH --utf8 --hex --base64",
    "del, --from=KEY --to=KEY --prefix=PREFIX --utf8 --hex --base64",
    "count, --from=KEY --to=KEY --prefix=PREFIX --utf8 --hex --base64 --json",
    "scan, --from=KEY --to=KEY --prefix=PREFIX --limit=N --reverse --keys --utf8 --hex --json",
    "dump, --ndjson --utf8 --hex --base64",
    "maps, --json",
    "stat, --json",
    "check, --json",
    "page, --raw --svg.=OUT. --html.=OUT. --force --color=WHEN",
    "tree, --show=N --json --color=WHEN",
    "map, --by=WHAT --svg.=OUT. --html.=OUT. --force --json --color=WHEN",
    "inspect, --html.=OUT. --force",
    "compact, --into=TARGET --json",
    "backup, --json",
    "demo, --keep=FILE"
  })
  void everyVerbHelpListsItsOptions(String verb, String options) {
    String help = Octavo.run(verb, "--help").succeeds().out();

    for (String option : options.split(" ", -1)) {
      assertThat(help).containsPattern("\n +" + option + "[ \n]");
    }
  }

  @Test
  void tellsItsVersion() {
    assertThat(Octavo.run("--version").succeeds().out()).contains("octavo ", "file format 1");
  }

  @Test
  void refusesArgumentsThatMakeNoSense() {
    Octavo.run().fails(2, "no command given");
    Octavo.run("lod", store).fails(2, "unknown command 'lod'; did you mean 'load'?");
    Octavo.run("mpas", store).fails(2, "unknown command 'mpas'; did you mean 'maps'?");
    Octavo.run("nothing").fails(2, "unknown command 'nothing'; see octavo --help");
    Octavo.run("maps").fails(2, "Missing required parameter: 'FILE'", "octavo maps --help");
    Octavo.run("maps", store, "--jsn").fails(2, "unknown option '--jsn'; did you mean '--json'?");
    Octavo.run("maps", store, "--quick").fails(2, "unknown option '--quick'; see octavo maps");
    Octavo.run("--unloked").fails(2, "unknown option '--unloked'; did you mean '--unlocked'?");
    Octavo.run("get", store, "m").fails(2, "KEY");
    Octavo.run("get", store, "m", 1, "--raw", "--json").fails(2, "--raw");
    Octavo.run("put", store, "m", 1, "1e3").fails(2, "the value is not a 64-bit integer");
    Octavo.run("put", store, "m", 1).fails(2, "give either VALUE or --file");
    Octavo.run("put", store, "m", 1, 1, "--file=x").fails(2, "give either VALUE or --file");
    Octavo.run("put", store, "m", 1, 1, "--hex", "--utf8")
        .fails(2, "give only one of --utf8, --hex");
    Octavo.run("put", store, "x".repeat(256), 1, 1).fails(2, "MAP: name=xxx");
    Octavo.run("scan", store, "m", "--limit=-1").fails(2, "--limit=-1 is negative");
    Octavo.run("scan", store, "m", "--prefix=a", "--to=b").fails(2, "--prefix");
    Octavo.run("load", store).fails(2, "MAP is missing");
    Octavo.run("load", store, "--dump", "--ndjson")
        .fails(2, "give only one of --dump and --ndjson");
    Octavo.run("load", store, "m", "in", "--dump")
        .fails(2, "--dump: omit map, type, codecs and notation");
    Octavo.run("load", store, "--ndjson", "--hex")
        .fails(2, "--ndjson: omit map, type, codecs and notation");
    Octavo.run("load", store, "--dump", "--commit-every=9").fails(2, "--commit-every");

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void namesTheMapThatWasProbablyMeant() {
    for (int i = 0; i < 13; i++) {
      Octavo.run("put", store, "a map of the number " + (char) ('a' + i), 1, 1).succeeds();
    }
    Octavo.run("put", store, "offsets", 1, 1).succeeds();

    Octavo.run("get", store, "ofsets", 1).fails(1, "no map named ofsets; did you mean offsets?");
    Octavo.run("dump", store, "offstes").fails(1, "did you mean offsets?");
    Octavo.run("drop", store, "Offsets").fails(1, "did you mean offsets?");
    Octavo.run("tree", store, "offset").fails(1, "did you mean offsets?");
    Octavo.run("scan", store, "else")
        .fails(1, "no map named else; the store has a map of the number a, ", "j and 4 more");
    Octavo.run("scan", store, "xyz").fails(1, "the store has");
  }

  @Test
  void helpShowsWhatTheOptionShows() {
    assertThat(Octavo.run("help").output()).isEqualTo(Octavo.run("--help").output());
    assertThat(Octavo.run("help", "trace", "text").output())
        .isEqualTo(Octavo.run("trace", "text", "--help").output());
    Octavo.run("help", "mpas").fails(2, "did you mean 'maps'?");
  }

  @Test
  void refusesKeysThatTheMapCannotHave() {
    Octavo.run("put", store, "m", 1, 1).succeeds();

    Octavo.run("get", store, "m", 1, "99999999999999999999")
        .fails(2, "'99999999999999999999' is not a 64-bit integer");
    Octavo.run("scan", store, "m", "--from=a").fails(2, "'a' is not a 64-bit integer");
    Octavo.run("del", store, "m", 1, "1e3").fails(2, "'1e3' is not a 64-bit integer");
    Octavo.run("get", store, "m", 1).prints("1\n");
  }

  @Test
  void onlyLoadAndPutMakeAStore() {
    for (List<Object> verb : READERS) {
      on(store, verb).fails(3, store + ": no such file");
    }
    Octavo.run("del", store, "m", 1).fails(3, store + ": no such file");

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesADirectory() {
    for (List<Object> verb : concat(READERS, WRITERS)) {
      on(directory, verb).fails(3, directory + ": is a directory");
    }
    Octavo.run("put", directory.resolve("no/a.oct"), "m", 1, 1)
        .fails(3, "the directory does not exist");
  }

  @Test
  void refusesAFileThatIsNotOctavos() throws IOException {
    byte[] foreign = "no store\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    Files.write(store, foreign);
    for (List<Object> verb : concat(READERS, WRITERS)) {
      on(store, verb).fails(3, "not an Octavo file");
    }
    assertThat(store).hasBinaryContent(foreign);
    assertThat(store.resolveSibling(store.getFileName() + ".lock")).doesNotExist();

    Files.write(store, new byte[0]);
    for (List<Object> verb : READERS) {
      on(store, verb).fails(3, "the file is empty");
    }
  }

  @Test
  void refusesANewerFormat() throws IOException {
    Octavo.run("put", store, "m", 1, 1).succeeds();
    byte[] bytes = Files.readAllBytes(store);
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = PageHeader.newPage();
      int start = number * PageHeader.PAGE_SIZE;
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE).put(bytes, start, PageHeader.PAGE_SIZE);
      Memory.putInt(page, MetaPage.FORMAT, MetaPage.FORMAT_VERSION + 1);
      byte[] salt =
          Arrays.copyOfRange(
              bytes, start + MetaPage.STORE_ID, start + MetaPage.STORE_ID + 2 * Long.BYTES);
      Memory.putInt(page, PageHeader.CRC, PageHeader.computeCrc(page, salt));
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE).get(bytes, start, PageHeader.PAGE_SIZE);
    }
    Files.write(store, bytes);

    for (List<Object> verb : concat(READERS, WRITERS)) {
      on(store, verb).fails(3, "format version 2, this program reads version 1");
    }
  }

  @Test
  void refusesAStoreThatAWriterHas() {
    try (Store writer = Store.open(store)) {
      writer.write(transaction -> transaction.longMap("m").put(1, 1));
      for (List<Object> verb : concat(READERS, WRITERS)) {
        on(store, verb).fails(3, "the store is in use (this process has it open)");
      }
    }
  }

  @Test
  void readsAStoreThatAnotherReaderHas() throws IOException {
    Octavo.runOn("1 1", "load", store, "m").succeeds();
    try (Store reader = Store.open(store, StoreOptions.defaults().readOnly(true))) {
      assertThat(reader.stats().commits()).isEqualTo(1);
      for (List<Object> verb : READERS) {
        on(store, verb).succeeds();
      }
      Octavo.run("put", store, "m", 1, 1).fails(3, "the store is in use");
    }
  }

  @Test
  void showsWhereAnErrorComesFromWhenDebugging() {
    Octavo run = Octavo.run("maps", store, "--debug");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).startsWith("octavo: ").contains("\tat io.octavo.command.");
  }

  @Test
  void aFileThatCannotBeWrittenIsAFailureAndAClosedPipeIsNot() throws IOException {
    StandardOutput sound = new StandardOutput(new ByteArrayOutputStream());
    sound.write(1);
    assertThat(sound.failure(true)).isNull();
    StandardOutput output =
        new StandardOutput(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("no");
              }
            });
    Assertions.assertThatThrownBy(() -> output.write(1)).hasMessage("no");
    assertThat(output.failure(true)).isEqualTo("no");
    assertThat(output.failure(false)).isNull();
  }

  @Test
  void theGuideListsTheVerbsWithJson() throws IOException {
    CommandLine octavo = Main.command(new Streams(System.in, System.out, System.err, Screen.NONE));
    List<String> lists = new ArrayList<>();
    lists.add(String.join(", ", verbsWithJson(octavo, "")));
    for (String group : List.of("series", "profile", "trace")) {
      List<String> verbs = verbsWithJson(octavo.getSubcommands().get(group), group + " ");
      int last = verbs.size() - 1;
      lists.add(String.join(", ", verbs.subList(0, last)) + " and " + verbs.get(last));
    }
    String list = String.join(", of ", lists.subList(0, 3)) + ", and of " + lists.get(3);
    String begin = "`--json` is an option of ";
    assertThat(Files.readAllLines(Path.of("../guide/command.md")))
        .filteredOn(line -> line.startsWith(begin))
        .singleElement()
        .satisfies(
            line -> assertThat(line.substring(0, line.indexOf(". "))).isEqualTo(begin + list));
  }

  /** Returns the verbs below a command that have the option, the first one with a prefix. */
  private static List<String> verbsWithJson(CommandLine command, String prefix) {
    List<String> verbs = new ArrayList<>();
    command
        .getSubcommands()
        .forEach(
            (name, verb) -> {
              if (verb.getCommandSpec().findOption("--json") != null) {
                verbs.add("`" + (verbs.isEmpty() ? prefix : "") + name + "`");
              }
            });
    return verbs;
  }

  private static List<List<Object>> concat(List<List<Object>> first, List<List<Object>> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
