package io.octavo.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.check.StoreCheck;
import io.octavo.check.TreeShape;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.commit.WriteTransaction;
import io.octavo.file.KeptFile;
import io.octavo.map.BytesMapType;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.snapshot.SealedCommit;
import io.octavo.transaction.Changes;
import io.octavo.transaction.LoggedOperations;
import io.octavo.transaction.Operations;
import io.octavo.transaction.PieceType;
import io.octavo.transaction.StoreMemory;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.TreeType;
import io.octavo.transaction.TreeTypes;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A type of collections is one row: with nothing else, it is committed, replayed and checked. */
final class TreeTypeTest {
  private static final int GREATEST = 200;
  private static final int NOBODYS = 201;

  /** Keeps the greatest value that a key was given. No value may be 13. */
  private static final class Greatest extends TreeType {
    Greatest() {
      super(GREATEST, TreeKinds.LONGS, "the greatest of longs");
    }

    @Override
    protected Operations operations(Changes changes, CatalogueRecord record) {
      LongTreeWriter tree = changes.longTree(record);
      return new Operations(this, record) {
        @Override
        protected void put(long key, long value) {
          tree.put(key, Math.max(value, tree.get(key, Long.MIN_VALUE)), true);
        }

        @Override
        protected void clear() {
          tree.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.longs();
      if (record.entries() == 13) {
        tree.report(Rule.R24, List.of("thirteen entries"));
      }
    }
  }

  private final KeptFile file = new KeptFile();

  private final TreeTypes types =
      new TreeTypes(List.of(new Greatest(), BytesMapType.TYPE, PieceType.TYPE));

  private Changes changes(WriteTransaction transaction) {
    return new Changes(transaction, TreeLimits.PAGE, types, new StoreMemory("", Long.MAX_VALUE));
  }

  private List<String> problems(Pager pager) {
    return StoreCheck.of(pager.durable(), types).problems();
  }

  private Pager open() {
    Pager pager =
        Pager.open(
            file,
            new PagerOptions(
                1 << 20, true, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null));
    Recovery.run(pager, TreeLimits.PAGE, types);
    return pager;
  }

  private void put(Pager pager, int id, long... pairs) {
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes = changes(transaction);
    if (changes.catalogue().find("m") == null) {
      assertThat(changes.create("m", GREATEST).id()).isEqualTo(id);
    }
    LoggedOperations operations = new LoggedOperations(changes);
    operations.select(id);
    for (int i = 0; i < pairs.length; i += 2) {
      operations.put(pairs[i], pairs[i + 1]);
    }
    commit(pager, transaction);
  }

  private static void commit(Pager pager, WriteTransaction transaction) {
    SealedCommit sealed = transaction.commit(true);
    transaction.end();
    pager.await(sealed);
  }

  private static CatalogueRecord record(Pager pager) {
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    CatalogueRecord found = transaction.catalogue().catalogue().find("m");
    transaction.end();
    return Objects.requireNonNull(found);
  }

  private long get(Pager pager, long key) {
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes = changes(transaction);
    long value =
        changes.longTree(Objects.requireNonNull(changes.catalogue().find("m"))).get(key, -1);
    transaction.end();
    return value;
  }

  @Test
  void aNewRowIsCommittedReplayedAndChecked() {
    Pager.create(file, new UUID(1, 2));
    Pager pager = open();
    put(pager, 1, 5, 10, 5, 3);
    put(pager, 1, 6, 1);
    assertThat(get(pager, 5)).isEqualTo(10);
    // Left open as by a kill: the commits are in the ring only, and are replayed.
    Pager again = open();
    assertThat(get(again, 5)).isEqualTo(10);
    assertThat(record(again).entries()).isEqualTo(2);
    again.checkpoint();
    assertThat(problems(again)).isEmpty();
    put(again, 1, 1, 1, 2, 2, 3, 3, 4, 4, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13);
    again.checkpoint();
    assertThat(problems(again)).singleElement().asString().contains("thirteen entries");
    again.close();
  }

  @Test
  void aRowRefusesTheOperationsThatItLacks() {
    Pager.create(file, new UUID(1, 2));
    Pager pager = open();
    put(pager, 1, 5, 10);
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes = changes(transaction);
    LoggedOperations operations = new LoggedOperations(changes);
    operations.select(1);
    assertThatThrownBy(() -> operations.remove(5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("id=1 is the greatest of longs; the operation is for longs");
    assertThatThrownBy(() -> operations.putBytes(new byte[1], new byte[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("id=1 is the greatest of longs; the operation is for byte strings");
    changes.drop(record(changes));
    commit(pager, transaction);
    pager.checkpoint();
    assertThat(problems(pager)).isEmpty();
    pager.close();
  }

  private static CatalogueRecord record(Changes changes) {
    return Objects.requireNonNull(changes.catalogue().find("m"));
  }

  @Test
  void aTypeWithoutARowIsLeftAlone() {
    Pager.create(file, new UUID(1, 2));
    Pager pager = open();
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes = changes(transaction);
    CatalogueRecord record = changes.create("m", NOBODYS);
    assertThatThrownBy(() -> changes.drop(record))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only a newer version of Octavo can clear");
    transaction.end();
    pager.close();
  }

  /** Its pages are those of the type; only what they mean is not known. */
  @Test
  void aNewerVersionOfATypeIsCheckedAndMovedButNotChanged() {
    Pager.create(file, new UUID(1, 2));
    Pager pager = open();
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes = changes(transaction);
    CatalogueRecord record = changes.create("m", CatalogueRecord.BYTES_MAP);
    LoggedOperations operations = new LoggedOperations(changes);
    operations.select(record.id());
    for (int i = 0; i < 2_000; i++) {
      operations.putBytes(("key" + i).getBytes(StandardCharsets.UTF_8), new byte[100]);
    }
    commit(pager, transaction);
    WriteTransaction newer = pager.begin(WriteTransaction.Purpose.USER);
    CatalogueRecord found = Objects.requireNonNull(newer.catalogue().catalogue().find("m"));
    newer
        .catalogue()
        .replace(
            new CatalogueRecord(
                "m",
                found.id(),
                found.type(),
                2,
                0,
                0,
                found.root(),
                found.entries(),
                1,
                new byte[0]));
    LoggedOperations refused = new LoggedOperations(changes(newer));
    refused.select(found.id());
    assertThatThrownBy(() -> refused.putBytes(new byte[1], new byte[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 2");
    commit(pager, newer);
    pager.checkpoint();
    assertThat(problems(pager)).isEmpty();
    assertThat(StoreCheck.of(pager.durable(), types).shapes().get("m"))
        .extracting(TreeShape::entries)
        .isEqualTo(2_000L);
    pager.close();
  }

  @Test
  void aTypeHasOneRow() {
    assertThatThrownBy(() -> new TreeTypes(List.of(new Greatest(), new Greatest())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("two types have one code: Duplicate key 200");
  }
}
