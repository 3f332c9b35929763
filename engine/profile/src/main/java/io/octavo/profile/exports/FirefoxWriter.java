package io.octavo.profile.exports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a profile of the Firefox Profiler, see {@link Exports#firefox}. The nodes of the graph are
 * its table of stacks.
 */
final class FirefoxWriter {
  /** The version of the processed format. A later one is another format. */
  private static final int VERSION = 57;

  /** The version of the format that browsers write; the Firefox Profiler asks for one. */
  private static final int BROWSER_VERSION = 31;

  /**
   * A symbol with a line.
   *
   * @param symbol the number of the symbol
   * @param line the line
   */
  private record Frame(int symbol, int line) {}

  private final FlameGraph graph;
  private final Appendable out;
  private final Ids<String> symbols = new Ids<>();
  private final Ids<Frame> frames = new Ids<>();
  private final int[] frameOf;
  private final int[] samples;

  FirefoxWriter(FlameGraph graph, Appendable out) {
    this.graph = graph;
    this.out = out;
    this.frameOf = new int[graph.size()];
    this.samples = IntStream.range(0, graph.size()).filter(i -> graph.self(i) != 0).toArray();
    for (int i = 0; i < frameOf.length; i++) {
      frameOf[i] = frames.of(new Frame(symbols.of(graph.symbol(i)), graph.line(i)));
    }
  }

  void write() throws IOException {
    out.append("{\"meta\":{\"product\":\"Octavo\",\"importedFrom\":\"Octavo\"");
    out.append(",\"version\":" + BROWSER_VERSION);
    out.append(",\"preprocessedProfileVersion\":" + VERSION);
    out.append(",\"startTime\":" + startMillis() + ",\"interval\":1");
    out.append(",\"processType\":0,\"stackwalk\":1,\"debug\":false,\"symbolicated\":true");
    out.append(",\"usesOnlyOneStackType\":true,\"sourceCodeIsNotOnSearchfox\":true");
    out.append(",\"categories\":[{\"name\":\"Other\",\"color\":\"grey\"");
    out.append(",\"subcategories\":[\"Other\"]}],\"markerSchema\":[]},\n\"libs\":[],\n");
    out.append("\"threads\":[{\"name\":");
    string(threadName());
    out.append(",\"isMainThread\":true,\"processType\":\"default\",\"pid\":\"0\",\"tid\":0");
    out.append(",\"processStartupTime\":0,\"processShutdownTime\":null");
    out.append(",\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[]");
    writeTables();
    out.append("}],\n\"shared\":{\"stringArray\":[");
    String comma = "";
    for (String symbol : symbols.all()) {
      out.append(comma);
      string(symbol);
      comma = ",";
    }
    out.append("]}\n}\n");
  }

  private void writeTables() throws IOException {
    IntFunction<@Nullable Object> none = i -> null;
    begin("samples", samples.length);
    column("stack", samples.length, i -> samples[i]);
    column("time", samples.length, i -> i);
    column("weight", samples.length, i -> graph.self(samples[i]));
    out.append(",\n\"weightType\":\"" + weightType() + "\"}");

    int stacks = graph.size();
    begin("stackTable", stacks);
    column("frame", stacks, i -> frameOf[i]);
    column("prefix", stacks, i -> graph.parent(i) == FlameGraph.NONE ? null : graph.parent(i));
    out.append('}');

    List<Frame> all = frames.all();
    begin("frameTable", all.size());
    column("func", all.size(), i -> all.get(i).symbol);
    column("line", all.size(), i -> all.get(i).line == FlameGraph.NO_LINE ? null : all.get(i).line);
    column("address", all.size(), i -> -1);
    column("inlineDepth", all.size(), i -> 0);
    column("category", all.size(), i -> 0);
    column("subcategory", all.size(), i -> 0);
    column("innerWindowID", all.size(), i -> 0);
    column("nativeSymbol", all.size(), none);
    column("column", all.size(), none);
    out.append('}');

    int functions = symbols.all().size();
    begin("funcTable", functions);
    column("name", functions, i -> i);
    column("isJS", functions, i -> false);
    column("relevantForJS", functions, i -> false);
    column("resource", functions, i -> -1);
    column("fileName", functions, none);
    column("lineNumber", functions, none);
    column("columnNumber", functions, none);
    out.append('}');

    empty("resourceTable", "lib", "name", "host", "type");
    empty("nativeSymbols", "libIndex", "address", "name", "functionSize");
    empty("markers", "data", "name", "startTime", "endTime", "phase", "category");
  }

  private void begin(String table, int length) throws IOException {
    out.append(",\n\"" + table + "\":{\"length\":" + length);
  }

  private void column(String name, int length, IntFunction<@Nullable Object> values)
      throws IOException {
    out.append(",\n\"" + name + "\":[");
    for (int i = 0; i < length; i++) {
      out.append(i == 0 ? "" : ",").append(String.valueOf(values.apply(i)));
    }
    out.append(']');
  }

  private void empty(String table, String... columns) throws IOException {
    begin(table, 0);
    for (String column : columns) {
      column(column, 0, i -> null);
    }
    out.append('}');
  }

  private long startMillis() {
    try {
      return graph.from().toEpochMilli();
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  /** What the weights are has no other place unless it is one of three units. */
  private String threadName() {
    String type = graph.labels().get(Labels.TYPE);
    String unit = graph.labels().get(Labels.UNIT);
    String name = Objects.requireNonNullElse(type, "samples");
    return unit == null ? name : name + " (" + unit + ")";
  }

  private String weightType() {
    return switch (Objects.requireNonNullElse(graph.labels().get(Labels.UNIT), "")) {
      case "bytes" -> "bytes";
      case "milliseconds", "ms" -> "tracing-ms";
      default -> "samples";
    };
  }

  private void string(String text) throws IOException {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
