package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.ids.StackTable;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationTest {
  private static final List<String> EVENTS =
      List.of("Commit", "Checkpoint", "Recovery", "PageLoad", "Force", "StackIndex", "Sweep");

  @TempDir Path directory;

  @Test
  void theFlightRecorderLearnsOfEachEvent() throws IOException {
    Path file = directory.resolve("s.oct");
    Path copy = directory.resolve("c.oct");
    List<RecordedEvent> events = new ArrayList<>();
    long sweptPages;
    try (Recording recording = new Recording()) {
      for (String event : EVENTS) {
        recording.enable("octavo." + event).withThreshold(Duration.ZERO);
      }
      recording.start();
      try (Store store = Store.open(file)) {
        store.write(tx -> tx.stacks("s").intern(StackTable.NONE, 1));
        store.write(tx -> tx.longMap("m").put(1, 2));
        store.checkpoint();
        store.write(tx -> tx.longMap("m").put(3, 4));
        // As a crash would leave it.
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      try (Store store = Store.open(copy, StoreOptions.defaults().cacheBytes(1 << 20))) {
        // More than a front of this cache takes.
        SplittableRandom random = new SplittableRandom(1);
        store.write(tx -> random.longs(60_000).forEach(key -> tx.longMap("large").put(key, key)));
        assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(2);
        sweptPages = store.stats().sweptBytes() / PageHeader.PAGE_SIZE;
      }
      recording.stop();
      Path dump = directory.resolve("r.jfr");
      recording.dump(dump);
      events.addAll(RecordingFile.readAllEvents(dump));
    }
    for (String event : EVENTS) {
      assertThat(events).as(event).anyMatch(e -> e.getEventType().getName().endsWith(event));
    }
    RecordedEvent recovery =
        events.stream()
            .filter(e -> e.getEventType().getName().equals("octavo.Recovery"))
            .findFirst()
            .orElseThrow();
    assertThat(recovery.getInt("commits")).isEqualTo(1);
    assertThat(recovery.getString("store")).endsWith("c.oct");
    assertThat(sweptPages).isPositive();
    assertThat(sumOf(events, "octavo.Sweep", "pages")).isEqualTo(sweptPages);
  }

  private static long sumOf(List<RecordedEvent> events, String type, String field) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .mapToLong(event -> event.getLong(field))
        .sum();
  }

  @Test
  void anOpenStoreIsAManagedBean() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName pattern = new ObjectName("io.octavo:type=Store,*");
    StoreOptions options = StoreOptions.defaults().registerMBean(true);
    try (Store store = Store.open(directory.resolve("s.oct"), options)) {
      store.write(tx -> tx.longMap("m").put(1, 2));
      Set<ObjectName> names = server.queryNames(pattern, null);
      assertThat(names).hasSize(1);
      ObjectName name = names.iterator().next();
      assertThat(server.getAttribute(name, "Commits")).isEqualTo(1L);
      assertThat(server.getMBeanInfo(name).getAttributes()).hasSize(27);
      assertThat(server.getAttribute(name, "NonDurableCommits")).isEqualTo(0L);
      assertThat(server.getAttribute(name, "OldestNonDurableMillis")).isEqualTo(0L);
    }
    assertThat(server.queryNames(pattern, null)).isEmpty();
  }
}
