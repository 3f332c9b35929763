package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.NearestName;
import io.octavo.page.meta.CodecName;
import io.octavo.page.meta.CodecNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the codecs of a map. */
public final class CodecChoice {
  private static final String ENUM = "ENUM";
  private static final String RECORD = "RECORD";

  /** The codecs with parts. */
  private static final Map<String, Shape> SHAPES = new LinkedHashMap<>();

  static {
    SHAPES.put(ENUM, new Shape("ENUM(A,B)", "c+"));
    SHAPES.put("TUPLE", new Shape("TUPLE(C,D) or TUPLE(C,D,E)", "ccc?"));
    SHAPES.put(RECORD, new Shape("RECORD(a:C,b:D,later?:E)", "(?=.)a*b*"));
    SHAPES.put("OPTIONAL", new Shape("OPTIONAL(C)", "c"));
    SHAPES.put("LIST", new Shape("LIST(C)", "c"));
    SHAPES.put("SET", new Shape("SET(C)", "c"));
    SHAPES.put("MAPPED", new Shape("MAPPED(name:C)", "a"));
  }

  /**
   * What parts a codec has.
   *
   * @param example the form of its names
   * @param parts a regular expression of c for a part without a label, a for one with a label, b
   *     for one with a label and a question mark
   */
  private record Shape(String example, String parts) {}

  @Option(
      names = "--keys",
      paramLabel = "CODEC",
      description = "The codec of the keys, such as STRING.")
  @Nullable String keys;

  @Option(
      names = "--values",
      paramLabel = "CODEC",
      description = "The codec of the values, such as 'RECORD(name:STRING,born:INSTANT)'.")
  @Nullable String values;

  /**
   * Returns the codecs of the options, {@link CodecNames#NONE} if none was given.
   *
   * @throws Failure if the command does not have such a codec
   */
  public CodecNames given() {
    if (keys == null && values == null) {
      return CodecNames.NONE;
    }
    if (keys == null || values == null) {
      throw new Failure(Failure.USAGE, "--keys and --values: give both");
    }
    CodecNames names = new CodecNames(name("--keys", keys), name("--values", values));
    // Throws if they are too long.
    Objects.requireNonNull(names.tail());
    return names;
  }

  private static String name(String option, String text) {
    // No name of a codec has blanks around these.
    String name = text.strip().replaceAll("\\s*([(),:])\\s*", "$1");
    CodecName parsed = CodecName.parse(name);
    String problem = parsed == null ? "the parentheses do not match" : problem(parsed);
    if (problem != null) {
      throw new Failure(Failure.USAGE, option + "=" + text + ": " + problem);
    }
    return name;
  }

  /** Returns what is wrong with a name, null if the command has the codec. */
  private static @Nullable String problem(CodecName name) {
    List<CodecName.Part> parts = name.parts();
    Shape shape = SHAPES.get(name.word());
    if (shape == null) {
      return parts.isEmpty() && CodecNames.known().contains(name.word())
          ? null
          : unknown(name.word());
    }
    boolean isEnum = name.word().equals(ENUM);
    StringBuilder kinds = new StringBuilder();
    List<String> distinct = new ArrayList<>();
    String problem = null;
    for (CodecName.Part part : parts) {
      String label = part.label();
      kinds.append(label.isEmpty() ? 'c' : part.isLater() ? 'b' : 'a');
      if (isEnum && (!part.name().parts().isEmpty() || part.name().word().isEmpty())) {
        kinds.append('?');
      }
      if (isEnum || !label.isEmpty()) {
        distinct.add(isEnum ? part.name().word() : label.replace("?", ""));
      }
      problem = isEnum || problem != null ? problem : problem(part.name());
    }
    if (!kinds.toString().matches(shape.parts())
        || new HashSet<>(distinct).size() < distinct.size()) {
      return "a codec of " + name.word() + " is written " + shape.example();
    }
    return problem;
  }

  private static String unknown(String word) {
    List<String> known = new ArrayList<>(CodecNames.known());
    SHAPES.values().forEach(shape -> known.add(shape.example()));
    List<String> words = new ArrayList<>(CodecNames.known());
    words.addAll(SHAPES.keySet());
    String nearest = NearestName.of(word, words);
    return "the command has no codec '"
        + word
        + "'; "
        + (nearest == null
            ? "it has " + String.join(", ", known)
            : "did you mean " + nearest + "?");
  }
}
