package io.octavo.command.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.codec.Tuple3;
import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.command.collection.MapCodecs;
import io.octavo.map.BytesCursor;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps that programs write by codecs are read and written by the same codecs. */
class CodecCommandsTest {
  private static final UUID ID = UUID.fromString("ffffffff-0000-4000-8000-000000000001");

  /** What a program may keep. */
  record Person(String name, Instant born, Tuple2<Integer, byte[]> marks) {}

  private static final Codec<Person> PEOPLE =
      Codecs.record(Person.class)
          .with("name", Codecs.STRING, Person::name)
          .with("marks", Codecs.tuple(Codecs.INT, Codecs.BYTES), Person::marks)
          .with("born", Codecs.INSTANT, Person::born)
          .build();

  /** A codec that only its program has. */
  private record Own(String name) implements Codec<String> {
    @Override
    public byte[] encode(String value) {
      return Codecs.UTF8.encode("own " + value);
    }

    @Override
    public String decode(byte[] bytes) {
      return Codecs.UTF8.decode(bytes).substring(4);
    }

    @Override
    public Comparator<String> comparator() {
      return Comparator.naturalOrder();
    }
  }

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  private <K, V> void put(String map, Codec<K> keys, Codec<V> values, K key, V value) {
    try (Store open = Store.open(store)) {
      open.map(map, keys, values).put(key, value);
    }
  }

  private static <K, V> V get(Path store, String map, Codec<K> keys, Codec<V> values, K key) {
    try (Store open = Store.open(store)) {
      return open.map(map, keys, values).get(key);
    }
  }

  @Test
  void whatTheCommandPutsItsProgramReads() {
    put("ages", Codecs.STRING, Codecs.INT, "ada", 36);

    Octavo.run("put", store, "ages", "tab\\tand \\uD800", -7).succeeds();
    Octavo.runOn("bob\t44\n", "load", store, "ages").succeeds();

    assertThat(get(store, "ages", Codecs.STRING, Codecs.INT, "tab\tand \ud800")).isEqualTo(-7);
    assertThat(get(store, "ages", Codecs.STRING, Codecs.INT, "bob")).isEqualTo(44);
    Octavo.run("get", store, "ages", "ada").prints("36\n");
    Octavo.run("scan", store, "ages").prints("ada\t36\nbob\t44\ntab\\tand \\ud800\t-7\n");
    Octavo.run("scan", store, "ages", "--from", "b", "--to", "bob").prints("bob\t44\n");
    Octavo.run("scan", store, "ages", "--prefix", "a", "--keys").prints("ada\n");
    Octavo.run("get", store, "ages", "ada", "eve", "--json").fails(4, "eve");
    Octavo.run("scan", store, "ages", "--json", "--limit", 1)
        .prints("[{\"key\":\"ada\",\"value\":36}]\n");
    Octavo.run("del", store, "ages", "ada").succeeds();
    assertThat(get(store, "ages", Codecs.STRING, Codecs.INT, "ada")).isNull();
  }

  @Test
  void valuesThatTheCodecDoesNotHaveAreRefused() {
    put("ages", Codecs.STRING, Codecs.INT, "ada", 36);
    String before = Octavo.run("dump", store).output();

    Octavo.run("put", store, "ages", "ada", "old")
        .fails(2, "the value is not a 32-bit integer (INT)");
    Octavo.run("put", store, "ages", "ada", 1L << 40).fails(2, "is not a 32-bit integer (INT)");
    Octavo.run("put", store, "ages", "\\xff", 1).fails(2, "the key has escapes of bytes");
    Octavo.run("put", store, "ages", "ada", "\\?ff").fails(2, "is not a 32-bit integer (INT)");
    Octavo.run("put", store, "ages", "ada", 1, "--hex")
        .fails(6, "--hex: map ages holds keys of STRING");
    Octavo.run("put", store, "ages", "ada", "--file", store)
        .fails(6, "--file: map ages holds keys of");
    Octavo.run("scan", store, "ages", "--hex").fails(6, "--hex: map ages holds keys of STRING");
    Octavo.runOn("ada\tx\n", "load", store, "ages")
        .fails(1, "line 1: the value is not a 32-bit integer", "nothing was loaded");
    Octavo.runOn("octavo dump 1\nmap bytes-utf8 ages\nada\t1\nend\n", "load", store, "--dump")
        .fails(1, "from STRING to INT", "nothing was loaded");

    Octavo.run("dump", store).prints(before);
  }

  /** A value may end before a later component, a key may not: two texts would be one key. */
  @Test
  void aKeyWithoutALaterComponentIsRefused() {
    Octavo.runOn(
            """
            octavo dump 1
            map bytes-utf8 r
            keys RECORD(a:INT,b?:LONG)
            values RECORD(a:INT,b?:LONG)
            {"a":1,"b":2}\t{"a":3}
            end
            """,
            "load",
            store,
            "--dump")
        .succeeds();

    Octavo.run("put", store, "r", "{\"a\":7}", "{\"a\":5}")
        .fails(2, "the key is not an object in JSON with the fields a, b (RECORD(a:INT,b?:LONG))");
    Octavo.run("get", store, "r", "{\"a\":7}").fails(2, "with the fields a, b");
    Octavo.run("put", store, "r", "{\"a\":7,\"b\":8}", "{\"a\":5}").succeeds();
    Octavo.run("scan", store, "r")
        .prints("{\"a\":1,\"b\":2}\t{\"a\":3}\n{\"a\":7,\"b\":8}\t{\"a\":5}\n");
  }

  @Test
  void everyCodecHasAText() {
    List<String> rows = new ArrayList<>();
    rows.add(row("l", Codecs.LONG, Codecs.BOOLEAN, Long.MIN_VALUE, true));
    rows.add(row("u", Codecs.UNSIGNED_LONG, Codecs.UNSIGNED_LONG, -1L, Long.MIN_VALUE));
    rows.add(row("i", Codecs.INT, Codecs.DOUBLE, Integer.MIN_VALUE, -0.0));
    rows.add(row("d", Codecs.DOUBLE, Codecs.DOUBLE, 1e-300, Double.NEGATIVE_INFINITY));
    rows.add(row("s", Codecs.STRING, Codecs.UTF8, "\udc00x\ud83d\ude00\u0085", "\\?00\t\"é"));
    rows.add(row("x", Codecs.UUID, Codecs.INSTANT, ID, Instant.MIN));
    rows.add(row("y", Codecs.INSTANT, Codecs.BYTES, Instant.MAX, new byte[] {-1, 65, 9}));
    rows.add(row("e", Codecs.enums(DayOfWeek.class), Codecs.STRING, DayOfWeek.SUNDAY, ""));
    rows.add(
        row(
            "t",
            Codecs.tuple(Codecs.STRING, Codecs.INT, Codecs.BYTES),
            Codecs.tuple(Codecs.tuple(Codecs.STRING, Codecs.UTF8), Codecs.DOUBLE),
            new Tuple3<>("a\u0000\u0001b", 5, new byte[] {0, 1}),
            new Tuple2<>(new Tuple2<>("\ud800\"", "\u0000"), Double.NaN)));
    rows.add(
        row(
            "p",
            Codecs.UTF8,
            PEOPLE,
            "",
            new Person("Ada", Instant.EPOCH, new Tuple2<>(3, new byte[] {(byte) 200}))));

    assertThat(rows)
        .containsExactly(
            "-9223372036854775808\ttrue\n",
            "18446744073709551615\t9223372036854775808\n",
            "-2147483648\t-0.0\n",
            "1.0E-300\t-Infinity\n",
            "\\udc00x\ud83d\ude00\\xc2\\x85\t\\\\?00\\t\"é\n",
            ID + "\t-1000000000-01-01T00:00:00Z\n",
            "+1000000000-12-31T23:59:59.999999999Z\t\\xffA\\t\n",
            "SUNDAY\t\n",
            "[\"a\\u0000\\u0001b\",5,\"\\\\x00\\\\x01\"]\t[[\"\\ud800\\\"\",\"\\u0000\"],\"NaN\"]\n",
            "\t{\"name\":\"Ada\",\"marks\":[3,\"\\\\xc8\"],\"born\":\"1970-01-01T00:00:00Z\"}\n");
    List<String> before = stored(store);
    for (String option : new String[] {"--utf8", "--hex", "--base64"}) {
      for (String format : new String[] {"--dump", "--ndjson"}) {
        Path copy = directory.resolve(option + format);
        Octavo dump =
            format.equals("--dump")
                ? Octavo.run("dump", store, option).succeeds()
                : Octavo.run("dump", store, option, format).succeeds();
        Octavo.runOn(dump.out(), "load", copy, format).succeeds();
        assertThat(stored(copy)).as(option + format).isEqualTo(before);
      }
    }
    Path copy = directory.resolve("lines.oct");
    Octavo.runOn(Octavo.run("dump", store).output(), "load", copy, "--dump").succeeds();
    for (String map : List.of("l", "u", "i", "d", "s", "x", "y", "e", "t", "p")) {
      String line = Octavo.run("scan", copy, map).output();
      Octavo.run("del", copy, map, "--", line.substring(0, line.indexOf('\t'))).succeeds();
      Octavo.runOn(line, "load", copy, map).succeeds();
    }
    assertThat(stored(copy)).isEqualTo(before);
  }

  private <K, V> String row(String map, Codec<K> keys, Codec<V> values, K key, V value) {
    put(map, keys, values, key, value);
    return Octavo.run("scan", store, map).output();
  }

  /** All maps with their codecs and bytes. */
  private static List<String> stored(Path path) {
    List<String> all = new ArrayList<>();
    HexFormat hex = HexFormat.of();
    try (Store open = Store.open(path);
        Transaction transaction = open.beginRead()) {
      for (String name : transaction.names()) {
        all.add(name + " " + MapCodecs.of(transaction, name));
        for (BytesCursor each = transaction.bytesMap(name).cursor(); each.next(); ) {
          all.add(hex.formatHex(each.key()) + " " + hex.formatHex(each.value()));
        }
      }
    }
    return all;
  }

  @Test
  void randomTuplesAreReadBack() {
    long seed = 1507;
    Random random = new Random(seed);
    Codec<Tuple3<String, Tuple2<byte[], Double>, String>> codec =
        Codecs.tuple(Codecs.STRING, Codecs.tuple(Codecs.BYTES, Codecs.DOUBLE), Codecs.UTF8);
    try (Store open = Store.open(store)) {
      open.write(
          transaction -> {
            for (int i = 0; i < 300; i++) {
              byte[] bytes = new byte[random.nextInt(4)];
              random.nextBytes(bytes);
              double number = Double.longBitsToDouble(random.nextLong());
              String key = text(random, 0x10000);
              transaction
                  .map("m", Codecs.STRING, codec)
                  .put(key, new Tuple3<>(key, new Tuple2<>(bytes, number), text(random, 0xD800)));
            }
          });
    }

    for (String option : new String[] {"--utf8", "--base64"}) {
      Path copy = directory.resolve(option);
      Octavo.runOn(Octavo.run("dump", store, option).output(), "load", copy, "--dump").succeeds();
      assertThat(stored(copy)).as("seed %d", seed).isEqualTo(stored(store));
    }
  }

  private static String text(Random random, int bound) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, random.nextInt(6)).forEach(i -> text.append((char) unit(random, bound)));
    return text.toString();
  }

  private static int unit(Random random, int bound) {
    return random.nextBoolean() ? random.nextInt(0x60) : random.nextInt(bound);
  }

  @Test
  void aLoadedMapOpensWithItsCodecsOnly() {
    put(
        "people",
        Codecs.UUID,
        PEOPLE,
        ID,
        new Person("", Instant.MAX, new Tuple2<>(0, new byte[0])));
    Path copy = directory.resolve("b.oct");
    String dump = Octavo.run("dump", store, "people").output();

    Octavo.runOn(dump, "load", copy, "--dump").succeeds();

    assertThat(dump)
        .contains(
            """
            map bytes-utf8 people
            keys UUID
            values RECORD(name:STRING,marks:TUPLE(INT,BYTES),born:INSTANT)
            """);
    assertThat(get(copy, "people", Codecs.UUID, PEOPLE, ID).born()).isEqualTo(Instant.MAX);
    try (Store open = Store.open(copy)) {
      assertThatThrownBy(() -> open.map("people", Codecs.UUID, Codecs.STRING).size())
          .isInstanceOf(IllegalArgumentException.class);
    }
    Octavo.runOn(dump.replace("keys UUID", "keys STRING"), "load", copy, "--dump")
        .fails(1, "nothing was loaded");
    Octavo.runOn(
            "octavo dump 1\nmap bytes-utf8 empty\nkeys INT\nvalues own\\tcodec\nend\n",
            "load",
            copy,
            "--dump")
        .succeeds();
    assertThat(get(copy, "empty", Codecs.INT, new Own("own\tcodec"), 1)).isNull();
  }

  @Test
  void mapsOfOtherCodecsAreReadOnly() {
    put("own", Codecs.INT, new Own("my.Codec"), 7, "value");
    String dump = Octavo.run("dump", store).output();

    Octavo.run("get", store, "own", 7).prints("own value\n");
    Octavo.run("get", store, "own", 7, "--hex").prints("6f776e2076616c7565\n");
    String[] refusal = {"map own is written by the codec my.Codec", "not changed"};
    Octavo.run("put", store, "own", 7, "x").fails(1, refusal);
    Octavo.run("put", store, "own", 7, "--file", store).fails(1, refusal);
    Octavo.run("del", store, "own", 7).fails(1, refusal);
    Octavo.runOn("7\tx\n", "load", store, "own").fails(1, refusal);
    Octavo.run("dump", store).prints(dump);

    Path copy = directory.resolve("b.oct");
    Octavo.runOn(dump, "load", copy, "--dump").succeeds();
    assertThat(get(copy, "own", Codecs.INT, new Own("my.Codec"), 7)).isEqualTo("value");
    Octavo.runOn(Octavo.run("dump", store, "--ndjson").output(), "load", store, "--ndjson")
        .succeeds();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TUPLE(INT",
        "TUPLE(INT,Own)",
        "RECORD(a)",
        "RECORD(a:Own)",
        "ENUM(A",
        "INT)",
        "TUPLE",
        "RECORD()",
        "BAG(INT)",
        "INT "
      })
  void namesThatOnlyLookLikeThoseOfBuiltInCodecsAreOther(String name) {
    put("own", Codecs.STRING, new Own(name), "k", "v");

    Octavo.run("scan", store, "own").prints("k\town v\n");
    Octavo.run("put", store, "own", "k", "x").fails(1, "codec " + name + ",");
  }

  @Test
  void bytesThatAreNoEncodingAreShownAndCanBeRemoved() {
    put("ages", Codecs.STRING, Codecs.INT, "ada", 36);
    try (Store open = Store.open(store)) {
      open.write(
          transaction -> {
            transaction.bytesMap("ages").put(new byte[] {-1}, new byte[] {55});
          });
    }

    Octavo.run("scan", store, "ages").prints("ada\t36\n\\?ff\t\\?37\n");
    Octavo.run("scan", store, "ages", "--json", "--from", "b")
        .prints("[{\"key\":{\"?\":\"ff\"},\"value\":{\"?\":\"37\"}}]\n");
    for (String format : new String[] {"--dump", "--ndjson"}) {
      Path copy = directory.resolve(format);
      Octavo dump =
          format.equals("--dump") ? Octavo.run("dump", store) : Octavo.run("dump", store, format);
      Octavo.runOn(dump.output(), "load", copy, format).succeeds();
      assertThat(stored(copy)).isEqualTo(stored(store));
    }
    Octavo.runOn("x\t\\?37\n", "load", store, "ages").fails(1, "line 1: the value is not a 32-bit");
    Octavo.run("del", store, "ages", "\\?ff").succeeds();
    Octavo.run("scan", store, "ages").prints("ada\t36\n");
  }

  /** Earlier versions put keys that lack a component. */
  @Test
  void aStoredKeyWithoutALaterComponentIsNoKeyOfTheCodec() {
    String head = "octavo dump 1\nmap bytes-utf8 r\nkeys RECORD(a:INT,b?:LONG)\nvalues INT\n";
    Octavo.runOn(head + "\\?80000007\t5\nend\n", "load", store, "--dump").succeeds();

    Octavo.run("scan", store, "r").prints("\\?80000007\t5\n");
    Octavo.run("del", store, "r", "\\?80000007").succeeds();
    Octavo.run("count", store, "r").prints("0\n");
  }

  /** As DUMP.md says: the digits of Double.toString, written by BigDecimal. */
  @Test
  void realNumbersAreWrittenAsDecimals() {
    put("d", Codecs.INT, Codecs.DOUBLE, 1, 1.0E10);
    put("d", Codecs.INT, Codecs.DOUBLE, 2, 1.0E-5);
    put("d", Codecs.INT, Codecs.DOUBLE, 3, 1.0E-300);
    put("d", Codecs.INT, Codecs.DOUBLE, 4, 100.0);
    Octavo.run("scan", store, "d").prints("1\t1.0E+10\n2\t0.000010\n3\t1.0E-300\n4\t100.0\n");
    put("f", Codecs.INT, Codecs.FLOAT, 1, 1.1f);
    Octavo.run("scan", store, "f").prints("1\t1.1\n");
  }

  /** As DUMP.md says: only byte strings keep escapes of their own within those of JSON. */
  @Test
  void textWithinJsonHasTheEscapesOfJsonOnly() {
    put("s", Codecs.STRING, Codecs.tuple(Codecs.STRING, Codecs.BYTES), "a\t\\", t("a\t\\\ud800"));
    Octavo.run("scan", store, "s").prints("a\\t\\\\\t[\"a\\u0009\\\\\\ud800\",\"a\\\\t\"]\n");
  }

  private static Tuple2<String, byte[]> t(String text) {
    return new Tuple2<>(text, new byte[] {'a', '\t'});
  }

  @Test
  void aLongTextIsReadWhole() {
    char[] text = new char[100_000];
    Arrays.fill(text, '\u00e9');
    put("texts", Codecs.INT, Codecs.STRING, 1, new String(text));

    Octavo.run("get", store, "texts", 1).prints(new String(text) + "\n");
  }

  @Test
  void filesAreValuesOfBytes() {
    put("files", Codecs.STRING, Codecs.BYTES, "a", new byte[0]);

    Octavo.runOn("content", "put", store, "files", "b", "--file", "-").succeeds();

    assertThat(get(store, "files", Codecs.STRING, Codecs.BYTES, "b"))
        .asString()
        .isEqualTo("content");
    Octavo.run("get", store, "files", "b", "--raw").prints("content");
    Octavo.run("scan", store, "files", "--hex").prints("a\t\nb\t636f6e74656e74\n");
  }

  @Test
  void salvageKeepsCodecs() throws IOException {
    put("ages", Codecs.STRING, Codecs.INT, "ada", 36);
    put("own", Codecs.INT, new Own("my.Codec"), 7, "value");
    put("plain", Codecs.BYTES, Codecs.BYTES, new byte[1], new byte[2]);
    put("longs", Codecs.LONG, Codecs.LONG, 1L, 2L);
    Path saved = directory.resolve("saved.oct");

    Octavo.run("salvage", store, saved).succeeds();

    assertThat(Octavo.run("dump", saved).output()).isEqualTo(Octavo.run("dump", store).output());
    assertThat(get(saved, "own", Codecs.INT, new Own("my.Codec"), 7)).isEqualTo("value");
  }

  @Test
  void salvageKeepsTheCodecsOfAMapThatOnlyTheRingHas() throws IOException {
    Path killed = directory.resolve("killed.oct");
    try (Store open = Store.open(store)) {
      open.write(transaction -> transaction.longMap("first"));
      open.write(transaction -> transaction.map("ages", Codecs.STRING, Codecs.INT).put("ada", 36));
      Files.copy(store, killed);
    }
    Path saved = directory.resolve("saved.oct");

    assertThat(Octavo.run("salvage", killed, saved).output()).contains("ring     1 commit after");

    assertThat(get(saved, "ages", Codecs.STRING, Codecs.INT, "ada")).isEqualTo(36);
    Octavo.run("dump", saved).prints(Octavo.run("dump", store).output());
  }

  @Test
  void salvageKeepsTheCodecsOfAnOldRecord() throws IOException {
    put("ages", Codecs.STRING, Codecs.INT, "ada", 36);
    put("ages", Codecs.STRING, Codecs.INT, "bob", 44);
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.CATALOGUE));
    Path saved = directory.resolve("saved.oct");

    assertThat(Octavo.run("salvage", store, saved).exitCode()).isEqualTo(1);

    Octavo.run("scan", saved, "ages").prints("ada\t36\nbob\t44\n");
    assertThat(get(saved, "ages", Codecs.STRING, Codecs.INT, "bob")).isEqualTo(44);
  }
}
