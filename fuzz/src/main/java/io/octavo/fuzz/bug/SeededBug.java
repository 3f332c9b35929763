package io.octavo.fuzz.bug;

import static io.octavo.fuzz.bug.Mutation.answers;
import static io.octavo.fuzz.bug.Mutation.calls;
import static io.octavo.fuzz.bug.Mutation.never;
import static io.octavo.fuzz.bug.Mutation.plus;
import static io.octavo.fuzz.bug.Mutation.without;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A bug that is put into the instructions of the engine, to see whether the adversaries find it.
 * The engine itself knows nothing of it: no switch, no branch, nothing that a user could reach.
 *
 * <p>A bug whose method or place is gone fails loudly; it is then written anew.
 */
enum SeededBug {
  PUBLISHED_BEFORE_DURABLE(
      Hunter.THREADS, answers("commit.WriteTransaction.publish", "mustBeDurable", 0)),
  COMMIT_WITHOUT_CHANGES_NOT_AWAITED(
      Hunter.THREADS, without("commit.WriteTransaction.join", "commit")),
  TOLD_BY_A_CHECKPOINT_THAT_LACKS_THEM(
      Hunter.THREADS, answers("commit.CommitLog.checkpointed", "sequence()", 0)),
  FIRST_FORCE_LEFT_OUT(Hunter.CRASHES, without("commit.Checkpointer.writeAndForce", "force()")),
  SECOND_FORCE_LEFT_OUT(Hunter.CRASHES, without("commit.Checkpointer.switchTo", "force()")),
  PAGE_REUSED_ONE_CHECKPOINT_EARLY(Hunter.CRASHES, answers("space.Space.giveUp", "isDurable()", 0)),
  PAGES_RELEASED_WHILE_A_SNAPSHOT_READS(
      Hunter.SNAPSHOTS, answers("snapshot.Retained.reclaim(long[])", "isRead()", 0)),
  PAGES_RELEASED_WHILE_A_CHECKPOINT_READS(
      Hunter.CRASHES, answers("space.Space.giveUp", "isReachedByRunning()", 0)),
  ENTRY_CHANGED_IN_AN_ARRAY_TAKEN_OVER(
      Hunter.MODEL, without("space.TakeOver.giveBack", "giveBackTo()")),
  ARRAY_TAKEN_OVER_FROM_A_SNAPSHOT(
      Hunter.LEAVES, answers("space.TakeOver.hide", "getAsBoolean()", 1)),
  ARRAY_TAKEN_OVER_FROM_AN_EARLIER_SNAPSHOT(
      Hunter.SNAPSHOTS, answers("snapshot.States.isNoOtherRead", "isAny()", 0)),
  ARRAY_OF_A_SNAPSHOT_USED_AGAIN(
      Hunter.LEAVES, answers("cache.PageCache.reuseReplaced", "getAsBoolean()", 1)),
  ARRAY_TAKEN_OVER_FROM_A_CHECKPOINT(
      Hunter.LEAVES, answers("space.TakeOver.isFree", "isBeingWritten()", 0)),
  PAGE_OF_A_SNAPSHOT_CHANGED_IN_PLACE(Hunter.SNAPSHOTS, without("space.WriteSet.snapshot", "own")),
  PATH_HELD_OVER_A_SNAPSHOT(Hunter.SNAPSHOTS, without("space.WriteSet.snapshot", "spills")),
  ROLL_BACK_FREES_PAGES_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS, answers("space.WriteSet.rollBack", "isAnyRead()", 0)),
  PAGES_OF_ROLLED_BACK_TRANSACTIONS_NEVER_FREED(
      Hunter.SNAPSHOTS, without("snapshot.Retained.reclaim(long[])", "removeIf()")),
  PAGE_OF_AN_OLD_STATE_TAKEN_FOR_A_YOUNG_ONE(
      Hunter.SNAPSHOTS, answers("snapshot.Retained.reclaim(SealedCommit)", "contains()", 1)),
  PAGE_OF_NO_STATE_NEVER_FREED(
      Hunter.SNAPSHOTS, without("snapshot.Retained.reclaim(SealedCommit)", "accept()")),
  CLOSED_STATES_NEVER_RELEASED(
      Hunter.SNAPSHOTS, without("snapshot.Retained.releaseStates", "isReleased")),
  PAGE_FREED_WITH_THE_NEWEST_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS, answers("snapshot.Retained$Layers.giveUp", "contains()", 1)),
  PAGE_OF_AN_EARLIER_SNAPSHOT_OWNED_AGAIN(
      Hunter.SNAPSHOTS, answers("snapshot.Retained$Layers.release", "isEmpty()", 1)),
  COMMIT_FREES_PAGES_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS, answers("commit.WriteTransaction.snapshot", "base()", Long.MAX_VALUE)),
  ITEMS_OF_A_SNAPSHOT_SHARED(
      Hunter.SNAPSHOTS, without("series.SeriesTreeWriter.addOpen", "copy()")),
  COMMITS_BESIDE_A_CHECKPOINT_SKIPPED(
      Hunter.CRASHES, answers("commit.CommitRing.extent", "last()", 0)),
  SPACE_NOT_FROZEN(Hunter.CRASHES, without("space.Space.freeze", "clone()")),
  BITMAP_KEEPS_UNLINKED_PAGES(Hunter.CRASHES, without("space.Space.unlink", "setLive()")),
  BITMAP_MARKS_USED_PAGES_FREE(Hunter.CRASHES, without("space.Space.take", "setLive()")),
  CHILD_CHECKSUM_NOT_UPDATED(Hunter.CRASHES, without("commit.Checkpoint.tree", "setChild()")),
  COMMITTED_PAGE_CHANGED_IN_PLACE(
      Hunter.CRASHES, answers("space.WriteSet.writableLeaf", "owns()", 1)),
  ROOT_KEEPS_ITS_OLD_PAGE(Hunter.CRASHES, without("tree.BranchWriter.makeWritableTo", "setPage()")),
  ROOT_LEFT_WITH_ONE_CHILD(Hunter.CRASHES, without("tree.BranchWriter.removeChild", "shrink()")),
  LATE_ENTRY_BELOW_A_FIRST_SEPARATOR(
      Hunter.TIMED, without("series.SummedTreeWriter.insert", "lowerSeparators()")),
  META_WRITTEN_AFTER_A_FAILURE(
      Hunter.FAULTS,
      without("commit.Checkpointer.writeAndForce", "throw"),
      without("commit.Checkpointer.switchTo", "require()")),
  BITMAP_NOT_MARKED_IN_ITSELF(Hunter.CRASHES, without("commit.Checkpoint.take", "take()")),
  LAST_CHECKPOINT_OVER_THE_ONE_BEFORE(
      Hunter.CRASHES, calls("space.Space.lowest", "isTaken()", "isLive")),
  LEFT_NUMBERS_NOT_GIVEN_BACK(
      Hunter.FAULTS, without("space.Space.lowest", "add() before unlink()")),
  ROLL_BACK_KEEPS_ALLOCATIONS(Hunter.CRASHES, without("space.WriteSet.rollBack", "discard()")),
  ROLL_BACK_KEEPS_PAGES_UNLINKED(Hunter.CRASHES, without("space.WriteSet.rollBack", "relink()")),
  ONE_META_SLOT_WRITTEN(
      Hunter.CRASHES, answers("cache.MetaPages.write(StoreFile,Meta)", "slot()", 0)),
  OLDER_META_CHOSEN(Hunter.CRASHES, answers("cache.MetaPages.newest(List)", "epoch()", 1)),
  META_NOT_PERSISTED_AT_OPEN(Hunter.CRASHES, without("commit.LastCheckpoint.open", "persist()")),
  BOTH_COPIES_WRITTEN_AT_ONCE_AT_OPEN(
      Hunter.CRASHES, without("cache.MetaPages.persist", "force()#2")),
  OPEN_WITHOUT_A_FORCE_BEFORE(Hunter.CRASHES, without("cache.MetaPages.persist", "force()#1")),
  TORN_META_LEFT_IN_THE_OTHER_SLOT(
      Hunter.CRASHES, answers("commit.LastCheckpoint.open", "isOtherSlotSound()", 1)),
  TRUNCATED_TOO_FAR(Hunter.CRASHES, plus("cache.PageWriter.truncate", "8192", -1)),
  COUNT_NOT_COMMITTED(
      Hunter.CRASHES, plus("catalogue.CatalogueEdit.current", "entries() before with()", -1)),
  RECORD_NOT_FORCED(Hunter.CRASHES, calls("commit.CommitRing.write", "writeDurable()", "write")),
  RECORD_NOT_HANDED_OVER(Hunter.CRASHES, without("Transactions.commit", "record()")),
  RECORDS_NOT_FORCED_IN_TIME(Hunter.CRASHES, without("commit.CommitLog.force", "force()")),
  SEALED_COMMIT_ACKNOWLEDGED(
      Hunter.CRASHES,
      without("Transactions.commit", "await()"),
      answers("Transactions.commit", "isDurable()", 1)),
  RECORDS_REPLAYED_FROM_THE_START(
      Hunter.CRASHES,
      answers("commit.CommitRing.extent", "position", 0),
      answers("commit.CommitRing.extent", "position()", 0)),
  COMMITS_OF_THE_CHECKPOINT_REPLAYED(
      Hunter.CRASHES, plus("commit.CommitLog.open", "sequence()", -1)),
  RING_NOT_REPLAYED(Hunter.CRASHES, without("collection.Recovery.replay", "forEach()")),
  PUT_OF_BYTES_NOT_RECOVERED(
      Hunter.CRASHES, without("transaction.LoggedOperations.putBytes", "putBytes()")),
  RANGE_OF_BYTES_NOT_RECOVERED(
      Hunter.CRASHES,
      without("transaction.LoggedOperations.removeBytesRange", "removeBytesRange()")),
  LARGE_STREAM_LEFT_OUT_OF_THE_RECORD(
      Hunter.CRASHES, without("tree.BytesTreeWriter.putLarge", "value()")),
  PIECES_OF_A_REPLACED_VALUE_KEPT(
      Hunter.MODEL, without("tree.BytesTreeWriter.place", "removePieces()")),
  PIECES_OF_A_CLEARED_MAP_KEPT(
      Hunter.MODEL, without("tree.BytesTreeWriter.clear", "PieceTree.clear()")),
  PIECE_NUMBERS_USED_AGAIN(Hunter.MODEL, plus("tree.PieceTree.nextPiece", "piece()", -1)),
  FIRST_SEPARATOR_NOT_LOWERED(
      Hunter.MODEL, without("tree.BranchWriter.addChild", "setSeparator()")),
  JOINED_BRANCH_KEEPS_ITS_FIRST_SEPARATOR(
      Hunter.MODEL, without("tree.BranchWriter.mergeBranch", "setSeparator()")),
  BRANCH_OF_STRINGS_WITH_ONE_CHILD(Hunter.MODEL, calls("page.bytes.BytesRun.fill", "min()", "max")),
  SPREAD_BRANCH_NOT_FOUND_AGAIN(Hunter.MODEL, without("tree.BranchWriter.spread", "descend()")),
  HEADS_COMPARED_SIGNED(
      Hunter.MODEL, answers("page.bytes.BytesPage.firstNotBelow", "-2147483648", 0)),
  ZEROS_AT_THE_END_OF_A_KEY_FORGOTTEN(
      Hunter.MODEL, never("page.bytes.BytesPage.compareRest", "suffixLength()")),
  COUNT_OF_A_LIST_NOT_KEPT(Hunter.MODEL, without("posting.PostingTreeWriter.finish", "putHead()")),
  HEAD_OF_A_SHORT_LIST_KEPT(Hunter.MODEL, without("posting.PostingTreeWriter.finish", "remove()")),
  BLOCK_KEPT_WHOSE_FIRST_ID_CHANGED(
      Hunter.MODEL, without("posting.PostingTreeWriter.replace", "removeBlock()")),
  JOINED_BLOCK_KEPT(Hunter.MODEL, without("posting.PostingTreeWriter.join", "removeBlock()")),
  READ_IDS_GIVEN_AFTER_A_CHANGE(Hunter.MODEL, answers("posting.ListCursor.isChanged", "isLive", 0)),
  DIFFERENCE_WITHOUT_ITS_LAST_IDS(Hunter.MODEL, never("posting.ListCursor.filtered", "move()#1")),
  IDS_OF_BITMAPS_READ_AGAIN(Hunter.MODEL, without("posting.ListCursor.both", "lastRead")),
  IDS_OF_THE_LAST_BLOCK_STILL_MARKED(
      Hunter.MODEL, without("posting.ListCursor.keepMarked", "fill()")),
  OPEN_BLOCK_NOT_WRITTEN_AT_COMMIT(
      Hunter.INTERNED, without("transaction.Changes.finish", "forEach()")),
  OPEN_BLOCK_KEPT_BY_A_CLEAR(
      Hunter.INTERNED,
      without("ids.ListTreeWriter.clear", "removeFirst()"),
      without("ids.ListTreeWriter.clear", "isOpen")),
  LAST_BLOCK_REPLACED_TWICE(Hunter.INTERNED, without("ids.ListTreeWriter.write", "replacesLast")),
  LAST_STACKS_KEPT_BY_A_CLEAR(
      Hunter.INTERNED, without("ids.StackTable.clear", "LastStacks.clear()")),
  LEFT_ROW_OF_A_SPLIT_KEPT(Hunter.TIMED, without("tree.BranchWriter.addChild", "sum()#1")),
  LATE_ENTRY_BEFORE_EQUAL_TIMES(
      Hunter.TIMED, calls("series.SummedTreeWriter.insert", "upper()", "lower")),
  ENTRY_AT_THE_UPPER_BOUND_KEPT(
      Hunter.TIMED, calls("series.SummedTreeWriter.withoutRange", "upper()", "lower")),
  ROWS_LACK_A_LATE_ENTRY(Hunter.TIMED, without("series.SummedTreeWriter.addToRows", "addAll()")),
  OPEN_ENTRIES_NOT_WRITTEN_AT_COMMIT(
      Hunter.TIMED, without("series.SeriesTreeWriter.finish", "flush()")),
  OPEN_ENTRIES_KEPT_BY_A_CLEAR(
      Hunter.TIMED,
      without("series.SeriesTreeWriter.clear", "count"),
      without("series.SeriesTreeWriter.clear", "forget()")),
  DELETED_KEYS_LOST_BY_A_SWEEP(
      Hunter.MODEL, without("map.LongTreesWriter$Front.move", "removeAll()")),
  MORE_TAKEN_FROM_A_FRONT_THAN_MOVED(
      Hunter.MODEL, plus("map.LongTreesWriter$Front.move", "key()#4", 1)),
  PUT_KEY_KEPT_AMONG_THE_DELETED(
      Hunter.MODEL, without("map.LongTreesWriter$Front.put", "remove()")),
  DELETED_KEY_KEPT_AMONG_THE_PUT(
      Hunter.MODEL, without("map.LongTreesWriter$Front.delete", "LongTreeWriter.remove()")),
  RANGE_LEFT_IN_A_FRONT(Hunter.MODEL, without("map.LongTreesWriter.removeRange", "moveAll()")),
  DELETED_KEYS_OF_A_FRONT_READ(Hunter.MODEL, answers("map.LongTrees.isDeleted", "contains()", 0)),
  KEY_OF_A_FRONT_COUNTED_TWICE(Hunter.MODEL, answers("map.LongTrees.size", "presentOf()#1", 0)),
  KEY_OF_BOTH_TREES_READ_TWICE(Hunter.MODEL, never("map.LongMergeCursor$Merge.read", "move()#1")),
  MERGE_GOES_ON_AFTER_A_CHANGE(
      Hunter.MODEL,
      answers("map.LongMergeCursor.move", "changes()", 0),
      answers("map.LongMergeCursor$Merge.<init>", "changes()", 0)),
  FRONT_KEPT_WITHOUT_ITS_MAP(
      Hunter.MODEL,
      without("map.LongTreesWriter.clear", "dropFront()"),
      answers("transaction.Changes.drop", "canHave()", 0)),
  FRONT_NOT_IN_SNAPSHOTS(Hunter.SNAPSHOTS, without("map.LongMapType.trees", "setFront()")),
  PUT_INTO_A_FRONT_NOT_RECOVERED(
      Hunter.CRASHES, without("map.LongTreesWriter$Front.put", "OperationLog.put()")),
  DELETION_IN_A_FRONT_NOT_RECOVERED(
      Hunter.CRASHES, without("map.LongTreesWriter$Front.delete", "OperationLog.remove()")),
  DELETED_STRINGS_LOST_BY_A_SWEEP(
      Hunter.MODEL, without("map.BytesTreesWriter$Front.apply", "removeAll()")),
  MORE_STRINGS_TAKEN_FROM_A_FRONT_THAN_MOVED(
      Hunter.MODEL, answers("map.BytesTreesWriter$Front.move", "isBefore()#2", 0)),
  FRONT_OF_STRINGS_DROPPED_WITH_CHANGES(
      Hunter.MODEL, without("map.BytesTreesWriter$Front.sweepIfFull", "moveAll()")),
  FRONT_OF_STRINGS_NEVER_FULL(Hunter.MODEL, without("map.BytesTreesWriter$Front.put", "pending")),
  PUT_STRING_KEPT_AMONG_THE_DELETED(
      Hunter.MODEL, without("map.BytesTreesWriter$Front.put", "undelete()")),
  DELETED_STRING_KEPT_AMONG_THE_PUT(
      Hunter.MODEL, without("map.BytesTreesWriter$Front.delete", "forget()")),
  OLD_VALUE_KEPT_BEFORE_A_LARGE_ONE(
      Hunter.MODEL, without("map.BytesTreesWriter.put(Front,byte[],byte[])", "forget()")),
  RANGE_LEFT_IN_A_FRONT_OF_STRINGS(
      Hunter.MODEL, without("map.BytesTreesWriter.removeRange", "moveAll()")),
  DELETED_STRINGS_OF_A_FRONT_READ(
      Hunter.MODEL, answers("map.BytesTrees.isDeleted", "contains()", 0)),
  STRING_OF_A_FRONT_COUNTED_TWICE(Hunter.MODEL, answers("map.BytesTrees.size", "presentOf()#1", 0)),
  STRING_OF_A_FRONT_READ_FROM_THE_MAIN_TREE(
      Hunter.MODEL, answers("map.BytesMergeCursor$Merge.current", "isOnPut", 0)),
  MERGE_OF_STRINGS_GOES_ON_AFTER_A_CHANGE(
      Hunter.MODEL,
      answers("map.BytesMergeCursor.move", "changes()", 0),
      answers("map.BytesMergeCursor$Merge.<init>", "changes()", 0)),
  FRONT_KEPT_WITHOUT_ITS_STRINGS(
      Hunter.MODEL,
      without("map.BytesTreesWriter.clear", "dropFront()"),
      answers("transaction.Changes.drop", "canHave()", 0)),
  FRONT_OF_STRINGS_NOT_IN_SNAPSHOTS(
      Hunter.SNAPSHOTS, without("map.BytesMapType.trees", "setFront()")),
  STRING_PUT_INTO_A_FRONT_NOT_RECOVERED(
      Hunter.CRASHES, without("map.BytesTreesWriter$Front.put", "OperationLog.putBytes()")),
  STRING_DELETED_IN_A_FRONT_NOT_RECOVERED(
      Hunter.CRASHES, without("map.BytesTreesWriter$Front.delete", "OperationLog.removeBytes()")),
  CHECKSUM_NOT_CHECKED(Hunter.DAMAGE, never("page.check.PageCheck.checkStored", "hex()")),
  CHECKSUM_OF_THE_PARENT_NOT_CHECKED(Hunter.DAMAGE, never("cache.PageLoader.verify", "crc()")),
  FAILED_FORCE_FORGIVEN(
      Hunter.FAULTS,
      answers("cache.Health.isFailed", "cause", 0),
      answers("cache.Health.require", "cause", 0)),
  FAILED_WRITE_NOT_ROLLED_BACK(Hunter.FAULTS, without("commit.WriteTransaction.end", "rollBack()")),
  FAILED_CHECKPOINT_NOT_UNDONE(Hunter.FAULTS, without("commit.Checkpointer.end", "undo()")),
  FAILED_WRITE_IGNORED(Hunter.FAULTS, without("cache.PageWriter.write(List,int)", "throw")),
  CLOSE_WRITES_AFTER_A_FAILURE(
      Hunter.FAULTS,
      answers("commit.Pager.writeLast", "isWritable()", 1),
      without("commit.Pager.writeLast", "requireWritable()")),
  PINS_NOT_ASKED(Hunter.READERS, answers("space.Space.releaseUnpinned", "isAny()", 0)),
  PINS_OF_AN_EARLIER_CHECKPOINT_ASKED(
      Hunter.READERS, plus("commit.Checkpoint.done", "epoch()", -1)),
  PINS_ASKED_BEFORE_THE_META_PAGE(
      Hunter.READERS, calls("fuzz.live.LiveDisk$Opened.isPinned", "present()", "beforeMeta")),
  NO_SECOND_LOOK(Hunter.READERS, answers("commit.PinnedFile.tryPin", "isEqual()", 1)),
  PINS_FORGOTTEN_WHEN_A_SNAPSHOT_ENDS(
      Hunter.READERS, answers("space.Space.release", "isHeld()", 0)),
  PINS_FORGOTTEN_BY_TRUNCATION(
      Hunter.READERS, answers("commit.Compactor.truncate(Meta,long,long)", "takenEnd()", 0)),
  PINS_FORGOTTEN_BY_CLOSE(Hunter.READERS, calls("space.Space.lowest", "isTaken()", "isLive")),
  PINS_FORGOTTEN_BY_THE_NEXT_WRITER(
      Hunter.READERS, answers("commit.LastCheckpoint.open", "isPinned()", 0)),
  PAGES_IN_USE_FORGOTTEN_BY_THE_NEXT_WRITER(
      Hunter.READERS, never("space.Space$Held.reaches", "isSet()")),
  MISSED_RECORD_TAKEN_FOR_DAMAGE(
      Hunter.READERS,
      answers("commit.PinnedFile.onNewest", "epoch()", 0),
      answers("commit.PinnedFile.onNewest", "equals()", 1)),
  CHECKPOINT_UNPINNED_WHILE_IT_IS_READ(
      Hunter.READERS, answers("Follower.closeUnread", "isUnread()", 1)),
  CHECKPOINT_NEVER_UNPINNED(Hunter.READERS, answers("Follower.closeUnread", "isUnread()", 0)),
  NEW_CHECKPOINT_NOT_SEEN(Hunter.READERS, answers("Follower.isFollowed", "isBehind()", 0)),
  NEW_RECORDS_NOT_READ(Hunter.READERS, without("commit.Replay.readNew", "commits")),
  GAP_OF_CHANGES_NOT_REPORTED(Hunter.READERS, without("commit.RecordedCommits.missUntil", "add()")),
  NEW_NAMES_NOT_FOLLOWED(Hunter.READERS, without("ChangeFeed.poll", "put()"));

  /** Who has to find a bug. */
  enum Hunter {
    CRASHES,
    FAULTS,
    DAMAGE,
    MODEL,
    /** The model, with items that are interned. */
    INTERNED,
    /** The model, with series. */
    TIMED,
    /** The model of snapshots of write transactions. */
    SNAPSHOTS,
    /** The same, with changes of the leaves of two maps. */
    LEAVES,
    THREADS,
    /** Processes that read beside one that writes. */
    READERS
  }

  final Hunter hunter;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is.
  private final List<Mutation> mutations;

  SeededBug(Hunter hunter, Mutation... mutations) {
    this.hunter = hunter;
    this.mutations = List.of(mutations);
  }

  /** Returns the seed that a hunt begins at: the first ones find some of the bugs late. */
  long firstSeed() {
    return switch (this) {
      case OPEN_WITHOUT_A_FORCE_BEFORE -> 1_000;
      case STRING_PUT_INTO_A_FRONT_NOT_RECOVERED, STRING_DELETED_IN_A_FRONT_NOT_RECOVERED -> 706;
      default -> 1;
    };
  }

  /**
   * Returns the classes with the bug, by their names.
   *
   * @throws IllegalArgumentException if the engine has changed so that the bug does not fit
   */
  Map<String, byte[]> classes() {
    Map<String, byte[]> classes = new HashMap<>();
    for (Mutation mutation : mutations) {
      try {
        String name = mutation.className();
        byte[] present = classes.getOrDefault(name, BuggyLoader.soundBytes(name));
        classes.put(name, Mutator.mutate(mutation, present));
      } catch (IllegalArgumentException | ClassNotFoundException e) {
        throw new IllegalArgumentException(
            this + ", in " + mutation.method() + ": " + e.getMessage(), e);
      }
    }
    return classes;
  }
}
