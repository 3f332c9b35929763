package io.octavo.examples.meters;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Adds the lines of standard input, a meter and its value each, to the series of the meters, at the
 * present time. {@link MeterServer} shows them meanwhile.
 *
 * <pre>
 * classpath=engine/examples/target/classes:engine/target/classes:page/target/classes
 * vmstat -n 1 | awk '{ print "idle", $15; fflush() }' |
 *   java -cp $classpath io.octavo.examples.meters.MeterImporter meters.oct
 * </pre>
 */
public final class MeterImporter {
  private MeterImporter() {}

  /**
   * Runs the program until standard input ends.
   *
   * @param arguments the store
   * @throws IOException if standard input cannot be read
   */
  public static void main(String... arguments) throws IOException {
    // A commit returns at once; it is durable, and others see it, within a fifth of a second.
    // With SYNC that is when it returns, with CHECKPOINT after minutes.
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.ASYNC).durableWithin(Duration.ofMillis(200));
    try (Store store = Store.open(Path.of(arguments[0]), options);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        List<String> batch = new ArrayList<>(List.of(line));
        // What has arrived together goes into one commit.
        while (lines.ready() && batch.size() < 10_000) {
          batch.add(lines.readLine());
        }
        store.write(tx -> batch.forEach(each -> add(tx, each)));
      }
    }
  }

  private static void add(Transaction tx, String line) {
    String[] fields = line.strip().split("\\s+", 2);
    boolean isNew = !tx.exists(fields[0]);
    var series = tx.series(fields[0]);
    if (isNew) {
      series.describe(TimeUnit.MILLISECONDS, 0);
    }
    series.add(System.currentTimeMillis(), Long.parseLong(fields[1]));
  }
}
