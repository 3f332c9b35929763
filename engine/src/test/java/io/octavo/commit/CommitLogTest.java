package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.cache.Health;
import io.octavo.cache.IntList;
import io.octavo.cache.Ownership;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageSet;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.file.KeptFile;
import io.octavo.page.meta.Meta;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.States;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the threads that wait for a commit go on. */
@Timeout(60)
class CommitLogTest {
  private final KeptFile file = new KeptFile();
  private final States states = new States();

  private static State state(long sequence) {
    return new State(sequence, Catalogue.EMPTY, 1, 0);
  }

  /** A thread goes on as soon as its commit is durable, and must see by then what it committed. */
  @Test
  void aCommitIsShownToReadersBeforeItIsToldToBeDurable() throws Exception {
    UUID storeId = new UUID(1, 2);
    Pager.create(file, storeId);
    PageLoader loader = new PageLoader(file, new PageCache(1));
    Ownership ownership = new Ownership(file, loader, new Health("kept", false));
    CommitLog log = new CommitLog(file, ownership, RingLimits.DEFAULT, states);
    SealedCommit found = SealedCommit.found(0);
    log.follow(found);
    states.publish(state(0));
    log.checkpointed(new CommitRing(file, storeId, new Meta.Ring(16, 4, 0, 1)), 0);
    State made = state(1);
    SealedCommit commit =
        found.follow(made, new byte[10], new PageSet(), new PageSet(), new IntList());
    assertThat(log.reserve(1, 10)).isTrue();
    found.next = commit;

    Thread writer = new Thread(() -> log.await(commit));
    synchronized (states) {
      writer.start();
      // Until it is about to show the state.
      while (writer.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
      assertThat(log.isDurable(commit)).isFalse();
    }
    writer.join();
    assertThat(log.isDurable(commit)).isTrue();
    assertThat(states.current()).isSameAs(made);
  }
}
