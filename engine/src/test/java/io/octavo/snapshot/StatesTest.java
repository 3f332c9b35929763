package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.fixture.Effort;
import io.octavo.page.PageRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers that come while states are published. */
@Timeout(60)
class StatesTest {
  private final States states = new States();

  /** Returns a state whose catalogue tells its number. */
  private static State state(int sequence) {
    return new State(sequence, Catalogue.of(new PageRef(sequence, 0, 0), List.of()), 1, 0);
  }

  /** The pages of states before those of {@link States#read} may be others' by now. */
  @Test
  void noReaderGetsAStateWhosePagesHaveBeenGivenBack() throws InterruptedException {
    states.publish(state(1));
    AtomicLong oldest = new AtomicLong();
    AtomicInteger opened = new AtomicInteger();
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicInteger late = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread reader =
          new Thread(
              () -> {
                while (!isDone.get()) {
                  try (Snapshot snapshot = states.open()) {
                    if (oldest.get() > snapshot.catalogue().root().number()) {
                      late.incrementAndGet();
                    }
                    opened.incrementAndGet();
                  }
                }
              });
      readers.add(reader);
      reader.start();
    }
    BooleanSupplier goesOn = Effort.goesOn(700, () -> opened.get() > 100_000);
    for (int sequence = 2; goesOn.getAsBoolean() && late.get() == 0; sequence++) {
      states.publish(state(sequence));
      oldest.set(states.read()[0]);
    }
    isDone.set(true);
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(late).hasValue(0);
    assertThat(states.snapshots()).isZero();
  }
}
