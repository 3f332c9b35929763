package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The recovery of a store that was not closed. */
@Name("octavo.Recovery")
@Label("Recovery")
@Category("Octavo")
@Description("Commits that no checkpoint contained were done again when a store was opened.")
@StackTrace(false)
public final class RecoveryEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Number of commits replayed. */
  @Label("Commits")
  public int commits;

  /** Creates an event that has not begun. */
  public RecoveryEvent() {}
}
