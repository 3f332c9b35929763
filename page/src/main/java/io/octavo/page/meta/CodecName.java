package io.octavo.page.meta;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name of a codec, taken apart. A program may open a collection by a codec that has grown since
 * the collection was written, and only the names tell. FORMAT.md, section "Codecs".
 *
 * @param word what stands before the parenthesis, the whole name if there is none
 * @param parts what stands within
 */
public record CodecName(String word, List<Part> parts) {
  private static final String ENUM = "ENUM";
  private static final String RECORD = "RECORD";

  /** The greatest number of constants of an enum that is encoded in one byte. */
  private static final int OF_ONE_BYTE = 256;

  /** Marks a component of a record that older values lack. */
  private static final String LATER = "?";

  /**
   * A part of a name.
   *
   * @param label the text before its colon, empty if there is none
   * @param name the name of its codec, or a constant of an enum
   */
  public record Part(String label, CodecName name) {
    /** Returns whether older values lack the part. */
    public boolean isLater() {
      return label.endsWith(LATER);
    }
  }

  /** The relation of a codec to the stored one. */
  public enum Relation {
    /** The names are equal. */
    SAME,
    /**
     * The codec has more constants or components, and decodes all that the stored codec has
     * encoded.
     */
    EXTENSION,
    /** The stored codec has more constants or components, which this codec does not know. */
    OUTDATED,
    /** Neither codec decodes what the other has encoded. */
    OTHER;

    /** Returns the relation of codecs of which one part has this relation, and one part another. */
    public Relation and(Relation that) {
      return compareTo(that) < 0 ? that : this;
    }
  }

  /**
   * Compares a codec with the stored one.
   *
   * @param own name of the codec
   * @param kept name of the stored codec
   * @param ofKeys whether they are codecs of keys, of which no component may be missing
   */
  public static Relation compare(String own, String kept, boolean ofKeys) {
    if (own.equals(kept)) {
      return Relation.SAME;
    }
    CodecName ownName = parse(own);
    CodecName keptName = parse(kept);
    return ownName == null || keptName == null
        ? Relation.OTHER
        : ownName.compareTo(keptName, ofKeys);
  }

  private Relation compareTo(CodecName kept, boolean ofKeys) {
    if (equals(kept)) {
      return Relation.SAME;
    }
    int count = parts.size();
    int keptCount = kept.parts.size();
    if (!word.equals(kept.word) || count == 0 || keptCount == 0) {
      return Relation.OTHER;
    }
    int common = Math.min(count, keptCount);
    Relation relation =
        count == keptCount
            ? Relation.SAME
            : count > keptCount ? Relation.EXTENSION : Relation.OUTDATED;
    for (int i = 0; i < common; i++) {
      Part part = parts.get(i);
      Part keptPart = kept.parts.get(i);
      if (!part.label.equals(keptPart.label)) {
        return Relation.OTHER;
      }
      relation = relation.and(part.name.compareTo(keptPart.name, ofKeys));
    }
    return count == keptCount || mayGrow(count > keptCount ? parts : kept.parts, common, ofKeys)
        ? relation
        : Relation.OTHER;
  }

  /** Returns whether the codec of the first parts may have been extended to all of them. */
  private boolean mayGrow(List<Part> more, int fewer, boolean ofKeys) {
    return switch (word) {
      case ENUM -> more.size() <= OF_ONE_BYTE || fewer > OF_ONE_BYTE;
      case RECORD -> !ofKeys && more.stream().skip(fewer).allMatch(Part::isLater);
      default -> false;
    };
  }

  /**
   * Parses a name.
   *
   * @return its parts, null if its parentheses are not those of a name with parts
   */
  public static @Nullable CodecName parse(String name) {
    Parser parser = new Parser(name);
    CodecName parsed = parser.name();
    return parser.position == name.length() ? parsed : null;
  }

  private static final class Parser {
    private final String text;
    private int position;

    Parser(String text) {
      this.text = text;
    }

    @Nullable CodecName name() {
      return parts(word());
    }

    private @Nullable CodecName parts(String word) {
      List<Part> parts = new ArrayList<>();
      if (take('(')) {
        do {
          String first = word();
          String label = take(':') ? first : "";
          CodecName part = parts(label.isEmpty() ? first : word());
          if (part == null) {
            return null;
          }
          parts.add(new Part(label, part));
        } while (take(','));
        if (!take(')')) {
          return null;
        }
      }
      return new CodecName(word, List.copyOf(parts));
    }

    private String word() {
      int from = position;
      while (position < text.length() && "(),:".indexOf(text.charAt(position)) < 0) {
        position++;
      }
      return text.substring(from, position);
    }

    private boolean take(char character) {
      boolean found = position < text.length() && text.charAt(position) == character;
      position += found ? 1 : 0;
      return found;
    }
  }
}
