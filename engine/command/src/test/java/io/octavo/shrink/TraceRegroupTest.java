package io.octavo.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.replay.TraceReplay;
import io.octavo.trace.RecordedStore;
import io.octavo.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceRegroupTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void commitsCanBeMadeAnew(int commitEvery) throws IOException {
    RecordedStore recorded = new RecordedStore(directory);
    recorded.work(2, recorded.options().durability(Durability.CHECKPOINT));
    List<TraceEvent> events = recorded.events();
    events.remove(events.size() - 1);
    TraceRegroup regroup = new TraceRegroup(commitEvery);
    try (TraceReplay replay = TraceReplay.ofAny(null)) {
      // The last ones are committed by the closing.
      events.add(new TraceEvent.Closed());
      events.forEach(event -> regroup.next(event).forEach(replay::apply));
      assertThat(replay.commits()).isGreaterThan(replay.operations() / commitEvery / 2);
      TraceEvent.Opened opened = (TraceEvent.Opened) events.get(0);
      regroup.next(opened.at(replay.commits())).forEach(replay::apply);
      assertThat(RecordedStore.contents(replay.store())).isEqualTo(recorded.contents());
    }
  }
}
