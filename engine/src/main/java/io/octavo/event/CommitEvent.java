package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A commit, from the call to its return. */
@Name("octavo.Commit")
@Label("Commit")
@Category("Octavo")
@Description("A transaction was committed; longer than a millisecond unless set otherwise.")
@Threshold("1 ms")
@StackTrace(true)
public final class CommitEvent extends Event {
  /** Number of the last commit visible to readers at the end: this one, or a later one. */
  @Label("Sequence")
  public long sequence;

  /** Creates an event that has not begun. */
  public CommitEvent() {}
}
