package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.collection.Types;
import io.octavo.commit.LastCheckpoint;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.commit.WriteTransaction;
import io.octavo.file.KeptFile;
import io.octavo.page.list.ListPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.Changes;
import io.octavo.transaction.StoreMemory;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A check of the index of a table of strings where the search goes on at 0 behind the greatest key.
 * No byte strings with such homes can be found in a test, so the check gets their places.
 */
final class IndexCheckTest {
  private static final String NAME = "strings";
  private static final long LAST = (1L << SipHash.BITS) - 1;

  private Pager pager;

  @AfterEach
  void close() {
    pager.close();
  }

  /** All items have the same home. */
  private record OneHome(long home) implements ListCheck.Keys {
    @Override
    public void read(byte[] page, int block, long[] keys) {
      for (int i = 0; i < ListPage.items(page, block); i++) {
        keys[i] = home;
      }
    }

    @Override
    public boolean canMove() {
      return true;
    }
  }

  /**
   * Makes a table of strings of strings, of which some may be equal, and an index with these keys.
   */
  private List<String> problems(long home, List<String> strings, long... keys) {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 2));
    pager =
        Pager.open(
            file,
            new PagerOptions(
                1 << 20, true, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null));
    write(changes -> changes.create(NAME, CatalogueRecord.STRINGS));
    for (int id = 0; id < strings.size(); id++) {
      byte[] string = strings.get(id).getBytes(StandardCharsets.UTF_8);
      int expected = id;
      write(
          changes -> {
            StringTreeWriter table = StringType.writer(changes, record(changes, NAME));
            assertThat(table.intern(string)).isEqualTo(expected);
          });
      // What the index does not have is added again.
      write(changes -> index(changes).clear());
    }
    write(
        changes -> {
          for (int id = 0; id < keys.length; id++) {
            index(changes).put(keys[id], id, true);
          }
        });
    pager.checkpoint();
    LastCheckpoint durable = pager.durable();
    CatalogueRecord list = Objects.requireNonNull(durable.catalogue().find(NAME));
    CatalogueRecord index =
        Objects.requireNonNull(durable.catalogue().find(CatalogueRecord.indexOf(list.id())));
    return ListCheck.indexProblems(durable, list, index, new OneHome(home));
  }

  private static CatalogueRecord record(Changes changes, String name) {
    return Objects.requireNonNull(changes.catalogue().find(name));
  }

  private static LongTreeWriter index(Changes changes) {
    String name = CatalogueRecord.indexOf(record(changes, NAME).id());
    return changes.longTree(record(changes, name));
  }

  private void write(Consumer<Changes> change) {
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes =
        new Changes(transaction, TreeLimits.PAGE, Types.ALL, new StoreMemory("", Long.MAX_VALUE));
    change.accept(changes);
    changes.finish();
    transaction.commit(true);
    transaction.end();
  }

  @Test
  void aSearchGoesOnAtTheLeastKey() {
    assertThat(problems(LAST, List.of("a", "b", "c"), LAST, 0, 1)).isEmpty();
  }

  @Test
  void aSearchGoesOnBehindSeveralOfTheLastKeys() {
    assertThat(problems(LAST - 1, List.of("a", "b", "c", "d"), 1, LAST, 0, LAST - 1)).isEmpty();
  }

  @Test
  void aFreeKeyAtTheEndIsReported() {
    assertThat(problems(LAST, List.of("a", "b"), 0, 1)).isNotEmpty();
  }

  @Test
  void aFreeKeyBeforeTheLastIsReported() {
    assertThat(problems(LAST - 2, List.of("a", "b", "c"), LAST - 2, LAST, 0)).isNotEmpty();
  }

  @Test
  void aFreeKeyAtTheBeginningIsReported() {
    assertThat(problems(LAST, List.of("a", "b"), LAST, 1)).isNotEmpty();
  }

  @Test
  void anItemThatIsAtTheEndTooIsReported() {
    assertThat(problems(LAST - 1, List.of("a", "b", "a"), LAST - 1, LAST, 0))
        .containsExactly("the index has item 2 at its beginning");
  }

  @Test
  void anItemThatIsAtTheBeginningTwiceIsReported() {
    assertThat(problems(LAST, List.of("a", "b", "b"), LAST, 0, 1))
        .containsExactly("the index says that 1 is item 2");
  }
}
