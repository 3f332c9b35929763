package io.octavo.kafka.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.octavo.kafka.OctavoDslStoreSuppliers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.integration.utils.EmbeddedKafkaCluster;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.QueryableStoreTypes;

/**
 * Counts words, in all and by ten seconds, over a broker in this process, exactly once, with Octavo
 * as the store of all operators, and shows the counts by interactive queries as a page on the
 * loopback address.
 *
 * <pre>{@code
 * WordCount [--port N] [--seconds N]
 * }</pre>
 */
public final class WordCount {
  /** The topic of the lines. */
  public static final String INPUT = "lines";

  /** The name of the store of all counts. */
  public static final String COUNTS = "counts";

  private static final String RECENT = "recent-counts";
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final String[] WORDS =
      "page leaf branch tree log record commit snapshot key value map store".split(" ");

  private WordCount() {}

  /**
   * Returns the configuration of the application.
   *
   * @param bootstrap the address of the broker
   * @param state the directory of the state
   * @return the configuration
   */
  public static Properties configuration(String bootstrap, Path state) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "octavo-word-count");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    // The one line that makes Octavo the store of all operators.
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, OctavoDslStoreSuppliers.class);
    return properties;
  }

  /**
   * Builds the topology.
   *
   * @param properties the configuration, which names the stores
   * @return the topology
   */
  public static Topology topology(Properties properties) {
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
    KStream<String, String> words =
        builder.<String, String>stream(INPUT)
            .flatMapValues(line -> Arrays.asList(line.split(" ")))
            .selectKey((line, word) -> word);
    words.groupByKey().count(Materialized.as(COUNTS));
    words
        .groupByKey()
        .windowedBy(TimeWindows.ofSizeWithNoGrace(WINDOW))
        .count(Materialized.as(RECENT));
    return builder.build();
  }

  /**
   * Runs the program.
   *
   * @param arguments as above
   * @throws Exception if the broker or the application fails
   */
  public static void main(String[] arguments) throws Exception {
    List<String> all = Arrays.asList(arguments);
    int port = Integer.parseInt(option(all, "--port", "8080"));
    long seconds = Long.parseLong(option(all, "--seconds", "600"));
    EmbeddedKafkaCluster cluster = new EmbeddedKafkaCluster(1);
    cluster.start();
    cluster.createTopic(INPUT, 4, 1);
    Path state = Files.createTempDirectory("octavo-word-count");
    Properties properties = configuration(cluster.bootstrapServers(), state);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    try (KafkaStreams streams = new KafkaStreams(topology(properties), properties)) {
      streams.start();
      server.createContext("/", exchange -> answer(exchange, streams));
      server.start();
      System.out.println("http://localhost:" + port + "/ shows the counts; state in " + state);
      produce(cluster.bootstrapServers(), seconds);
      System.out.println(counts(streams));
    } finally {
      server.stop(0);
      cluster.stop();
    }
  }

  private static String option(List<String> arguments, String name, String otherwise) {
    int place = arguments.indexOf(name);
    return place < 0 ? otherwise : arguments.get(place + 1);
  }

  private static void produce(String bootstrap, long seconds) throws InterruptedException {
    Properties properties = new Properties();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    Random random = new Random(1);
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      while (System.nanoTime() < end) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          // The first words are the most frequent.
          words.add(WORDS[(int) (WORDS.length * random.nextDouble() * random.nextDouble())]);
        }
        Future<?> unused = producer.send(new ProducerRecord<>(INPUT, String.join(" ", words)));
        Thread.sleep(10);
      }
    }
  }

  private static List<KeyValue<String, Long>> counts(KafkaStreams streams) {
    List<KeyValue<String, Long>> found = new ArrayList<>();
    var store =
        streams.store(
            StoreQueryParameters.fromNameAndType(
                COUNTS, QueryableStoreTypes.<String, Long>keyValueStore()));
    try (var entries = store.all()) {
      entries.forEachRemaining(found::add);
    }
    found.sort(Comparator.comparing(each -> -each.value));
    return found;
  }

  private static long recent(KafkaStreams streams, String word) {
    var store =
        streams.store(
            StoreQueryParameters.fromNameAndType(
                RECENT, QueryableStoreTypes.<String, Long>windowStore()));
    Instant now = Instant.now();
    long last = 0;
    try (var windows = store.fetch(word, now.minus(WINDOW.multipliedBy(2)), now)) {
      while (windows.hasNext()) {
        last = windows.next().value;
      }
    }
    return last;
  }

  private static void answer(HttpExchange exchange, KafkaStreams streams) throws IOException {
    StringBuilder page =
        new StringBuilder(
            "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=1>"
                + "<title>Words</title><style>body{font:16px sans-serif;margin:2em}"
                + "td{padding:2px 12px}td+td{text-align:right}i{display:inline-block;height:10px;"
                + "background:#357}</style><h1>Words</h1>");
    try {
      List<KeyValue<String, Long>> counts = counts(streams);
      long most = counts.isEmpty() ? 1 : counts.get(0).value;
      page.append("<table><tr><th>word<th>in all<th>in ten seconds<th>");
      for (KeyValue<String, Long> each : counts) {
        page.append(
            String.format(
                Locale.ROOT,
                "<tr><td>%s<td>%d<td>%d<td style='text-align:left'><i style='width:%dpx'></i>",
                each.key,
                each.value,
                recent(streams, each.key),
                300 * each.value / most));
      }
      page.append("</table>");
    } catch (InvalidStateStoreException e) {
      page.append("<p>The stores are being opened or moved; the page asks again.");
    }
    byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
