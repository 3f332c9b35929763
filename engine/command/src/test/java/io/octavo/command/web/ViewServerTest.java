package io.octavo.command.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.JsonReader;
import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.series.ViewPage;
import io.octavo.command.series.ViewedSeries;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewServerTest {
  @TempDir Path directory;
  private Store store;
  private ViewServer server;
  private URI address;

  @BeforeEach
  void start() throws IOException {
    store = Store.inMemory();
    store.write(
        tx -> {
          tx.series("a").add(5, 7);
          tx.series("b").add(Long.MIN_VALUE, Long.MAX_VALUE);
          tx.series("b").add(-1, Long.MAX_VALUE - 1);
          tx.series("b").add(Long.MAX_VALUE, Long.MIN_VALUE);
        });
    ViewedSeries series =
        new ViewedSeries(
            Path.of("m.oct"), store, List.of("a", "b"), TimeForm.ns, new Places.Choice());
    server = new ViewServer(series, 0);
    address = server.address();
  }

  @AfterEach
  void end() {
    server.close();
    store.close();
  }

  /**
   * An answer.
   *
   * @param head its lines until an empty one, in lower case
   * @param body the rest, a character for each byte
   */
  private record Answer(int status, String head, String body) {
    byte[] bytes() {
      return body.getBytes(ISO_8859_1);
    }

    String text() {
      return new String(bytes(), UTF_8);
    }
  }

  private Answer ask(String method, String path, String host) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      String request =
          method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      int end = all.indexOf("\r\n\r\n");
      return new Answer(
          Integer.parseInt(all.substring(9, 12)),
          all.substring(0, end).toLowerCase(Locale.ROOT),
          all.substring(end + 4));
    }
  }

  private Answer get(String path) throws IOException {
    return ask("GET", address.getPath() + path, address.getAuthority());
  }

  private Map<?, ?> json(String path) throws IOException {
    Answer answer = get(path);
    assertThat(answer.status).as(answer.text()).isEqualTo(200);
    return (Map<?, ?>) new JsonReader(answer.text()).document();
  }

  @Test
  void onlyThoseWhoKnowTheAddressAreAnswered() throws IOException {
    assertThat(address.toString()).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
    String token = address.getPath();
    String host = address.getAuthority();
    assertThat(get("").status).isEqualTo(200);
    assertThat(get("about").status).isEqualTo(200);
    String other = token.replace(token.charAt(3), token.charAt(3) == '0' ? '1' : '0');
    for (String path :
        List.of(
            "/",
            token.substring(0, 33),
            token.substring(0, 20) + "/",
            other,
            "/about",
            "/" + token,
            token + "x",
            "/favicon.ico",
            other + "about")) {
      Answer answer = ask("GET", path, host);
      assertThat(answer.status).as(path).isEqualTo(404);
      assertThat(answer.text()).doesNotContain(token.substring(1, 33));
    }
    for (String name :
        List.of("octavo.example:" + address.getPort(), "127.0.0.1", "", "127.0.0.1:1")) {
      assertThat(ask("GET", token, name).status).as(name).isIn(403, 400);
    }
    assertThat(ask("GET", token, "localhost:" + address.getPort()).status).isEqualTo(200);
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      Answer answer = ask(method, token, host);
      assertThat(answer.status).isEqualTo(405);
      assertThat(answer.head).contains("\r\nallow: get");
    }
  }

  @Test
  void eachStartHasAnotherToken() throws IOException {
    ViewedSeries none =
        new ViewedSeries(Path.of("m.oct"), store, List.of(), TimeForm.ns, new Places.Choice());
    try (ViewServer second = new ViewServer(none, 0)) {
      assertThat(second.address().getPath()).isNotEqualTo(address.getPath());
    }
  }

  @Test
  void nobodyElseKeepsOrEmbedsAnAnswer() throws IOException {
    for (String path : List.of("", "about", "x", "summary?series=0")) {
      assertThat(get(path).head)
          .contains(
              "cache-control: no-store",
              "default-src 'none'",
              "frame-ancestors 'none'",
              "nosniff",
              "referrer-policy: no-referrer",
              "cross-origin-resource-policy: same-origin");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tiles|asked with [], but needed are",
        "about?x=1|asked with [x]",
        "summary?series=0&from=1|asked with",
        "summary?series=0&from=1&to=2&to=3|is not one value of a name",
        "summary?series=2&from=1&to=2|series=2 is not from 0 to 1",
        "summary?series=-1&from=1&to=2|series=-1 is not from 0 to 1",
        "summary?series=4294967296&from=1&to=2|does not fit in 32 bits",
        "summary?series=0&from=9223372036854775808&to=2|from is not a 64-bit integer",
        "summary?series=0&from=1e3&to=2|from is not a 64-bit integer",
        "tiles?series=0&level=55&index=0&count=1|level=55 is not from 0 to 54",
        "tiles?series=0&level=-1&index=0&count=1|level=-1 is not from 0 to 54",
        "tiles?series=0&level=0&index=0&count=65|count=65 of 1 series is not 1 to 64",
        "tiles?series=0,1&level=0&index=0&count=33|count=33 of 2 series is not 1 to 64",
        "tiles?series=0&level=0&index=0&count=0|count=0 of 1 series",
        "tiles?series=&level=0&index=0&count=1|series is not a 64-bit integer",
        "tiles?series=0&level=54&index=1&count=1|index=1 is beyond all times",
        "tiles?series=0&level=54&index=-2&count=1|index=-2 is beyond all times",
        "tiles?series=0&level=54&index=0&count=2|index=0 is beyond all times",
        "tiles?series=0&level=0&index=18014398509481984&count=1|is beyond all times",
        "quantiles?series=0&from=1&to=2&of=x|of is not a number",
        "quantiles?series=0&from=1&to=2&of=NaN|of: NaN is not from 0 to 1",
        "quantiles?series=0&from=1&to=2&of=1.5|of: 1.5 is not from 0 to 1"
      })
  void badQuestionsAreToldWhatIsWrong(String path, String problem) throws IOException {
    Answer answer = get(path);
    assertThat(answer.status).isEqualTo(400);
    assertThat(answer.text()).contains(problem).doesNotContain("\n");
  }

  @Test
  void figuresAreExactInSixtyFourBits() throws IOException {
    String all = "series=1&from=" + Long.MIN_VALUE + "&to=" + Long.MAX_VALUE;
    Map<?, ?> figures = json("quantiles?of=0,0.5,1&" + all);
    assertThat(figures)
        .hasToString(
            "{count=3, sum=9223372036854775805, least=-9223372036854775808,"
                + " greatest=9223372036854775807, mean=3074457345618258601.67,"
                + " time=-9223372036854775808,"
                + " quantiles=[-9223372036854775808, 9223372036854775806, 9223372036854775807]}");
    assertThat(json("summary?series=0,1&from=6&to=" + Long.MAX_VALUE))
        .hasToString(
            "{series=[{count=0, sum=0, least=-, greatest=-, mean=-, time=null},"
                + " {count=1, sum=-9223372036854775808, least=-9223372036854775808,"
                + " greatest=-9223372036854775808, mean=-9223372036854775808.00,"
                + " time=9223372036854775807}]}");
    assertThat(json("quantiles?series=0&from=6&to=5&of=0.5").get("quantiles")).isEqualTo(List.of());
    assertThat(String.valueOf(json("about").get("series")))
        .contains("first=-9223372036854775808, last=9223372036854775807");
  }

  @Test
  void tilesAreTheSummariesOfTheirWindows() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    store.write(
        tx -> {
          for (int i = 0; i < 5_000; i++) {
            tx.series("b").add(random.nextLong() >> random.nextInt(64), random.nextLong());
          }
        });
    for (int level = 0; level <= ViewedSeries.MOST_LEVEL; level += 3) {
      long most = (1L << (ViewedSeries.MOST_LEVEL - level)) - 1;
      for (long index : List.of(-most - 1, -2L, -1L, 0L, most - 1)) {
        if (index >= -most - 1 && index < most) {
          byte[] body =
              get("tiles?series=1,0&level=" + level + "&index=" + index + "&count=2").bytes();
          assertThat(body).hasSize(4 * ViewedSeries.TILE_BYTES);
          ByteBuffer tiles = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
          try (Transaction tx = store.beginRead()) {
            assertTile(tx.series("b"), level, index, tiles);
            assertTile(tx.series("b"), level, index + 1, tiles);
            assertTile(tx.series("a"), level, index, tiles);
            assertTile(tx.series("a"), level, index + 1, tiles);
          }
        }
      }
    }
  }

  private static void assertTile(Series series, int level, long index, ByteBuffer tiles) {
    int size = ViewedSeries.TILE;
    double[] expected = new double[4 * size];
    double[] found = new double[4 * size];
    for (int i = 0; i < size; i++) {
      long from = (index * size + i) << level;
      Summary summary = series.summary(from, from + (1L << level) - 1);
      boolean isEmpty = summary.isEmpty();
      expected[i] = summary.count();
      expected[size + i] = summary.mean();
      expected[2 * size + i] = isEmpty ? Double.NaN : summary.least();
      expected[3 * size + i] = isEmpty ? Double.NaN : summary.greatest();
    }
    tiles.slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(found);
    assertThat(Arrays.equals(found, expected)).as("level %s, tile %s", level, index).isTrue();
    tiles.position(tiles.position() + ViewedSeries.TILE_BYTES);
  }

  @Test
  void theFinestLevelsThatFitAreEmbedded() {
    store.write(
        tx -> {
          for (int i = 0; i < 100_000; i++) {
            tx.series("a").add(100L * i, i);
          }
        });
    try (Transaction tx = store.beginRead()) {
      List<Series> all = List.of(tx.series("a"));
      int more = 0;
      int length = 0;
      for (int most = 50_000; most <= 200_000; most += 15_000) {
        List<Object> levels = ViewPage.levels(all, most);
        length = levels.stream().mapToInt(one -> length(one)).sum();
        assertThat(length).isLessThan(most);
        assertThat(levels).hasSizeGreaterThanOrEqualTo(more);
        more = levels.size();
      }
      assertThat(length).isGreaterThan(50_000);
      assertThat(ViewPage.levels(all, 50_000)).hasSizeLessThan(more);
    }
  }

  private static int length(Object level) {
    return String.valueOf(((Map<?, ?>) level).get("windows")).length();
  }

  @Test
  void anAnswerSaysOfWhichCommitItIs() throws IOException {
    String question = "summary?series=0&from=0&to=9";
    assertThat(get(question).head).contains("octavo-sequence: 1");
    store.write(tx -> tx.series("a").add(5, 8));
    Answer later = get(question);
    assertThat(later.head).contains("octavo-sequence: 2");
    assertThat(later.text()).contains("\"count\":\"2\"");
    store.write(tx -> tx.drop("a"));
    assertThat(get(question).status).isEqualTo(400);
    assertThat(get(question).text()).contains("no map named a");
  }

  @Test
  void aLaterSearchForQuantilesEndsTheOneBefore() throws Exception {
    long[] times = new long[300_000];
    long[] values = new SplittableRandom(1).longs(times.length).toArray();
    store.write(tx -> tx.series("a").addAll(times, values, 0, times.length));
    String question = "quantiles?series=0&from=0&to=9&of=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9";
    int ended = 0;
    for (int i = 0; i < 20 && ended == 0; i++) {
      CompletableFuture<Answer> first =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return get(question);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      Thread.sleep(20);
      assertThat(get("quantiles?series=0&from=1&to=0&of=1").status).isEqualTo(200);
      int status = first.get().status;
      assertThat(status).isIn(200, 409);
      ended += status == 409 ? 1 : 0;
      // The threads of the server are no longer interrupted.
      assertThat(get("about").status).isEqualTo(200);
    }
    assertThat(ended).isPositive();
  }

  @Test
  void theCommandPrintsTheAddressAndEndsWithItsInput() {
    Path file = directory.resolve("m.oct");
    Octavo.runOn("1,2\n", "series", "import", file, "x/a").succeeds();
    Octavo.runOn("1,2\n", "series", "import", file, "x/b").succeeds();
    String printed = Octavo.run("series", "view", file, "x").output();
    assertThat(printed).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/\n");
    int port = URI.create(printed.strip()).getPort();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void aWriterGoesOnBesideACommandWhosePageNobodyAsksFor() throws Exception {
    Path file = directory.resolve("m.oct");
    Octavo.runOn("1,2\n", "series", "import", file, "s").succeeds();
    Process view = Octavo.start(List.of(), Main.class, "series", "view", file);
    try {
      assertThat(view.inputReader().readLine()).startsWith("http://");
      try (Store writer = Store.open(file)) {
        for (int i = 0; i < 3; i++) {
          writer.write(tx -> tx.series("s").add(7, 7));
          writer.checkpoint();
        }
        long pinned = writer.stats().oldestPinned();
        assertThat(pinned).isPositive();
        // The command looks for commits, and lets the checkpoint go.
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (writer.stats().oldestPinned() == pinned && System.nanoTime() < end) {
          Thread.sleep(100);
          writer.write(tx -> tx.series("s").add(7, 7));
          writer.checkpoint();
        }
        assertThat(writer.stats().oldestPinned()).isNotEqualTo(pinned);
      }
    } finally {
      view.destroyForcibly();
    }
  }

  @Test
  void wrongArgumentsAreRefused() {
    Path file = directory.resolve("m.oct");
    Octavo.run("series", "view", file).fails(3, "no such file");
    Octavo.run("put", file, "m", 1, 1).succeeds();
    Octavo.run("series", "view", file).fails(1, "the store has no series; octavo series import");
    Octavo.run("series", "view", file, "m").fails(6, "series: map m holds longs, not series");
    Octavo.run("series", "view", file, "none").fails(1, "no map named none");
    Octavo.run("series", "view", file, "--port", 65_536).fails(2, "--port=65536 is not from 0");
    Octavo.runOn("1,2\n", "series", "import", file, "s").succeeds();
    Octavo.runOn("1,2\n", "series", "import", file, "t", "--time", "ms").succeeds();
    Octavo.run("series", "view", file)
        .fails(2, "the times of series s are number, those of t are ms; name series of one unit");
    Octavo.run("series", "view", file, "--time", "ms").succeeds();
    Octavo.run("series", "view", file, "s", "--port", address.getPort())
        .fails(1, "Address already in use");
    Octavo.run("series", "view", file, "--places", 19).fails(2, "--places=19");
    Octavo.run("series", "view", file, "--html", file, "--force").fails(1, "is a store");
    Octavo.run("series", "view", file, "s", "--html").fails(2, "--html");
  }
}
