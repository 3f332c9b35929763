package io.octavo.profile.exports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes flame graphs for other programs. The weights are those of the graph, neither scaled nor
 * rounded; their sum is {@link FlameGraph#total()}.
 */
public final class Exports {
  private Exports() {}

  /**
   * Writes collapsed stacks: a line for each stack, with its symbols from the outermost on,
   * separated by semicolons, a blank and its weight. Lines of source code are omitted; the weights
   * of stacks that differ only in them are added up. A semicolon in a symbol becomes a colon, a
   * line break a blank.
   *
   * @param graph the graph
   * @param out the output; usually UTF-8
   * @throws IOException if the output cannot be written
   */
  public static void collapsed(FlameGraph graph, Appendable out) throws IOException {
    new CollapsedWriter(graph).write(out);
  }

  /**
   * Writes a pprof profile, compressed. Its only sample type consists of the labels {@link
   * Labels#TYPE} and {@link Labels#UNIT} that all series share.
   *
   * @param graph the graph
   * @param out the output; not closed by this method
   * @throws IOException if the output cannot be written
   */
  public static void pprof(FlameGraph graph, OutputStream out) throws IOException {
    new PprofWriter(graph).write(out);
  }

  /**
   * Writes a profile of the Firefox Profiler, in version 57 of its processed format, which all
   * later versions read. Each stack is one sample, and the samples are a millisecond apart, because
   * a graph has no times within its range. The Firefox Profiler adds weights exactly up to sums of
   * 2^53.
   *
   * @param graph the graph
   * @param out the output, as UTF-8
   * @throws IOException if the output cannot be written
   */
  public static void firefox(FlameGraph graph, Appendable out) throws IOException {
    new FirefoxWriter(graph, out).write();
  }
}
