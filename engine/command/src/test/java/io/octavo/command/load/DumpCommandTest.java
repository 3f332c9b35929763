package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.JsonReader;
import io.octavo.command.Octavo;
import io.octavo.fixture.ForgedFile;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** dump, and load of what it writes. */
class DumpCommandTest {
  private static final String DUMP =
      """
      octavo dump 1
      map bytes-utf8 empty bytes
      map longs empty longs
      map longs n\\x01a\\tm\\ne\\\\
      -5\t9223372036854775807
      7\t0
      map bytes-utf8 typed
      keys INT
      values RECORD(name:STRING)
      -1\t{"name":"\\ud800\\u0009"}
      map bytes-utf8 users
      \tnobody
      ada\\t1\tAda "Lovelace"
      end\tmap longs x
      é\t\\xff\\t\\xc2\\x80
      end
      """;

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  /** A newer version may use the same store. */
  @Test
  void collectionsOfUnknownTypesAreLeftOutAndNamed() throws IOException {
    ForgedFile forged = new ForgedFile();
    PageRef leaf = forged.leaf(1, 7);
    PageRef later = forged.branch(2, 10, forged.leaf(2, 1), forged.leaf(2, 20));
    byte[] bytes =
        forged.bytes(
            forged.catalogue(
                CatalogueRecord.empty("known", 1, CatalogueRecord.LONG_MAP, 1).with(leaf, 1),
                CatalogueRecord.empty("later", 2, 77, 1).with(later, 3)));
    Files.write(store, bytes);

    Octavo run = Octavo.run("dump", store);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("octavo dump 1\nmap longs known\n7\t7\nend\n");
    assertThat(run.err()).contains("left out, because only a newer version", "types: later");
    Octavo json = Octavo.run("dump", store, "--ndjson");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.out().lines()).hasSize(1);
    Octavo.run("dump", store, "known").succeeds();
    Octavo.run("dump", store, "known", "later").fails(2, "name=later is a collection of type 77");
    Octavo.run("check", store).succeeds();
    Octavo.run("stat", store).succeeds();
  }

  @Test
  void aDumpIsReadBackCompletely() {
    Octavo run = Octavo.runOn(DUMP, "load", store, "--dump").succeeds();

    assertThat(run.out())
        .contains("7 pairs in ", "map      users: 4 entries", "empty longs: 0 entries");
    Octavo.run("dump", store).prints(DUMP);
    assertThat(Octavo.run("maps", store).succeeds().out().lines()).hasSize(6);
    for (String option : new String[] {"--utf8", "--hex", "--base64"}) {
      Path copy = directory.resolve(option);
      String dump = Octavo.run("dump", store, option).succeeds().out();
      assertThat(dump).contains("map bytes-" + option.substring(2) + " users\n");
      Octavo.runOn(dump, "load", copy, "--dump", "-").succeeds();
      Octavo.run("dump", copy).prints(DUMP);
    }
  }

  @Test
  void someMapsAreDumpedWhereNamed() {
    Octavo.runOn(DUMP, "load", store, "--dump").succeeds();

    Octavo.run("dump", store, "empty longs", "empty bytes", "empty longs", "--hex")
        .prints("octavo dump 1\nmap longs empty longs\nmap bytes-hex empty bytes\nend\n");
    Octavo failed = Octavo.run("dump", store, "users", "x").fails(1, "no map named x");
    assertThat(failed.out()).isEmpty();
  }

  @Test
  void reportsTheMapsInJson() {
    Map<?, ?> report = (Map<?, ?>) Octavo.runOn(DUMP, "load", store, "--dump", "--json").json();

    assertThat(report.get("pairs")).isEqualTo(BigDecimal.valueOf(7));
    assertThat((Map<?, ?>) report.get("maps")).hasSize(5);
  }

  @Test
  void mapsOfTheSameNameAndTypeAreMergedInto() {
    Octavo.run("put", store, "m", "a", "old", "--utf8").succeeds();
    Octavo.run("put", store, "m", "c", "old", "--utf8").succeeds();
    Octavo.run("put", store, "l", 1, 1).succeeds();

    Octavo.runOn("octavo dump 1\nmap bytes-hex m\n61\t\n62\t\nend\n", "load", store, "--dump")
        .succeeds();

    Octavo.run("scan", store, "m").prints("a\t\nb\t\nc\told\n");
    Octavo.run("scan", store, "l").prints("1\t1\n");
  }

  @Test
  void mapsOfAnotherTypeAreRefused() {
    Octavo.run("put", store, "m", 1, 1).succeeds();

    Octavo.runOn(
            "octavo dump 1\nmap longs l\n1\t1\nmap bytes-hex m\n61\t\nend\n",
            "load",
            store,
            "--dump")
        .fails(
            6, "standard input: line 5: name=m is a map from LONG to LONG", "nothing was loaded");
    Octavo.runOn("octavo dump 1\nmap bytes-hex m\nend\n", "load", store, "--dump")
        .fails(6, "standard input: name=m is a map from LONG to LONG", "nothing was loaded");
    Octavo.runOn(json("m", "61"), "load", store, "--ndjson").fails(6, "line 1: name=m is a");
    Octavo.run("dump", store).prints("octavo dump 1\nmap longs m\n1\t1\nend\n");
  }

  private static String json(String map, String key) {
    return "{\"map\":\"%s\",\"type\":\"bytes\",\"encoding\":\"hex\",\"key\":\"%s\",\"value\":\"\"}\n"
        .formatted(map, key);
  }

  @Test
  void aDumpThatIsCutOffAnywhereLoadsNothing() {
    Octavo.run("put", store, "m", 1, 1).succeeds();
    for (int length = 0; length < DUMP.length(); length++) {
      Octavo.runOn(DUMP.substring(0, length), "load", store, "--dump")
          .fails(1, "nothing was loaded");
    }
    Octavo.run("dump", store).prints("octavo dump 1\nmap longs m\n1\t1\nend\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "octavo dump 2\n|line 1: unsupported dump version",
        "1\t1\n|line 1: not a dump: the first line is not",
        "octavo dump 1\n1\t1\n|line 2: expected an entry, the beginning of a map",
        "octavo dump 1\nmap longs\n|line 2: the type or name of the map is missing",
        "octavo dump 1\nmap longs \n|line 2: name= has 0 bytes",
        "octavo dump 1\nmap longs \\x00values 1\n|line 2: the name is reserved for the store",
        "octavo dump 1\nmap longs \\q\n|line 2: the name has a bad escape",
        "octavo dump 1\nmap bytes m\n|line 2: unknown type of map",
        "octavo dump 1\nmap bytes-hexa m\n|line 2: unknown type of map",
        "octavo dump 1\nmap bytes-hex m\n6\t\n|line 3: the key has an odd number",
        "octavo dump 1\nmap longs m\n1\t2 \n|line 3: the value is not a 64-bit integer",
        "octavo dump 1\nmap longs m\n\nend\n|line 3: expected an entry, the beginning of a map",
        "octavo dump 1\nmap bytes-hex m\nkeys INT\nend\n|line 4: the codec of the values is missing",
        "octavo dump 1\nmap bytes-hex m\nkeys \nvalues \\q\n|line 4: the codec has a bad escape",
        "octavo dump 1\nmap bytes-hex m\nkeys #77\nvalues INT\nx\ty\n|line 5: ",
        "octavo dump 1\nmap longs m\nkeys INT\nvalues INT\n|line 3: expected an entry",
        "octavo dump 1\nend\n\n|line 3: unexpected text after the end of the dump",
        "octavo dump 1\nend\noctavo dump 1\nend\n|line 3: unexpected text after the end"
      })
  void aMalformedDumpMakesNoEntries(String dumpAndReason) {
    int bar = dumpAndReason.lastIndexOf('|');

    Octavo.runOn(dumpAndReason.substring(0, bar), "load", store, "--dump")
        .fails(1, "standard input: " + dumpAndReason.substring(bar + 1), "nothing was loaded");
  }

  @Test
  void objectsOfJsonAreReadBack() {
    Octavo.runOn(DUMP, "load", store, "--dump").succeeds();
    String lines = Octavo.run("dump", store, "--ndjson").succeeds().out();

    assertThat(lines)
        .contains(
            "{\"map\":\"users\",\"type\":\"bytes\",\"encoding\":\"utf8\",\"key\":\"ada\\\\t1\",")
        .contains("\"type\":\"longs\",\"key\":-5,\"value\":9223372036854775807}\n");
    lines.lines().forEach(line -> new JsonReader(line).document());
    for (String option : new String[] {"--utf8", "--hex", "--base64"}) {
      Path copy = directory.resolve(option);
      String dump = Octavo.run("dump", store, option, "--ndjson").succeeds().out();
      Octavo.runOn(dump, "load", copy, "--ndjson").succeeds();
      Octavo.run("dump", copy, "--ndjson").prints(lines);
    }
  }

  @Test
  void objectsOfJsonMayBeWrittenByOthers() {
    String lines =
        "{ \"value\" : \"a\\u0062\\/\\\\n\\ud83d\\ude00\" ,\t\"key\":\"\\\"\", \"type\":\"bytes\","
            + "\"map\":\"m\", \"encoding\":\"utf8\"}\r\n"
            + json("m", "63")
            + "{\"map\":\"l\",\"key\":-9223372036854775808,\"value\":-0,\"type\":\"longs\"}";

    Octavo.runOn(lines, "load", store, "--ndjson").succeeds();

    Octavo.run("dump", store)
        .prints(
            """
            octavo dump 1
            map longs l
            -9223372036854775808\t0
            map bytes-utf8 m
            "\tab/\\n😀
            c\t
            end
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|an object is missing at character 1",
        "[]|an object is missing at character 1",
        "{}|the field type is not",
        "{\"map\":\"m\"|a comma or the end of the object is missing",
        "{\"map\":\"m\",}|the name of a field is missing",
        "{\"map\":\"m\"} x|unexpected text after the JSON",
        "{\"map\":\"m\"}\u0000|unexpected text after the JSON",
        "{\"map\" \"m\"}|a colon is missing",
        "{\"map\":\"m\",\"map\":\"m\"}|duplicate field map",
        "{\"map\":\"m|unterminated string",
        "{\"map\":\"\\|bad escape",
        "{\"map\":\"\\a\"}|bad escape",
        "{\"map\":\"\\u00g0\"}|bad escape",
        "{\"map\":\"\u0001\"}|control character in a string",
        "{\"map\":null}|the field type is not",
        "{\"map\":nul}|a value is missing at character 8",
        "{\"map\":null,\"type\":\"longs\",\"key\":1,\"value\":1}|the field map is not",
        "{\"map\":{1}}|the name of a field is missing at character 9",
        "{\"map\":[1,]}|a value is missing",
        "{\"map\":[1}|a comma or the end of the array is missing",
        "{\"map\":1e}|a value is missing",
        "{\"map\":[1]}|the field type is not",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":1.0,\"value\":1}|the field key is not a 64-bit",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":1e3,\"value\":1}|the field key is not a 64-bit",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":true,\"value\":1}|the field key is not a 64-bit",
        "{\"map\":01}|a value is missing at character 8",
        "{\"map\":+1}|a value is missing at character 8",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":1,\"value\":9223372036854775808}"
            + "|the field value is not a 64-bit integer",
        "{\"map\":\"m\"}|the field type is not",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":1}|the fields are not key, map, type, value",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":1,\"value\":1,\"x\":1}|the fields are not",
        "{\"map\":\"m\",\"type\":\"longs\",\"key\":\"1\",\"value\":1}|the field key is not a 64-bit",
        "{\"map\":1,\"type\":\"longs\",\"key\":1,\"value\":1}|the field map is not a string",
        "{\"map\":\"\",\"type\":\"longs\",\"key\":1,\"value\":1}|name= has 0 bytes",
        "{\"map\":\"m\",\"type\":\"bytes\",\"key\":\"\",\"value\":\"\"}|the fields are not",
        "{\"map\":\"m\",\"type\":\"bytes\",\"encoding\":\"HEX\",\"key\":\"\",\"value\":\"\"}"
            + "|unknown type of map",
        "{\"map\":\"m\",\"type\":\"bytes\",\"encoding\":\"hex\",\"key\":1,\"value\":\"\"}"
            + "|the field key is not a string",
        "{\"map\":\"m\",\"type\":\"bytes\",\"encoding\":\"hex\",\"key\":\"6\",\"value\":\"\"}"
            + "|the key has an odd number of hex digits",
        "{\"map\":\"m\",\"type\":\"bytes\",\"encoding\":\"utf8\",\"key\":\"\\ud800\",\"value\":\"\"}"
            + "|the key has a lone surrogate",
        "{\"map\":\"m\",\"type\":\"bytes\",\"encoding\":\"hex\",\"key\":\"\",\"value\":\"\",\"keys\":\"INT\"}"
            + "|the fields are not encoding, key, keys, map, type, value, values",
        "{\"map\":\"n\",\"type\":\"bytes\",\"encoding\":\"hex\",\"key\":\"x\",\"value\":\"\",\"keys\":\"INT\","
            + "\"values\":\"BYTES\"}|the key is not a 32-bit integer (INT)"
      })
  void aMalformedObjectLoadsNothing(String lineAndReason) {
    int bar = lineAndReason.lastIndexOf('|');

    Octavo.runOn(
            json("m", "61") + lineAndReason.substring(0, bar) + "\n", "load", store, "--ndjson")
        .fails(1, "standard input: line 2: ", lineAndReason.substring(bar + 1), "nothing was");
    assertThat(store).doesNotExist();
  }

  @Test
  void anErrorOfSyntaxIsQuotedFromItsPlaceOn() {
    String head = "{\"map\":\"m\",\"type\":\"longs\",\"key\":";
    Octavo.runOn(head + "x1,\"value\":2}\n", "load", store, "--ndjson")
        .fails(1, "line 1: a value is missing at character 33: \"x1,\"value\":2}\"; nothing");
    Octavo.runOn(head + "1,\"value\":2\n", "load", store, "--ndjson")
        .fails(1, "is missing at character 44, the end of: \"s\",\"key\":1,\"value\":2\"");
    Octavo.runOn(head + "1,\"key\":2}\n", "load", store, "--ndjson")
        .fails(1, "duplicate field key at character 35: \"\"key\":2}\"");
    Octavo.runOn(head + "\"a\\q\"}\n", "load", store, "--ndjson")
        .fails(1, "bad escape in a string at character 35: \"\\q\"}\"");
  }

  @Test
  void theExampleOfTheDescriptionIsADump() throws IOException {
    String description = Files.readString(Path.of("DUMP.md"));
    int from = description.indexOf("```\n") + 4;
    String example = description.substring(from, description.indexOf("```", from));

    Octavo.runOn(example, "load", store, "--dump").succeeds();

    Octavo.run("dump", store).prints(example);
    assertThat(description).contains(Octavo.run("dump", store, "--ndjson").succeeds().out());
  }
}
