package io.octavo.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** The load of a page that was not in memory, including its checks. */
@Name("octavo.PageLoad")
@Label("Page Load")
@Category("Octavo")
@Description("A page was read from the file; longer than a millisecond unless set otherwise.")
@Threshold("1 ms")
@StackTrace(false)
public final class PageLoadEvent extends Event {
  /** Name of the file, or memory. */
  @Label("Store")
  public @Nullable String store;

  /** Number of the page. */
  @Label("Page")
  public int page;

  /** Creates an event that has not begun. */
  public PageLoadEvent() {}
}
