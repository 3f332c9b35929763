package io.octavo.fuzz.workload;

import io.octavo.fuzz.disk.Hashes;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents that a crash may go back to: from the last one that is acknowledged as durable to
 * the last one that was attempted.
 */
public final class History {
  private final List<Content> contents = new ArrayList<>();
  private final List<Long> hashes = new ArrayList<>();
  private int acknowledged;
  private int handed;
  private boolean exists;

  /** Begins with a store that is not there yet. */
  public History() {
    attempt(new Content());
  }

  /** Begins with what a recovery found, which must not be lost any more. */
  public History(Content recovered) {
    attempt(recovered);
    exists = true;
  }

  /** Notes the contents of the next commit, before it is made. */
  public void attempt(Content content) {
    contents.add(content);
    hashes.add(content.hash());
  }

  /** Takes the last attempt back: it failed and was undone. */
  public void withdraw() {
    contents.remove(contents.size() - 1);
    hashes.remove(hashes.size() - 1);
  }

  /** Returns the number of the last attempt. */
  int last() {
    return contents.size() - 1;
  }

  /** Says that the last attempt is durable. */
  public void acknowledge() {
    acknowledge(last());
  }

  /** Says that an attempt is durable; returns whether that is news. */
  public boolean acknowledge(int number) {
    boolean isNews = number > acknowledged || !exists;
    acknowledged = Math.max(acknowledged, number);
    exists = true;
    return isNews;
  }

  /** Says that the last attempt has been handed to the system, and survives the process. */
  public void handOver() {
    handed = last();
  }

  /** Returns what a kill of the process may go back to: nothing that was handed over is lost. */
  public History killed() {
    History killed = new History();
    killed.contents.clear();
    killed.contents.addAll(contents);
    killed.hashes.clear();
    killed.hashes.addAll(hashes);
    killed.acknowledged = Math.max(acknowledged, handed);
    killed.exists = exists;
    return killed;
  }

  /** Returns the newest content that is durable for certain. */
  Content durable() {
    return contents.get(acknowledged);
  }

  /** Returns whether a store was acknowledged at all. */
  boolean exists() {
    return exists;
  }

  /** Returns the number of the newest content of a hash that may be left, or -1. */
  public int find(long hash) {
    for (int i = hashes.size() - 1; i >= acknowledged; i--) {
      if (hashes.get(i) == hash) {
        return i;
      }
    }
    return -1;
  }

  Content content(int index) {
    return contents.get(index);
  }

  /** Hashes what may be left. */
  public long window() {
    return Hashes.mix(Hashes.mix(acknowledged, handed), contents.size()) + (exists ? 1 : 0);
  }

  Content newest() {
    return contents.get(contents.size() - 1);
  }

  String explain(long hash) {
    int index = hashes.lastIndexOf(hash);
    return "it may hold state "
        + acknowledged
        + " to "
        + (contents.size() - 1)
        + (index < 0 ? ", and holds none of any time" : ", and holds state " + index);
  }
}
