package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A move of changes from the front of a map to its main tree. */
@Name("octavo.Sweep")
@Label("Sweep")
@Category("Octavo")
@Description("Changes were moved to the main tree; longer than 10 ms unless set otherwise.")
@Threshold("10 ms")
@StackTrace(false)
public final class SweepEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Identifier of the map. */
  @Label("Collection")
  public int collection;

  /** Number of changes moved. */
  @Label("Changes")
  public long changes;

  /** Number of leaves of the main tree written for them, 8 KiB each. */
  @Label("Pages")
  public long pages;

  /** Creates an event that has not begun. */
  public SweepEvent() {}
}
