package io.octavo.agrona;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.CommitTicket;
import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the description of the package says about waiting. */
class TicketTest {
  private static final int COMMITS = 100;

  @TempDir Path directory;

  /** Commits, and acknowledges what is durable. */
  private static final class Committer implements Agent {
    private final Store store;
    private final Deque<CommitTicket> tickets = new ArrayDeque<>();
    private long committed;
    private long acknowledged;

    Committer(Store store) {
      this.store = store;
    }

    @Override
    public int doWork() {
      int work = 0;
      if (committed < COMMITS) {
        try (Transaction tx = store.beginWrite()) {
          tx.longMap("orders").put(committed++, 1);
          tickets.add(tx.commitLater());
        }
        work++;
      }
      while (!tickets.isEmpty() && tickets.peek().isDurable()) {
        tickets.remove();
        acknowledged++;
        work++;
      }
      return work;
    }

    @Override
    public String roleName() {
      return "committer";
    }
  }

  @Test
  void anAgentAcknowledgesWhatIsDurable() {
    try (Store store = Store.open(directory.resolve("agent.oct"))) {
      Committer committer = new Committer(store);
      AgentInvoker invoker = new AgentInvoker(Throwable::printStackTrace, null, committer);
      IdleStrategy idleStrategy = new BackoffIdleStrategy();
      invoker.start();
      while (committer.acknowledged < COMMITS) {
        idleStrategy.idle(invoker.invoke());
      }
      invoker.close();

      assertThat(committer.tickets).isEmpty();
    }
  }

  @Test
  void aThreadWaitsByAnIdleStrategy() {
    try (Store store = Store.open(directory.resolve("thread.oct"))) {
      CommitTicket ticket;
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("orders").put(1, 1);
        ticket = tx.commitLater();
      }
      IdleStrategy idleStrategy = new BackoffIdleStrategy();
      while (!ticket.isDurable()) {
        idleStrategy.idle();
      }
      idleStrategy.reset();

      assertThat(ticket.isDurable()).isTrue();
      assertThat(store.readLong(tx -> tx.longMap("orders").get(1, -1))).isEqualTo(1);
    }
  }
}
