package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.file.KeptFile;
import io.octavo.pager.LayoutRuns;
import io.octavo.pager.Pager;
import io.octavo.pager.PagerOptions;
import io.octavo.pager.RingLimits;
import io.octavo.pager.WriteTransaction;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LayoutRunsTest {
  private final Pager pager = open();

  private static Pager open() {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 2));
    Pager pager =
        Pager.open(
            file,
            new PagerOptions(
                1 << 20, true, 0, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null));
    Recovery.run(pager, TreeLimits.PAGE);
    return pager;
  }

  private WriteTransaction begin() {
    return pager.begin(WriteTransaction.Purpose.USER);
  }

  private static void commit(WriteTransaction transaction) {
    transaction.commit(false);
    transaction.end();
  }

  @Test
  void aTransactionThatCommitsLeavesItsRunsToTheNext() {
    WriteTransaction first = begin();
    LayoutRuns runs = first.runs();
    assertThat(first.runs()).isSameAs(runs);
    commit(first);
    WriteTransaction next = begin();
    assertThat(next.runs()).isSameAs(runs);
    next.end();
  }

  @Test
  void aTransactionThatIsRolledBackKeepsItsRuns() {
    WriteTransaction first = begin();
    LayoutRuns runs = first.runs();
    first.end();
    WriteTransaction next = begin();
    assertThat(next.runs()).isNotSameAs(runs);
    next.end();
  }

  @Test
  void aCommittedTransactionThatGoesOnDoesNotShareRuns() {
    WriteTransaction first = begin();
    LayoutRuns runs = first.runs();
    commit(first);
    WriteTransaction next = begin();
    assertThat(next.runs()).isSameAs(runs);
    assertThat(first.runs()).isNotSameAs(runs);
    next.end();
  }
}
