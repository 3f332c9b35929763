package io.octavo.fuzz.live;

import io.octavo.ChangeFeed;
import io.octavo.ChangeFeed.Change;
import io.octavo.Store;
import io.octavo.fuzz.workload.Content;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Follows the changes of commits: each commit must come once, in order, or be in a gap, and its
 * changes must make what it leaves of what the one before has left.
 */
final class FollowedChanges {
  private final LongFunction<Content> contents;
  private final String count;
  private final String dropped;
  private final List<String> names;

  /** The number of the next commit. */
  private long next = 1;

  /** What the last commit has written under the name of the count, 0 after a gap. */
  private long last;

  private long commits;

  /** The collections whose creation was read since the changes were opened. */
  private final Set<Integer> created = new HashSet<>();

  /**
   * Begins with the first commit.
   *
   * @param contents what each commit leaves, by what it writes under the name of the count
   * @param count the map of the count, which each commit that changes entries adds one to
   * @param dropped the only map that is ever dropped
   * @param names all maps
   */
  FollowedChanges(
      LongFunction<Content> contents, String count, String dropped, List<String> names) {
    this.contents = contents;
    this.count = count;
    this.dropped = dropped;
    this.names = names;
  }

  /** Opens the changes that have not been read. */
  ChangeFeed open(Store store) {
    created.clear();
    return store.changes(next);
  }

  /** Returns how many commits were read, without those in gaps. */
  long commits() {
    return commits;
  }

  /** Reads all changes that are durable. */
  void read(Store store, ChangeFeed feed) {
    long seen = store.stats().commits();
    for (Change change = feed.poll(); change != null; change = feed.poll()) {
      if (change instanceof ChangeFeed.Gap gap) {
        require(gap.first() == next && gap.last() >= next, gap + " comes before " + next);
        next = gap.last() + 1;
        last = 0;
      } else if (change instanceof ChangeFeed.Commit commit) {
        require(commit.sequence() == next, commit + " comes before " + next);
        next++;
        apply(commit, feed);
      }
    }
    require(next > seen, "commit " + next + " is missing, a snapshot has seen " + seen);
  }

  private void apply(ChangeFeed.Commit commit, ChangeFeed feed) {
    Operation end = commit.operations().get(commit.operations().size() - 1);
    long number = end instanceof TraceEvent.Put put ? put.value() : 0;
    require(last == 0 || number == last + 1, commit + " comes after the change " + last);
    Content content = contents.apply(number - 1).successor();
    for (Operation operation : commit.operations()) {
      if (operation instanceof TraceEvent.Create) {
        created.add(operation.collection());
      }
      String found = feed.name(operation.collection());
      require(
          found != null || !created.contains(operation.collection()),
          "a collection has no name in " + commit);
      // Otherwise it was gone when the changes were opened.
      String name = found == null ? dropped : found;
      if (operation instanceof TraceEvent.Put put) {
        content.write(name).put(put.key(), put.value());
      } else if (operation instanceof TraceEvent.RemoveRange range) {
        content.write(name).subMap(range.from(), true, range.to(), true).clear();
      } else if (operation instanceof TraceEvent.Clear) {
        content.write(name).clear();
      } else if (operation instanceof TraceEvent.Drop) {
        content.drop(name);
      } else {
        require(operation instanceof TraceEvent.Create, operation + " was not done");
      }
    }
    for (String name : names) {
      require(
          content.read(name).equals(contents.apply(number).read(name)),
          name + " differs after " + commit);
    }
    require(Long.valueOf(number).equals(content.read(count).get(0L)), commit + " has no count");
    last = number;
    commits++;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
