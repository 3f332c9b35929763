package io.octavo.shrink;

import io.octavo.Store;
import io.octavo.error.StoreException;
import io.octavo.replay.TraceReplay;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Does a trace again and looks for what is wrong with the store: a rule of the format that is
 * broken, contents that are not what the trace says, an exception. One thread at a time.
 *
 * <p>{@link TraceReplay} has the digests of a trace as it is: a check makes a checkpoint, after
 * which the store uses other pages.
 */
public final class TraceCheck implements AutoCloseable {
  private static final Pattern RULE = Pattern.compile("(?:\\(|breaks (?:rule )?)(R[0-9]+)[, ]");

  private final TraceReplay replay;
  private final TraceRegroup regroup;
  private final @Nullable TraceModel model;
  private final long checkEvery;
  private long mostCommits = Long.MAX_VALUE;
  private Consumer<TraceReplay> onCommit = done -> {};
  private @Nullable Problem problem;
  private boolean isFirst = true;
  private boolean isChecked;

  /** What kind of thing is wrong. */
  public enum Kind {
    /** The store breaks a rule of the format. */
    CHECK,
    /** The contents of the store differ from the trace. */
    CONTENTS,
    /** An event of the trace threw an exception. */
    EXCEPTION
  }

  /**
   * What is wrong.
   *
   * @param kind what kind of thing
   * @param sign what it has in common with others of the kind: the rule, the exception's class
   * @param text a sentence
   * @param commits how many commits had been done, this one included
   */
  public record Problem(Kind kind, String sign, String text, long commits) {
    /**
     * Returns whether the same thing is wrong.
     *
     * @param other what is wrong with another trace
     * @return true if kind and sign are the same
     */
    public boolean isLike(@Nullable Problem other) {
      return other != null && other.kind == kind && other.sign.equals(sign);
    }

    @Override
    public String toString() {
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      return name + (sign.isEmpty() ? "" : " " + sign) + ": " + text;
    }
  }

  private TraceCheck(
      TraceReplay replay, int commitEvery, long checkEvery, @Nullable TraceModel model) {
    this.model = model;
    this.replay = replay;
    this.regroup = new TraceRegroup(commitEvery);
    this.checkEvery = checkEvery;
  }

  /**
   * Begins with a store that is not there yet, or with a copy of it as it was when the recording
   * began.
   *
   * @param into its file, null for a store on the heap
   * @param commitEvery how many operations to commit together, 0 for those of the trace
   * @param checkEvery after how many commits to check the store, 0 for never
   * @return the check, to be closed
   * @throws IllegalArgumentException if a number is negative
   */
  public static TraceCheck of(@Nullable Path into, int commitEvery, long checkEvery) {
    if (checkEvery < 0) {
      throw new IllegalArgumentException("checkEvery=" + checkEvery + " is negative");
    }
    TraceReplay replay =
        commitEvery > 0
            ? TraceReplay.ofAny(into)
            : into == null ? TraceReplay.inMemory() : TraceReplay.into(into);
    return new TraceCheck(
        replay, commitEvery, checkEvery, checkEvery == 0 ? null : new TraceModel());
  }

  /**
   * Begins with a store on the heap and events that need not be those of any store: the numbers of
   * their commits are passed over.
   *
   * @param checkEvery after how many commits to check the store, 0 for never unasked
   * @return the check, to be closed
   */
  public static TraceCheck ofAny(long checkEvery) {
    return new TraceCheck(TraceReplay.ofAny(null), 0, checkEvery, new TraceModel());
  }

  /**
   * Limits the number of commits.
   *
   * @param commits the number after which nothing more is done
   * @return this
   */
  public TraceCheck upTo(long commits) {
    mostCommits = commits;
    return this;
  }

  /**
   * Sets what is told of each commit, before it is checked.
   *
   * @param listener what is told
   * @return this
   */
  public TraceCheck onCommit(Consumer<TraceReplay> listener) {
    onCommit = listener;
    return this;
  }

  /**
   * Does what an event tells; once something is wrong or there were as many commits as may be,
   * nothing more.
   *
   * @param event the next event
   * @return whether it goes on
   */
  public boolean apply(TraceEvent event) {
    for (TraceEvent next : regroup.next(event)) {
      if (!perform(next)) {
        return false;
      }
    }
    return isGoingOn();
  }

  private boolean isGoingOn() {
    return problem == null && replay.commits() < mostCommits;
  }

  /**
   * Ends, the store being open yet: commits what is left where commits are made anew.
   *
   * @return whether all is well
   */
  public boolean end() {
    for (TraceEvent next : regroup.end()) {
      if (!perform(next)) {
        return false;
      }
    }
    return problem == null;
  }

  private boolean perform(TraceEvent event) {
    if (!isGoingOn()) {
      return false;
    }
    boolean isCommit;
    try {
      isCommit = replay.apply(event);
      follow(event);
    } catch (RuntimeException | AssertionError e) {
      fail(Kind.EXCEPTION, e.getClass().getName(), String.valueOf(e.getMessage()));
      return false;
    }
    isChecked = false;
    if (isCommit) {
      onCommit.accept(replay);
      if (checkEvery > 0 && replay.commits() % checkEvery == 0) {
        check();
      }
    }
    return isGoingOn();
  }

  private void follow(TraceEvent event) {
    if (model == null) {
      return;
    }
    model.apply(event);
    Store store = replay.store();
    if (event instanceof TraceEvent.Opened opened && isFirst && store != null) {
      isFirst = false;
      if (opened.sequence() > 0) {
        model.takeFrom(store, replay.collections());
      }
    }
  }

  /**
   * Checks the store as it is now, if one is open.
   *
   * @return whether all is well
   */
  public boolean check() {
    Store store = replay.store();
    if (problem != null || store == null || isChecked) {
      return problem == null;
    }
    try {
      List<String> problems = new ArrayList<>(store.check().problems());
      String difference = model == null ? "" : model.difference(store);
      if (!problems.isEmpty()) {
        Matcher rule = RULE.matcher(problems.get(0));
        fail(Kind.CHECK, rule.find() ? rule.group(1) : "", problems.get(0));
      } else if (!difference.isEmpty()) {
        fail(Kind.CONTENTS, "", difference);
      }
    } catch (StoreException | IllegalStateException | IndexOutOfBoundsException e) {
      fail(Kind.EXCEPTION, e.getClass().getName(), String.valueOf(e.getMessage()));
    }
    isChecked = true;
    return problem == null;
  }

  private void fail(Kind kind, String sign, String text) {
    problem = new Problem(kind, sign, text, replay.commits());
  }

  /**
   * Returns what is wrong.
   *
   * @return the first thing, null if there is none
   */
  public @Nullable Problem problem() {
    return problem;
  }

  /**
   * Returns what does the trace again, to look at.
   *
   * @return the replay
   */
  public TraceReplay replay() {
    return replay;
  }

  /**
   * Returns what number the last commit has.
   *
   * @return the number, 0 if no store is open
   */
  public long sequence() {
    return replay.sequence();
  }

  /** Closes the store; a failure of that is a problem too. */
  @Override
  public void close() {
    try {
      replay.close();
    } catch (RuntimeException | AssertionError e) {
      if (problem == null) {
        fail(Kind.EXCEPTION, e.getClass().getName(), String.valueOf(e.getMessage()));
      }
    }
  }
}
