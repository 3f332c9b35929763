package io.octavo.command.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Json;
import io.octavo.error.StoreException;
import io.octavo.file.StoreThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Serves a page to browsers of this machine that know its address: the address has a token, and a
 * page of another site that resolves its name to this machine is refused by the name.
 */
public final class ViewServer implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int TOKEN_BYTES = 16;
  private static final String NO_PAGE = "there is no such page";
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
          + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final Viewed viewed;
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, task -> StoreThreads.daemon(task, "octavo-view"));
  private final byte[] token;
  private final Set<String> hosts;
  private final AtomicLong longest = new AtomicLong();

  /** What is wrong with a request. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /**
   * Starts.
   *
   * @param viewed what is served
   * @param port the port, 0 for any
   */
  public ViewServer(Viewed viewed, int port) throws IOException {
    // Else the answers of a connection wait for the acknowledgement of their heads.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    this.viewed = viewed;
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    server = HttpServer.create(address, 0);
    int chosen = server.getAddress().getPort();
    hosts = Set.of("127.0.0.1:" + chosen, "localhost:" + chosen, "[::1]:" + chosen);
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    token = HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Returns the address of the page. */
  public URI address() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return URI.create(
        "http://"
            + (host.contains(":") ? "[::1]" : host)
            + ":"
            + address.getPort()
            + "/"
            + new String(token, StandardCharsets.US_ASCII)
            + "/");
  }

  /** Returns how long the slowest answer but searches took, in nanoseconds. */
  public long longest() {
    return longest.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      long begun = System.nanoTime();
      int status = 200;
      String type = "text/plain; charset=utf-8";
      byte[] body;
      try {
        String path = requirePath(exchange);
        String query = exchange.getRequestURI().getQuery();
        Viewed.Answer<?> answer = viewed.answer(ViewQuestion.of(path, query));
        if (answer == null) {
          throw new Refusal(404, NO_PAGE);
        }
        exchange.getResponseHeaders().set("Octavo-Sequence", Long.toString(answer.sequence()));
        if (answer.body() instanceof byte[] bytes) {
          type = "application/octet-stream";
          body = bytes;
        } else if (answer.body() instanceof String page) {
          type = "text/html; charset=utf-8";
          body = page.getBytes(StandardCharsets.UTF_8);
        } else {
          type = "application/json";
          body = Json.of(answer.body()).getBytes(StandardCharsets.UTF_8);
        }
        if (!viewed.isSearch(path)) {
          longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
        }
      } catch (Refusal e) {
        status = e.status;
        body = text(e);
      } catch (Failure | BadField | NoSuchElementException e) {
        status = 400;
        body = text(e);
      } catch (CancellationException e) {
        status = 409;
        body = "another question ended this one".getBytes(StandardCharsets.UTF_8);
      } catch (StoreException e) {
        status = 500;
        body = text(e);
      }
      send(exchange, status, type, body);
    }
  }

  private static byte[] text(RuntimeException e) {
    return String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    Map.of(
            "Content-Type", type,
            "Content-Security-Policy", POLICY,
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin")
        .forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Returns what the path has after the token. */
  private String requirePath(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (host == null || !hosts.contains(host)) {
      throw new Refusal(403, "this is not the host " + host);
    }
    byte[] path = exchange.getRequestURI().getRawPath().getBytes(StandardCharsets.UTF_8);
    int end = 1 + token.length;
    byte[] given = Arrays.copyOfRange(path, 1, Math.max(1, Math.min(end, path.length)));
    // In a time that does not tell how much of it is right.
    if (!MessageDigest.isEqual(given, token) || path.length == end || path[end] != '/') {
      throw new Refusal(404, NO_PAGE);
    }
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      throw new Refusal(405, "only GET is answered");
    }
    return new String(path, end + 1, path.length - end - 1, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    viewed.close();
    server.stop(0);
    threads.shutdown();
    try {
      // Their transactions end before the store.
      threads.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
