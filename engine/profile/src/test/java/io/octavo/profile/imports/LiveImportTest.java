package io.octavo.profile.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileContents;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.stored.SlotTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link LiveImport}. */
class LiveImportTest {
  private static final Duration SLOT = Duration.ofMillis(50);

  @TempDir static Path directory;
  private static Path recording;
  private static List<RecordedEvent> events;

  @BeforeAll
  static void record() throws IOException, InterruptedException {
    recording = JfrWorkload.record(directory.resolve("a.jfr"));
    events =
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> LiveImport.events().contains(event.getEventType().getName()))
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
  }

  private static LiveImport live(Store store) {
    return Imports.into(store, "p").slot(SLOT).live();
  }

  private static long slot(RecordedEvent event) {
    return new SlotTime(SLOT).floor(event.getStartTime());
  }

  @Test
  void eventsAddUpAsThoseOfTheFile() throws IOException {
    try (Store one = Store.inMemory();
        Store other = Store.inMemory()) {
      ImportReport ofFile = Imports.into(one, "p").slot(SLOT).jfr(recording);
      LiveImport live = live(other);
      for (int i = 0; i < events.size(); i++) {
        live.accept(events.get(i));
        if (i % 10 == 0) {
          live.commitEnded();
        }
      }
      live.close();
      live.close();
      assertThat(ProfileContents.of(other, "p")).isEqualTo(ProfileContents.of(one, "p"));
      assertThat(live.report().samples()).isEqualTo(ofFile.samples());
      assertThat(live.report().weights()).isEqualTo(ofFile.weights());
      assertThat(live.report().truncated()).isEqualTo(ofFile.truncated());
      live.accept(events.get(0));
      live.commitEnded();
      live.close();
      assertThat(live.report().samples()).isEqualTo(ofFile.samples());
    }
  }

  @Test
  void onlySlotsThatHaveEndedAreCommitted() {
    try (Store store = Store.inMemory()) {
      LiveImport live = live(store);
      assertThat(store.<List<String>>read(ProfileStore::names)).containsExactly("p");
      long newest = slot(events.get(events.size() - 1));
      events.forEach(live);
      live.commitEnded();
      Instant last =
          store.<Instant>read(tx -> ProfileStore.open(tx, "p").last(Labels.NONE).orElseThrow());
      assertThat(last).isBeforeOrEqualTo(new SlotTime(SLOT).begin(newest));
      long open = events.stream().filter(event -> slot(event) == newest).count();
      assertThat(live.report().samples() + live.report().skipped().size()).isPositive();
      long before = live.report().samples();
      live.close();
      assertThat(live.report().samples() - before).isBetween(1L, open);
    }
  }

  /** A recording may begin with events that give no sample, such as those of an empty stack. */
  private static boolean isSample(RecordedEvent event) {
    try (Store store = Store.inMemory()) {
      LiveImport live = live(store);
      live.accept(event);
      live.close();
      return live.report().samples() == 1;
    }
  }

  @Test
  void theLastSlotIsCommittedWhenItsTimeIsOver() throws InterruptedException {
    try (Store store = Store.inMemory()) {
      LiveImport live = live(store);
      live.accept(events.stream().filter(LiveImportTest::isSample).findFirst().orElseThrow());
      Thread.sleep(2 * SLOT.toMillis());
      live.commitEnded();
      assertThat(live.report().samples()).isEqualTo(1);
      live.close();
      assertThat(live.report().samples()).isEqualTo(1);
    }
  }

  @Test
  void theStoreIsFreeForOthersBetweenCommits() {
    try (Store store = Store.inMemory();
        LiveImport live = live(store)) {
      events.forEach(live);
      store.write(tx -> tx.longMap("m").put(1, 2));
      live.commitEnded();
      store.write(tx -> tx.longMap("m").put(2, 3));
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(2);
    }
  }

  @Test
  void aStreamOfThisProcessIsRecorded() throws InterruptedException {
    try (Store store = Store.inMemory()) {
      LiveImport live = live(store);
      try (RecordingStream stream = new RecordingStream()) {
        stream.setReuse(false);
        stream.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
        LiveImport.events().forEach(name -> stream.onEvent(name, live));
        stream.onFlush(live::commitEnded);
        stream.startAsync();
        // The first samples may be of what begins the stream.
        for (int i = 0; i < 100 && live.report().samples() < 50; i++) {
          JfrWorkload.busyOuter(100);
        }
      }
      live.close();
      assertThat(ProfileContents.of(store, "p").keySet())
          .anyMatch(path -> path.contains("JfrWorkload.busyInner"));
    }
  }
}
