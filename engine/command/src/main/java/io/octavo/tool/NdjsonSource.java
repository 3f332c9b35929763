package io.octavo.tool;

import java.util.Map;
import java.util.Set;

/** Entries of any maps, an object of JSON a line. */
final class NdjsonSource extends TextSource {
  private static final Set<String> LONG_FIELDS = Set.of("map", "type", "key", "value");
  private static final Set<String> BYTES_FIELDS = Set.of("map", "type", "encoding", "key", "value");

  NdjsonSource(Input input) {
    super(input);
  }

  @Override
  boolean readNext() {
    if (!lines.next()) {
      return false;
    }
    Map<String, Object> fields = new JsonLine(lines.text()).fields();
    Object type = fields.get("type");
    boolean isBytes = TextMap.BYTES.equals(type);
    boolean isPostings = TextMap.POSTINGS.equals(type);
    if (!isBytes && !isPostings && !"long".equals(type)) {
      throw new IllegalArgumentException(
          "the field type is neither \"long\" nor \"bytes\" nor \"postings\"");
    }
    Set<String> names = isBytes ? BYTES_FIELDS : LONG_FIELDS;
    if (!fields.keySet().equals(names)) {
      throw new IllegalArgumentException(
          "the fields are not " + String.join(", ", names.stream().sorted().toList()));
    }
    String name = DumpSource.requireName(text(fields, "map", String.class));
    TextMap map =
        enter(
            isBytes
                ? DumpSource.bytes(name, fields.get("encoding"))
                : isPostings ? new PostingTextMap(name) : new LongTextMap(name));
    Class<?> keys = isBytes ? String.class : Long.class;
    Class<?> values = isBytes || isPostings ? String.class : Long.class;
    map.read(text(fields, "key", keys), text(fields, "value", values));
    return true;
  }

  private static String text(Map<String, Object> fields, String field, Class<?> kind) {
    Object value = fields.get(field);
    if (!kind.isInstance(value)) {
      throw new IllegalArgumentException(
          "the field "
              + field
              + " is not "
              + (kind == Long.class ? "an integer of 64 bits" : "a string"));
    }
    return value.toString();
  }
}
