package io.octavo.tool;

import java.util.Map;

/** Entries of any maps, an object of JSON a line. */
final class NdjsonSource extends TextSource {
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
    MapForm form = MapForm.ofText(type);
    if (form == null) {
      throw new IllegalArgumentException(
          "the field type is not \"longs\", \"bytes\" or \"postings\"");
    }
    if (!fields.keySet().equals(form.fields())) {
      throw new IllegalArgumentException(
          "the fields are not " + String.join(", ", form.fields().stream().sorted().toList()));
    }
    String name = DumpSource.requireName(text(fields, "map", false));
    Object encoding = fields.get("encoding");
    TextMap map = enter(form.map(name, encoding == null ? null : Notation.of(encoding.toString())));
    map.read(
        text(fields, "key", form.isNumber("key")), text(fields, "value", form.isNumber("value")));
    return true;
  }

  private static String text(Map<String, Object> fields, String field, boolean isNumber) {
    Object value = fields.get(field);
    if (isNumber ? value instanceof Long : value instanceof String) {
      return String.valueOf(value);
    }
    throw new IllegalArgumentException(
        "the field " + field + " is not " + (isNumber ? "a 64-bit integer" : "a string"));
  }
}
