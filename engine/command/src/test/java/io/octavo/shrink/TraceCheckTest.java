package io.octavo.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.trace.RecordedStore;
import io.octavo.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceCheckTest {
  @TempDir Path directory;

  @Test
  void whatTheStoreHeldBeforeIsHeldToTheTraceToo() throws IOException {
    RecordedStore recorded = new RecordedStore(directory);
    StoreOptions options = recorded.options().durability(Durability.CHECKPOINT);
    recorded.work(4, options.recordTo(directory.resolve("before.trace")));
    Path copy = Files.copy(recorded.file(), directory.resolve("copy.oct"));
    recorded.work(5, options);
    try (TraceCheck check = TraceCheck.of(copy, 0, 10)) {
      for (TraceEvent event : recorded.events()) {
        assertThat(check.apply(event)).as("%s: %s", event, check.problem()).isTrue();
      }
      assertThat(check.replay().commits()).isGreaterThan(10);
    }
    try (Store store = Store.open(copy)) {
      assertThat(RecordedStore.contents(store)).isEqualTo(recorded.contents());
    }
  }
}
