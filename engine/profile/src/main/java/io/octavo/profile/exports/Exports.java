package io.octavo.profile.exports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes flame graphs for other programs. The weights are those of the graph, neither scaled nor
 * rounded, and all of them: the total of what is written is {@link FlameGraph#total()}.
 */
public final class Exports {
  private Exports() {}

  /**
   * Writes collapsed stacks: a line for each stack, its symbols from the outermost on with
   * semicolons between, a blank and its weight. The form has no lines of source code; the weights
   * of stacks that differ in them only are added up. A semicolon within a symbol becomes a colon, a
   * line break a blank.
   *
   * @param graph the graph
   * @param out where to write, as UTF-8 if others are to read it
   * @throws IOException if it cannot be written
   */
  public static void collapsed(FlameGraph graph, Appendable out) throws IOException {
    new CollapsedWriter(graph).write(out);
  }

  /**
   * Writes a pprof profile, compressed. Its only sample type is made of the labels {@link
   * Labels#TYPE} and {@link Labels#UNIT} that all series share.
   *
   * @param graph the graph
   * @param out where to write; stays open
   * @throws IOException if it cannot be written
   */
  public static void pprof(FlameGraph graph, OutputStream out) throws IOException {
    new PprofWriter(graph).write(out);
  }

  /**
   * Writes a profile of the Firefox Profiler, in version 57 of its processed format, which all
   * later versions read. A graph has no times within its range: each stack is one sample, and the
   * samples are a millisecond apart. The Firefox Profiler adds weights up exactly as long as their
   * sums are at most 2^53.
   *
   * @param graph the graph
   * @param out where to write, as UTF-8
   * @throws IOException if it cannot be written
   */
  public static void firefox(FlameGraph graph, Appendable out) throws IOException {
    new FirefoxWriter(graph, out).write();
  }
}
