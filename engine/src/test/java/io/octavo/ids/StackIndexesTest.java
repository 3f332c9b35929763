package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.error.StoreException;
import io.octavo.transaction.StoreMemory;
import org.junit.jupiter.api.Test;

/** An index has one user at a time, and all indexes together have a limit. */
final class StackIndexesTest {
  private final StackIndexes indexes = new StackIndexes(new StoreMemory("s", 1 << 20));

  /** Held, because an index knows its user weakly. */
  private Object transaction = new Object();

  private long newUser() {
    transaction = new Object();
    return indexes.user(transaction);
  }

  @Test
  void anIndexIsGivenBackToTheNextUser() {
    long first = newUser();
    StackIndex index = indexes.take(5);
    indexes.reserve(index, 100, 0);
    assertThat(indexes.bytes()).isEqualTo(index.bytes()).isPositive();
    indexes.giveBack(5, index, first);
    newUser();
    assertThat(indexes.take(5)).isSameAs(index);
  }

  /** Such as a transaction that another thread has closed, and that does not know it yet. */
  @Test
  void aLateUserSharesNothingWithTheNextOne() {
    long first = newUser();
    StackIndex index = indexes.take(5);
    long second = newUser();
    StackIndex next = indexes.take(5);
    assertThat(next).isNotSameAs(index);
    indexes.giveBack(5, index, first);
    indexes.giveBack(5, next, second);
    newUser();
    assertThat(indexes.take(5)).isSameAs(next);
  }

  @Test
  void whatIsNotInUseMakesRoom() {
    long first = newUser();
    StackIndex one = indexes.take(1);
    indexes.reserve(one, 60_000, 0);
    indexes.giveBack(1, one, first);
    newUser();
    StackIndex two = indexes.take(2);
    indexes.reserve(two, 60_000, 0);
    assertThat(indexes.bytes()).isEqualTo(two.bytes());
    StackIndex three = indexes.take(3);
    assertThatThrownBy(() -> indexes.reserve(three, 60_000, 0))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("beside " + two.bytes() + " of the same transaction")
        .hasMessageContaining("cacheBytes=1048576");
    assertThat(two.hasSpace(60_000)).isTrue();
  }

  @Test
  void spareNodesAreLeftOutWhereTheyDoNotFit() {
    newUser();
    StackIndex index = indexes.take(1);
    indexes.reserve(index, 91_000, 3_000);
    assertThat(index.bytes()).isEqualTo(512 << 10);
    assertThat(index.hasSpace(91_000)).isTrue();
  }
}
