package io.octavo.command.profile.view;

import static io.octavo.command.profile.view.ProfileSample.CPU;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.command.Octavo;
import io.octavo.command.web.ViewServer;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page of a profile asks, and what it is told. */
class ProfileServerTest {
  private static final long FIRST = ProfileSample.FIRST;

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private Store store;
  private ViewServer server;

  @BeforeEach
  void start() throws IOException {
    store = Store.inMemory();
    ProfileSample.random(1, 20, 9).write(store, "p");
    server = new ViewServer(new ViewedProfile(Path.of("m.oct"), store, "p", Labels.NONE), 0);
  }

  @AfterEach
  void end() {
    server.close();
    store.close();
  }

  private HttpResponse<byte[]> get(URI address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return get(server.address().resolve(path));
  }

  @Test
  void onlyThoseWhoKnowTheAddressAreAnswered() throws Exception {
    assertThat(get("").statusCode()).isEqualTo(200);
    assertThat(get("/").statusCode()).isEqualTo(404);
    String own = server.address().getPath();
    String other = "/" + (own.charAt(1) == 'a' ? 'b' : 'a') + own.substring(2);
    assertThat(get(other + "lists?choice=0&level=0&index=" + FIRST).statusCode()).isEqualTo(404);
    assertThat(get("tiles").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lists|asked with [], but needed are",
        "lists?choice=2&level=0&index=0|choice=2 is not from 0 to 1",
        "lists?choice=-1&level=0&index=0|choice=-1 is not from 0 to 1",
        "lists?choice=0&level=-1&index=0|level=-1 is not from 0 to 20",
        "lists?choice=0&level=21&index=0|level=21 is not from 0 to 20",
        "lists?choice=0&level=0&index=0|index=0 is not from 176985360 to 176985381",
        "lists?choice=0&level=0&index=9223372036854775807|is not from",
        "lists?choice=0&level=20&index=-9223372036854775808|is not from 0 to 1",
        "lists?choice=0&level=0&index=x|index is not a 64-bit integer",
        "timeline?choice=0&from=176985360&end=176985370|but needed are",
        "timeline?choice=0&from=176985360&end=176985370&points=0|points=0 is not from 1 to 4096",
        "timeline?choice=0&from=176985360&end=1&points=9|end=1 is not from",
        "timeline?choice=0&from=176985365&end=176985363&points=9|is after end=176985363",
        "?x=1|asked with [x]"
      })
  void badQuestionsAreToldWhatIsWrong(String path, String problem) throws Exception {
    HttpResponse<byte[]> answer = get(path);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(new String(answer.body(), UTF_8)).contains(problem).doesNotContain("\n");
  }

  @Test
  void listsOfEveryLevelHaveAllWeightsOnce() throws Exception {
    ProfileSample sample = ProfileSample.random(1, 20, 9);
    long total = sample.sum(CPU, 0, 20);
    for (int level = 0; level <= 20; level++) {
      long sum = 0;
      for (long index = FIRST >> (3 * level); index <= (FIRST + 19) >> (3 * level); index++) {
        Map<Integer, Long> weights = new HashMap<>();
        HttpResponse<byte[]> answer = get("lists?choice=0&level=" + level + "&index=" + index);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("octavo-sequence")).hasValue("1");
        StackList.addTo(answer.body(), weights);
        sum += weights.values().stream().mapToLong(Long::longValue).sum();
      }
      assertThat(sum).isEqualTo(total);
    }
  }

  @Test
  void seriesOfSeveralUnitsAreNoChoice() {
    Labels other = Labels.of("app", "b", Labels.TYPE, "cpu", Labels.UNIT, "samples");
    List<Labels> sets = List.of(ProfileSample.ALLOC, CPU, other);
    assertThat(ProfileChoice.of(Labels.NONE, sets))
        .extracting(ProfileChoice::text)
        .containsExactly(
            "unit=samples", CPU.toString(), other.toString(), ProfileSample.ALLOC.toString());
    assertThat(ProfileChoice.of(Labels.NONE, List.of(Labels.NONE)))
        .extracting(ProfileChoice::text)
        .containsExactly("all series");
    assertThat(ProfileChoice.of(Labels.of("app", "b"), List.of(other)))
        .extracting(ProfileChoice::text)
        .containsExactly(other.toString());
  }

  @Test
  void stacksThatLinesTellApartAreOne() {
    StackTree tree = new StackTree();
    int main = tree.node(StackTree.ROOT, "main");
    assertThat(tree.node(StackTree.ROOT, "main")).isEqualTo(main);
    assertThat(tree.node(main, "main")).isEqualTo(2);
    assertThat(tree.names(0)).containsExactly("main");
    assertThatThrownBy(() -> tree.nodeOf(7)).hasMessageContaining("load the page again");
  }

  @Test
  void theCommandPrintsTheAddressAndEndsWithItsInput() throws Exception {
    Path file = directory.resolve("m.oct");
    try (Store target = Store.open(file)) {
      ProfileSample.random(1, 20, 9).write(target, "p");
    }
    String printed = Octavo.run("profile", "view", file).output();
    assertThat(printed).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/\n");
    int port = URI.create(printed.strip()).getPort();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(IOException.class);
    Octavo.run("profile", "view", file, "p", "--select", "type=alloc").succeeds();
    Octavo.run("profile", "view", file, "q").fails(1, "no profile named q; the store has p");
    Octavo.run("profile", "view", file, "--select", "type=x").fails(1, "has no samples of type=x");
    Octavo.run("profile", "view", file, "--select", "x").fails(2, "--select: labels 'x'");
    Octavo.run("profile", "view", file, "--port", -1).fails(2, "--port=-1 is not from 0");
    Octavo.run("profile", "view", directory.resolve("n.oct")).fails(3, "no such file");
  }

  @Test
  void aPageIsAtMostEightMebibytes() throws Exception {
    ProfileSample sample = new ProfileSample();
    // Of weights that do not compress: 26 bytes a sample, more than fits.
    SplittableRandom random = new SplittableRandom(4);
    for (int slot = 0; slot < 32; slot++) {
      for (int stack = 0; stack < 14_000; stack++) {
        sample.add(CPU, slot, List.of("s" + stack), 1 + random.nextLong(1L << 42));
      }
    }
    try (Store large = Store.inMemory()) {
      sample.write(large, "p");
      Path html = directory.resolve("p.html");
      Files.writeString(
          html,
          ProfilePage.html(Path.of("m.oct"), large, "p", Labels.NONE, Instant.MIN, Instant.MAX));
      assertThat(Files.size(html)).isBetween(3L << 20, (8L << 20) + 100_000);
    }
  }
}
