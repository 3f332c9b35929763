package io.octavo.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.transaction.WriterSlot.Claim;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for the writer slot gets it. */
@Timeout(60)
class WriterSlotTest {
  /** A queue in which another thread is faster to take off whoever has no business there. */
  private static final class SharedQueue extends ConcurrentLinkedQueue<Claim> {
    private static final long serialVersionUID = 1;

    /** A claim that an Error has kept from being taken off. */
    private transient Object left;

    @Override
    public boolean remove(Object claim) {
      if (left == null) {
        left = claim;
        return false;
      }
      return super.remove(claim);
    }

    @Override
    public Claim peek() {
      Claim first = super.peek();
      if (first != null && first == left) {
        super.remove(first);
      }
      return first;
    }
  }

  /** Two threads may find the same claim at the head; the next one is none of their business. */
  @Test
  void aClaimThatSeveralTakeOffTakesNoOtherAlong() throws InterruptedException {
    WriterSlot slot = new WriterSlot(new SharedQueue());
    Claim first = slot.tryAcquire("first", Duration.ZERO);
    assertThat(first).isNotNull();
    first.isReleased = true;
    Claim second = slot.tryAcquire("second", Duration.ofSeconds(1));
    assertThat(second).isNotNull();
    assertThat(slot.isHeldByThisThread()).isTrue();
  }

  /** A thread may take the slot again and again, but not for long. */
  @Test
  void aThreadThatHasWaitedIsNext() throws InterruptedException {
    WriterSlot slot = new WriterSlot();
    AtomicReference<Claim> other = new AtomicReference<>();
    Claim own = slot.acquire("own");
    Thread waiting = new Thread(() -> other.set(slot.acquire("other")));
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    Thread.sleep(10);
    own.isReleased = true;
    assertThat(slot.tryAcquire("own")).isNull();
    slot.wakeNext();
    waiting.join();
    assertThat(other.get()).isNotNull();
  }
}
