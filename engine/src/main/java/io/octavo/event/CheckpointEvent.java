package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A checkpoint, from the first page written until it is durable. */
@Name("octavo.Checkpoint")
@Label("Checkpoint")
@Category("Octavo")
@Description("All commits were written to their places.")
@StackTrace(false)
public final class CheckpointEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Number of the checkpoint. */
  @Label("Epoch")
  public long epoch;

  /** Pages written. */
  @Label("Pages")
  public long pages;

  /** Creates an event that has not begun. */
  public CheckpointEvent() {}
}
