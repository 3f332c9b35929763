package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A force of the file, or a write that waits for the disk. */
@Name("octavo.Force")
@Label("Force")
@Category("Octavo")
@Description(
    "What was written was made durable; longer than ten milliseconds unless set otherwise.")
@Threshold("10 ms")
@StackTrace(true)
public final class ForceEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Bytes of a write that waits; 0 for a force of all writes. */
  @Label("Bytes")
  @DataAmount
  public long bytes;

  /** Creates an event that has not begun. */
  public ForceEvent() {}
}
