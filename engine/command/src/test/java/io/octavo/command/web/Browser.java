package io.octavo.command.web;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.command.JsonReader;
import io.octavo.command.text.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A chromium without a screen, driven by its DevTools protocol; for one thread. */
public final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final String LISTENS = "DevTools listening on ";

  private static @Nullable Browser shared;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final Object session;
  private int calls;
  private int loads;
  private @Nullable Path last;

  /** Returns a browser of this machine, null if there is none on the path. */
  public static @Nullable Path find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the browser of this process, which all tests share: starting one takes longer than most
   * of them. Skips the test if the machine has none, except where the environment says {@code
   * CI=true}: there nobody would notice.
   */
  public static Browser sharedOrSkip() throws Exception {
    if (shared == null) {
      Path found = find();
      String missing = "no chromium on the PATH, so that no page of HTML is looked at";
      assumeTrue(found != null || "true".equals(System.getenv("CI")), missing);
      Path profile = Files.createTempDirectory("octavo-browser");
      Browser started = new Browser(requireNonNull(found, missing), profile);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> started.end(profile)));
      shared = started;
    }
    return shared;
  }

  /** Ends the browser, and deletes its directory. */
  private void end(Path profile) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a browser.
   *
   * @param profile a directory of its own
   */
  public Browser(Path program, Path profile) throws Exception {
    // Within a container the browser cannot have a sandbox of its own.
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader log = process.errorReader();
    String line = requireNonNull(log.readLine(), "the browser has ended");
    while (!line.startsWith(LISTENS)) {
      line = requireNonNull(log.readLine(), "the browser has ended");
    }
    Thread drain = new Thread(() -> log.lines().forEach(rest -> {}));
    drain.setDaemon(true);
    drain.start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(line.substring(LISTENS.length())), new Messages())
            .get(60, TimeUnit.SECONDS);
    Object target = callIn(null, "Target.createTarget", "url", "about:blank").get("targetId");
    session =
        requireNonNull(
            callIn(null, "Target.attachToTarget", "targetId", target, "flatten", true)
                .get("sessionId"));
    call("Page.enable");
  }

  private final class Messages implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        messages.add(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private Map<?, ?> call(String method, Object... parameters) throws Exception {
    return callIn(session, method, parameters);
  }

  private Map<?, ?> callIn(@Nullable Object session, String method, Object... parameters)
      throws Exception {
    int id = ++calls;
    Map<String, @Nullable Object> call =
        Json.object("id", id, "method", method, "params", Json.object(parameters));
    if (session != null) {
      call.put("sessionId", session);
    }
    socket.sendText(Json.of(call), true).get(60, TimeUnit.SECONDS);
    while (true) {
      Map<?, ?> message = next();
      if (message.get("id") instanceof Number number && number.intValue() == id) {
        if (message.get("error") != null) {
          throw new AssertionError(method + ": " + message.get("error"));
        }
        return (Map<?, ?>) requireNonNull(message.get("result"));
      }
    }
  }

  private Map<?, ?> next() throws InterruptedException {
    String text = messages.poll(120, TimeUnit.SECONDS);
    Map<?, ?> message = (Map<?, ?>) new JsonReader(requireNonNull(text, "no answer")).document();
    if ("Page.loadEventFired".equals(message.get("method"))) {
      loads++;
    }
    return message;
  }

  /** Opens a file, and waits until its script is done, if it has one of ours. */
  public void open(Path page, String fragment) throws Exception {
    // Chromium keeps 50 entries, and first drops those that a script added before the user did
    // anything: docs/history_manipulation_intervention.md of its sources.
    call("Page.resetNavigationHistory");
    if (page.equals(last)) {
      // From another page, so that a change of the fragment is a visit too.
      load("Page.navigate", "url", "about:blank");
    }
    last = page;
    load("Page.navigate", "url", page.toUri() + fragment);
  }

  /** Opens an address, and waits likewise. */
  public void visit(URI address) throws Exception {
    load("Page.navigate", "url", address.toString());
  }

  public void reload() throws Exception {
    load("Page.reload");
  }

  private void load(String method, Object... parameters) throws Exception {
    int before = loads;
    call(method, parameters);
    awaitLoad(before);
  }

  private void awaitLoad(int before) throws Exception {
    while (loads == before) {
      next();
    }
    // Until the load has ended, a change of the address replaces the entry of the history.
    run(
        Resources.text("web/until.js")
            + "await until('loaded', () => document.readyState === 'complete');"
            + "await new Promise(done => setTimeout(done));"
            + "await isReady();");
  }

  /** Runs the body of an asynchronous function in the page; returns what it returns. */
  public @Nullable Object run(String script) throws Exception {
    Map<?, ?> answer =
        call(
            "Runtime.evaluate",
            "expression",
            "(async () => {" + script + "\n})()",
            "awaitPromise",
            true,
            "returnByValue",
            true);
    if (answer.get("exceptionDetails") instanceof Map<?, ?> details) {
      throw new AssertionError(
          details.get("exception") instanceof Map<?, ?> exception
              ? exception.get("description")
              : details);
    }
    return ((Map<?, ?>) requireNonNull(answer.get("result"))).get("value");
  }

  /** Presses keys as a person does: what has the focus gets them. */
  public void press(String... keys) throws Exception {
    for (String key : keys) {
      String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
      int code =
          switch (key) {
            case "Enter" -> 13;
            case "Tab" -> 9;
            default -> 0;
          };
      for (String type : List.of("keyDown", "keyUp")) {
        call(
            "Input.dispatchKeyEvent",
            "type",
            type,
            "key",
            key,
            "windowsVirtualKeyCode",
            code,
            "text",
            type.equals("keyDown") ? text : "");
      }
    }
  }

  /**
   * Sets the window and the theme of the pages to come, and of the one that is open.
   *
   * @param theme light or dark
   */
  public void show(int width, int height, String theme) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        "width",
        width,
        "height",
        height,
        "deviceScaleFactor",
        1,
        "mobile",
        false);
    Object scheme = Json.object("name", "prefers-color-scheme", "value", theme);
    call("Emulation.setEmulatedMedia", "features", List.of(scheme));
  }

  /** Has no server answer, or has them answer again. */
  public void disconnect(boolean isOffline) throws Exception {
    call("Network.enable");
    call(
        "Network.emulateNetworkConditions",
        "offline",
        isOffline,
        "latency",
        0,
        "downloadThroughput",
        -1,
        "uploadThroughput",
        -1);
    if (!isOffline) {
      call("Network.disable");
    }
  }

  public byte[] screenshot() throws Exception {
    Object data = call("Page.captureScreenshot").get("data");
    return Base64.getDecoder().decode(String.valueOf(data));
  }

  @Override
  public void close() throws IOException {
    try {
      callIn(null, "Browser.close");
      process.waitFor(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException("the browser does not end", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
