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

/** The build of the index of a table of stacks, which reads the whole table. */
@Name("octavo.StackIndex")
@Label("Stack Index")
@Category("Octavo")
@Description("The index of a table of stacks was built; longer than 10 ms unless set otherwise.")
@Threshold("10 ms")
@StackTrace(false)
public final class StackIndexEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Identifier of the collection. */
  @Label("Collection")
  public int collection;

  /** Number of nodes read. */
  @Label("Nodes")
  public int nodes;

  /** Size of the index. */
  @Label("Bytes")
  @DataAmount
  public long bytes;

  /** Creates an event that has not begun. */
  public StackIndexEvent() {}
}
