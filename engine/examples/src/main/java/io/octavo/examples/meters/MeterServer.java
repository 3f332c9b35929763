package io.octavo.examples.meters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.series.Summary;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Serves the last minute of each meter of a store that {@link MeterImporter} writes, as a page of
 * text. It can be started, stopped and killed at any time; the importer does not notice.
 *
 * <pre>
 * classpath=engine/examples/target/classes:engine/target/classes:page/target/classes
 * java -cp $classpath io.octavo.examples.meters.MeterServer meters.oct 8080
 * curl http://localhost:8080/
 * </pre>
 */
public final class MeterServer implements AutoCloseable {
  private final Store store;
  private final HttpServer server;

  /**
   * Starts a server.
   *
   * @param file the store, which exists
   * @param port where it listens, on this host only; 0 for any free port
   * @throws IOException if it cannot listen there
   */
  public MeterServer(Path file, int port) throws IOException {
    // Each request sees the commits that can be seen when it begins.
    store = Store.open(file, StoreOptions.defaults().readOnly(true).refreshEvery(Duration.ZERO));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Runs the program until it is stopped.
   *
   * @param arguments the store and the port
   * @throws IOException if the server cannot listen
   */
  public static void main(String... arguments) throws IOException {
    var unused = new MeterServer(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
  }

  /** {@return where the server listens} */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] page = store.<String>read(MeterServer::page).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  /** Returns a line for each meter: all of them as of one commit. */
  private static String page(Transaction tx) {
    Instant now = Instant.now();
    StringBuilder page = new StringBuilder();
    for (String meter : tx.names()) {
      Summary minute = tx.series(meter).summary(now.minusSeconds(60), now);
      page.append(meter).append('\t').append(minute.count()).append(" values");
      if (minute.count() > 0) {
        page.append(", mean ").append(minute.mean());
      }
      page.append('\n');
    }
    return page.toString();
  }

  /** Stops the server. */
  @Override
  public void close() {
    server.stop(0);
    store.close();
  }
}
