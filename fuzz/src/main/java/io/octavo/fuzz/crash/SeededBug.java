package io.octavo.fuzz.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bug that is put into a copy of the engine's source, to see whether the adversaries find it. The
 * engine itself knows nothing of it: no switch, no branch, nothing that a user could reach.
 *
 * <p>An edit that no longer fits the source fails loudly; it is then written anew.
 */
enum SeededBug {
  PUBLISHED_BEFORE_DURABLE(
      Hunter.THREADS,
      "commit/CommitLog",
      edit(
          "present.write(record);",
          "State early = commits.get((int) (record.last() - commits.get(0).sequence())).state();\n"
              + " if (early != null) states.publish(early);\n present.write(record);"),
      edit("if (state != null) {", "if (state != null && state != states.current()) {")),
  TOLD_BEFORE_DURABLE(
      Hunter.THREADS,
      "commit/CommitLog",
      edit(
          "present.write(record);",
          "durable = commits.get(commits.size() - 1);\n present.write(record);")),
  COMMIT_WITHOUT_CHANGES_NOT_AWAITED(
      Hunter.THREADS,
      "commit/Writer",
      edit(
          "joins(transaction);\n return;",
          "joins(transaction);\n transaction.commit = null;\n return;")),
  TOLD_BY_A_CHECKPOINT_THAT_LACKS_THEM(
      Hunter.THREADS,
      "commit/CommitLog",
      edit("commit != null && commit.sequence() <= contained;", "commit != null;")),
  FIRST_FORCE_LEFT_OUT(
      Hunter.CRASHES,
      "commit/Checkpointer",
      edit(
          "try {\n file.force();\n } catch",
          "try {\n if (loader == null) file.force();\n } catch")),
  SECOND_FORCE_LEFT_OUT(
      Hunter.CRASHES,
      "commit/Checkpointer",
      edit("MetaPages.write(file, next);\n file.force();", "MetaPages.write(file, next);")),
  PAGE_REUSED_ONE_CHECKPOINT_EARLY(
      Hunter.CRASHES, "space/Space", edit("} else if (isDurable(page)) {", "} else if (false) {")),
  PAGES_RELEASED_WHILE_A_SNAPSHOT_READS(
      Hunter.SNAPSHOTS,
      "snapshot/Retained",
      edit("if (isRead(reclaimed.sequence(), read)) {", "if (false) {")),
  PAGES_RELEASED_WHILE_A_CHECKPOINT_READS(
      Hunter.CRASHES,
      "space/Space",
      edit("if (isFrozen && isReachedByRunning(page)) {", "if (false) {")),
  MOVES_BEGIN_AT_THE_LAST_ROOT(
      Hunter.CRASHES,
      "StoreCompaction",
      edit(
          "transaction.catalogue().root(record),\n skipped);",
          "io.octavo.catalogue.TreeRoot.of(record),\n skipped);")),
  CHANGE_OF_A_LEAF_NOT_NOTED(
      Hunter.DELTAS,
      "tree/LongTreeWriter",
      edit("changes.set(index, value);", "changes.set(index, value + 1);")),
  BASE_KEPT_WHILE_A_CHECKPOINT_WRITES_THE_LEAF(
      Hunter.DELTAS, "space/WriteSet", edit("if (space.isBeingWritten(number)) {", "if (false) {")),
  ENTRY_CHANGED_IN_AN_ARRAY_TAKEN_OVER(
      Hunter.MODEL, "space/TakeOver", edit("if (lender != null) {", "if (false) {")),
  ARRAY_TAKEN_OVER_FROM_A_SNAPSHOT(
      Hunter.DELTAS,
      "space/TakeOver",
      edit("isStopped || !isUnread.getAsBoolean()) {", "isStopped) {"),
      edit("if (isUnread.getAsBoolean()) {", "if (true) {")),
  ARRAY_TAKEN_OVER_FROM_AN_EARLIER_SNAPSHOT(
      Hunter.SNAPSHOTS,
      "snapshot/States",
      edit(
          "return state == current && !snapshots.isAny(state, false);",
          "return state == current;")),
  ARRAY_OF_A_SNAPSHOT_USED_AGAIN(
      Hunter.DELTAS, "cache/PageCache", edit("if (isUnread.getAsBoolean()) {", "if (true) {")),
  ARRAY_TAKEN_OVER_FROM_A_CHECKPOINT(
      Hunter.DELTAS,
      "space/TakeOver",
      edit("? !space.isBeingWritten(leaf.number)", "? leaf.dirty")),
  PAGE_OF_A_SNAPSHOT_CHANGED_IN_PLACE(Hunter.SNAPSHOTS, "space/WriteSet", edit("own = fresh;", "")),
  PATH_HELD_OVER_A_SNAPSHOT(
      Hunter.SNAPSHOTS, "space/WriteSet", edit("spills++;\n return snapshot;", "return snapshot;")),
  ROLL_BACK_FREES_PAGES_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS,
      "space/WriteSet",
      edit("boolean isRead = layers.isAnyRead();", "boolean isRead = false;")),
  PAGES_OF_ROLLED_BACK_TRANSACTIONS_NEVER_FREED(
      Hunter.SNAPSHOTS,
      "snapshot/Retained",
      edit("rolledBack.removeIf(KeptPages::releaseKept);", "")),
  PAGE_OF_AN_OLD_STATE_TAKEN_FOR_A_YOUNG_ONE(
      Hunter.SNAPSHOTS,
      "snapshot/Retained",
      edit(": !made.contains(page))) {", ": made.isEmpty())) {")),
  PAGE_OF_NO_STATE_NEVER_FREED(
      Hunter.SNAPSHOTS,
      "snapshot/Retained",
      edit(
          "} else {\n giveUp.accept(page);",
          "} else if (newest == null) {\n giveUp.accept(page);")),
  CLOSED_STATES_NEVER_RELEASED(
      Hunter.SNAPSHOTS,
      "snapshot/Retained",
      edit("if (read[next] > state.sequence) {", "if (false) {")),
  PAGE_FREED_WITH_THE_NEWEST_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS,
      "snapshot/Layers",
      edit("if (earlier == null || closed.made.contains(page)) {", "if (true) {")),
  PAGE_OF_AN_EARLIER_SNAPSHOT_OWNED_AGAIN(
      Hunter.SNAPSHOTS,
      "snapshot/Layers",
      edit("return layers.isEmpty() ? all : newest;", "return all;")),
  COMMIT_FREES_PAGES_OF_ITS_SNAPSHOTS(
      Hunter.SNAPSHOTS,
      "commit/Writer",
      edit("states.open(new State(edit.base(),", "states.open(new State(Long.MAX_VALUE,")),
  ITEMS_OF_A_SNAPSHOT_SHARED(
      Hunter.SNAPSHOTS,
      "series/SeriesTreeWriter",
      edit("to.add(tree.root().owner(), open.copy());", "to.add(tree.root().owner(), open);")),
  COMMITS_BESIDE_A_CHECKPOINT_SKIPPED(
      Hunter.CRASHES,
      "commit/Checkpointer",
      edit("log.extent(sequence, last.ring())", "log.extent(Long.MAX_VALUE, last.ring())")),
  SPACE_NOT_FROZEN(
      Hunter.CRASHES,
      "space/Space",
      edit("block.frozen = block.live.clone();", "block.frozen = block.live;")),
  BITMAP_KEEPS_UNLINKED_PAGES(
      Hunter.CRASHES,
      "space/Space",
      edit("void unlink(int page) {\n setLive(page, false);", "void unlink(int page) {")),
  BITMAP_MARKS_USED_PAGES_FREE(
      Hunter.CRASHES,
      "space/Space",
      edit("setTaken(page, true);\n setLive(page, true);", "setTaken(page, true);")),
  CHILD_CHECKSUM_NOT_UPDATED(
      Hunter.CRASHES,
      "commit/Checkpoint",
      edit(
          "tree(BranchPage.number(child), BranchPage.crc(child), level - 1, owner));",
          "tree(BranchPage.number(child), BranchPage.crc(child), level - 1, owner)"
              + " * 0 + child);")),
  COMMITTED_PAGE_CHANGED_IN_PLACE(
      Hunter.CRASHES,
      "space/WriteSet",
      edit(
          "if (owns(number)) {\n if (!cache",
          "if (owns(number) || number % 7 == 0) {\n if (!cache")),
  ROOT_KEEPS_ITS_OLD_PAGE(
      Hunter.CRASHES,
      "tree/TreeTop",
      edit(
          "root.setPage(new PageRef(PageHeader.number(writable), 0,",
          "root.setPage(new PageRef(PageHeader.number(page), 0,")),
  ROOT_LEFT_WITH_ONE_CHILD(
      Hunter.CRASHES,
      "tree/LongBranchWriter",
      edit("TreeTop.shrink(pages, writeSet, root, branch);", "")),
  BOUND_NOT_HANDED_TO_THE_SECOND_CHILD(
      Hunter.CRASHES, "tree/LongBranchWriter", edit("lowerBound(level, 0, bound);", "")),
  META_WRITTEN_AFTER_A_FAILURE(
      Hunter.FAULTS,
      "commit/Checkpointer",
      edit(
          "health.cause = e;\n throw health.exception();\n }\n log.exclusively",
          "health.cause = e;\n }\n log.exclusively"),
      edit("health.require();\n ownership.requireNow();\n assert", "assert")),
  BITMAP_NOT_MARKED_IN_ITSELF(
      Hunter.CRASHES,
      "commit/Checkpoint",
      edit(
          "places.set(block, new PageRef(take(), 0, 0));",
          "places.set(block, new PageRef(take(), 0, 0));"
              + " space.unlink(places.get(block).number());")),
  LAST_CHECKPOINT_OVER_THE_ONE_BEFORE(
      Hunter.CRASHES,
      "space/Space",
      edit("} else if (!isTaken(page)) {", "} else if (!isSet(block(page).live, page)) {")),
  LEFT_NUMBERS_NOT_GIVEN_BACK(
      Hunter.FAULTS, "space/Space", edit("left.add(page);\n unlink(page);", "unlink(page);")),
  ROLL_BACK_KEEPS_ALLOCATIONS(
      Hunter.CRASHES,
      "space/WriteSet",
      edit(
          "space.discard(number);\n }\n for (int i = 0; i < freed",
          "}\n for (int i = 0; i < freed")),
  ROLL_BACK_KEEPS_PAGES_UNLINKED(
      Hunter.CRASHES, "space/WriteSet", edit("space.relink(freed.get(i));", "")),
  BOTH_META_SLOTS_WRITTEN(
      Hunter.CRASHES,
      "cache/MetaPages",
      edit(
          "write(file, meta, MetaPage.slot(meta.epoch()) + copy * MetaPage.SLOTS);",
          "write(file, meta, copy); write(file, meta, copy + MetaPage.SLOTS);")),
  OLDER_META_CHOSEN(
      Hunter.CRASHES,
      "cache/MetaPages",
      edit("meta.epoch() > epoch) {", "(place < 0 || meta.epoch() < epoch)) {")),
  META_NOT_PERSISTED_AT_OPEN(
      Hunter.CRASHES, "commit/DurableCheckpoint", edit("MetaPages.persist(file, found);", "")),
  BOTH_COPIES_WRITTEN_AT_ONCE_AT_OPEN(
      Hunter.CRASHES,
      "cache/MetaPages",
      edit(
          "SLOTS);\n file.force();\n write(file, found.meta(), found.number());",
          "SLOTS);\n write(file, found.meta(), found.number());")),
  OPEN_WITHOUT_A_FORCE_BEFORE(
      Hunter.CRASHES,
      "cache/MetaPages",
      edit(
          "file.force();\n write(file, found.meta(), found.number() ^",
          "write(file, found.meta(), found.number() ^")),
  TORN_META_LEFT_IN_THE_OTHER_SLOT(
      Hunter.CRASHES,
      "commit/DurableCheckpoint",
      edit("if (!found.isOtherSlotSound()) {", "if (false) {")),
  TRUNCATED_TOO_FAR(
      Hunter.CRASHES,
      "cache/PageWriter",
      edit(
          "long end = kept * PageHeader.PAGE_SIZE;",
          "long end = (kept - 1) * PageHeader.PAGE_SIZE;")),
  READERS_FORGOTTEN_BY_A_COMPACTION(
      Hunter.CRASHES,
      "commit/Writer",
      edit(
          "next(catalogue, transaction.catalogue());",
          "transaction.purpose() != WriteTransaction.Purpose.COMPACTION"
              + " ? next(catalogue, transaction.catalogue())"
              + " : new State(state.sequence(), catalogue,"
              + " transaction.catalogue().nextId(), transaction.catalogue().features());")),
  COUNT_NOT_COMMITTED(
      Hunter.CRASHES,
      "catalogue/CatalogueEdit",
      edit(
          "record.with(root.page(), root.entries())",
          "record.with(root.page(), record.entries())")),
  RECORD_NOT_FORCED(Hunter.CRASHES, "commit/CommitRing", edit("file.writeDurable(", "file.write(")),
  SEALED_COMMIT_ACKNOWLEDGED(
      Hunter.CRASHES,
      "TransactionResources",
      edit("if (isAwaited || !isHandedOver(sealed, durability, bytes)) {", "if (false) {")),
  RECORDS_REPLAYED_FROM_THE_START(
      Hunter.CRASHES,
      "commit/CommitRing",
      edit(
          "new Meta.Ring(start, pages, replay, generation)",
          "new Meta.Ring(start, pages, 0, generation)")),
  COMMITS_OF_THE_CHECKPOINT_REPLAYED(
      Hunter.CRASHES,
      "commit/CommitLog",
      edit("found.read(loader, meta.sequence())", "found.read(loader, meta.sequence() - 1)")),
  RING_NOT_REPLAYED(
      Hunter.CRASHES,
      "commit/CommitLog",
      edit(
          "return found.read(loader, meta.sequence());",
          "found.read(loader, meta.sequence()); return List.of();")),
  PUT_OF_BYTES_NOT_RECOVERED(
      Hunter.CRASHES,
      "collection/LoggedOperations",
      edit("operations().putBytes(key, value);", "")),
  RANGE_OF_BYTES_NOT_RECOVERED(
      Hunter.CRASHES,
      "collection/LoggedOperations",
      edit("operations().removeBytesRange(from, to);", "")),
  LARGE_STREAM_LEFT_OUT_OF_THE_RECORD(
      Hunter.CRASHES, "tree/BytesTreeWriter", edit("log.value(root.owner(), key, length);", "")),
  PIECES_OF_A_REPLACED_VALUE_KEPT(
      Hunter.MODEL,
      "tree/BytesTreeWriter",
      edit("removePieces(leaf, index);\n writeSet", "writeSet")),
  PIECES_OF_A_CLEARED_MAP_KEPT(
      Hunter.MODEL, "tree/BytesTreeWriter", edit("writablePieces().clear();", "")),
  PIECE_NUMBERS_USED_AGAIN(
      Hunter.MODEL,
      "tree/PieceTree",
      edit("path.top < 0 ? 0 : OverflowPage.piece(path.leaf()) + 1", "size()")),
  FIRST_SEPARATOR_NOT_LOWERED(
      Hunter.MODEL, "tree/BytesBranchWriter", edit("run.setSeparator(0, lowerBound(level));", "")),
  JOINED_BRANCH_KEEPS_ITS_FIRST_SEPARATOR(
      Hunter.MODEL,
      "tree/BytesBranchWriter",
      edit("run.setSeparator(lefts, BytesPage.key(parent, leftIndex + 1));", "")),
  BRANCH_OF_STRINGS_WITH_ONE_CHILD(
      Hunter.MODEL,
      "page/bytes/BytesRun",
      edit("bounds[parts] = Math.min(bounds[parts], count - atLeast);", "")),
  SPREAD_BRANCH_NOT_FOUND_AGAIN(
      Hunter.MODEL, "tree/BytesBranchWriter", edit("path.descend(separators[i - 1]);", "")),
  HEADS_COMPARED_SIGNED(
      Hunter.MODEL,
      "page/bytes/BytesPage",
      edit("int target = head ^ Integer.MIN_VALUE;", "int target = head;"),
      edit("(head(page, low + half - 1) ^ Integer.MIN_VALUE) <", "head(page, low + half - 1) <"),
      edit("(head(page, low) ^ Integer.MIN_VALUE) <", "head(page, low) <")),
  ZEROS_AT_THE_END_OF_A_KEY_FORGOTTEN(
      Hunter.MODEL,
      "page/bytes/BytesPage",
      edit(
          "return order != 0 ? order : BytesCodec.suffixLength(fields) - (key.length - prefix);",
          "return order;")),
  COUNT_OF_A_LIST_NOT_KEPT(
      Hunter.MODEL,
      "posting/PostingTreeWriter",
      edit("(total != totalBefore || blocks != blocksBefore)", "blocks != blocksBefore")),
  HEAD_OF_A_SHORT_LIST_KEPT(
      Hunter.MODEL,
      "posting/PostingTreeWriter",
      edit("writer.remove(PostingKeys.head(list));", "")),
  BLOCK_KEPT_WHOSE_FIRST_ID_CHANGED(
      Hunter.MODEL,
      "posting/PostingTreeWriter",
      edit("removeBlock(old[0]);\n hasBlock = false;", "hasBlock = false;")),
  JOINED_BLOCK_KEPT(Hunter.MODEL, "posting/PostingTreeWriter", edit("removeBlock(removed);", "")),
  READ_IDS_GIVEN_AFTER_A_CHANGE(
      Hunter.MODEL,
      "posting/ListCursor",
      edit("return isLive && seen != tree.changes();", "return false;")),
  DIFFERENCE_KEEPS_WHAT_BOTH_HAVE(
      Hunter.MODEL,
      "posting/ListCursor",
      edit("out += isKept ? isSame : isLess;", "out += isKept ? isSame : isLess + isSame;")),
  OPEN_BLOCK_NOT_WRITTEN_AT_COMMIT(
      Hunter.INTERNED,
      "collection/Changes",
      edit("lists.values().forEach(ListedTree::finish);", "")),
  OPEN_BLOCK_KEPT_BY_A_CLEAR(
      Hunter.INTERNED,
      "ids/ListTreeWriter",
      edit("block.removeFirst(block.count());\n isOpen = false;", "")),
  LAST_BLOCK_REPLACED_TWICE(
      Hunter.INTERNED,
      "ids/ListTreeWriter",
      edit("replacesLast = false;\n block.removeFirst(count);", "block.removeFirst(count);")),
  INDEX_OF_PAIRS_LOGGED(
      Hunter.CRASHES,
      "ids/PairTreeWriter",
      edit(
          "LongTreeWriter.unlogged(transaction, indexRecord, limits)",
          "new LongTreeWriter(transaction, indexRecord, limits)")),
  LAST_STACKS_KEPT_BY_A_CLEAR(Hunter.INTERNED, "StackTable", edit("lastStacks.clear();", "")),
  LEFT_ROW_OF_A_SPLIT_KEPT(
      Hunter.TIMED,
      "tree/LongBranchWriter",
      edit("sum(branch, index - 1, path.pages[level - 1]);", "")),
  LATE_ENTRY_BEFORE_EQUAL_TIMES(
      Hunter.TIMED,
      "series/SummedTreeWriter",
      edit(
          "int place = Samples.upper(times, count, time);",
          "int place = Samples.lower(times, count, time);")),
  ENTRY_AT_THE_UPPER_BOUND_KEPT(
      Hunter.TIMED,
      "series/SummedTreeWriter",
      edit(
          "int tail = Samples.upper(tailTimes, end, to);",
          "int tail = Samples.lower(tailTimes, end, to);")),
  LAST_TIME_OF_A_ROW_NOT_RAISED(
      Hunter.TIMED,
      "series/SummedTreeWriter",
      edit(
          "row.addAll(added);",
          "row.addAll(added.count(), added.sumLow(), added.sumHigh(), added.least(),"
              + " added.greatest(), row.last());")),
  OPEN_ENTRIES_NOT_WRITTEN_AT_COMMIT(
      Hunter.TIMED, "series/SeriesTreeWriter", edit("if (open.count > 0) {\n flush();\n }", "")),
  OPEN_ENTRIES_KEPT_BY_A_CLEAR(
      Hunter.TIMED,
      "series/SeriesTreeWriter",
      edit("open.count = 0;\n forget();\n tree.clear();", "tree.clear();")),
  CHECKSUM_NOT_CHECKED(
      Hunter.DAMAGE,
      "page/check/PageCheck",
      edit("if (crc != PageHeader.crc(page)) {", "if (false) {")),
  CHECKSUM_OF_THE_PARENT_NOT_CHECKED(
      Hunter.DAMAGE,
      "cache/PageLoader",
      edit("if (crc != 0 && PageHeader.crc(bytes) != crc) {", "if (false) {")),
  FAILED_FORCE_FORGIVEN(
      Hunter.FAULTS,
      "cache/Health",
      edit("return cause != null;", "return false;"),
      edit("if (cause != null) {", "if (false) {")),
  FAILED_FORCE_REPEATED(
      Hunter.FAULTS,
      "commit/Checkpointer",
      edit(
          "try {\n file.force();\n } catch",
          "try { try { file.force(); } catch (IOException e) { file.force(); }\n } catch")),
  FAILED_WRITE_NOT_ROLLED_BACK(
      Hunter.FAULTS, "commit/Writer", edit("pages.rollBack();\n spilled", "spilled")),
  FAILED_CHECKPOINT_NOT_UNDONE(Hunter.FAULTS, "commit/Checkpointer", edit("run.pages.undo();", "")),
  BASE_OF_A_FAILED_CHECKPOINT_KEPT(
      Hunter.DELTAS, "commit/Writer", edit("checkpointer.keepWhole();", "")),
  BASE_FREED_WHILE_A_SNAPSHOT_READS(
      Hunter.DELTAS, "commit/Checkpointer", edit("spillRetainedDeltas(own);\n if", "if")),
  FAILED_WRITE_IGNORED(
      Hunter.FAULTS, "cache/PageWriter", edit("throw failure(e, \"write page \" + number);", "")),
  CLOSE_WRITES_AFTER_A_FAILURE(
      Hunter.FAULTS,
      "commit/Writer",
      edit(
          "hasWork = health.isWritable() && !isClosing;",
          "hasWork = !options.readOnly() && !isClosing;"),
      edit(
          "completeCheckpoint();\n health.requireWritable();\n SealedCommit",
          "completeCheckpoint();\n SealedCommit"));

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
    /** The model of leaves that are lists of changes. */
    DELTAS,
    /** The model of snapshots of write transactions. */
    SNAPSHOTS,
    THREADS
  }

  private record Edit(String from, String to) {}

  private static final List<String> ROOTS =
      List.of("engine/src/main/java/io/octavo/", "page/src/main/java/io/octavo/");

  final Hunter hunter;

  private final String file;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is.
  private final List<Edit> edits;

  SeededBug(Hunter hunter, String file, Edit... edits) {
    this.hunter = hunter;
    this.file = file;
    this.edits = List.of(edits);
  }

  private static Edit edit(String from, String to) {
    return new Edit(from, to);
  }

  /** Names the class that is changed. */
  String className() {
    return "io.octavo." + file.replace('/', '.');
  }

  /**
   * Returns the source with the bug.
   *
   * @param project the directory of the project
   * @throws IOException if the source cannot be read, or has changed so that the bug does not fit
   */
  String source(Path project) throws IOException {
    String source = null;
    for (String root : ROOTS) {
      Path path = project.resolve(root + file + ".java");
      source = Files.exists(path) ? Files.readString(path) : source;
    }
    if (source == null) {
      throw new IOException(this + ": no source of " + className());
    }
    for (Edit edit : edits) {
      source = apply(edit, source);
    }
    return source;
  }

  /** Replaces a text that stands in the source once; how it is indented does not matter. */
  private String apply(Edit edit, String source) throws IOException {
    String pattern =
        Arrays.stream(edit.from().split("\\s+"))
            .map(Pattern::quote)
            .reduce((left, right) -> left + "\\s+" + right)
            .orElseThrow();
    Matcher matcher = Pattern.compile(pattern).matcher(source);
    if (!matcher.find()) {
      throw new IOException(this + ": nothing in " + className() + " reads: " + edit.from());
    }
    String changed =
        source.substring(0, matcher.start()) + edit.to() + source.substring(matcher.end());
    if (matcher.find()) {
      throw new IOException(this + ": more than one place in " + className() + " fits");
    }
    return changed;
  }
}
