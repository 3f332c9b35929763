package io.octavo.command.load;

import io.octavo.command.cli.Input;
import io.octavo.command.collection.BytesTextMap;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.StackTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.text.JsonLine;
import io.octavo.command.text.Notation;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Entries of any maps, one JSON object for each line. */
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
      throw new IllegalArgumentException("the field type is not one of " + MapForm.texts());
    }
    boolean hasCodecs = form == MapForm.BYTES && fields.containsKey("keys");
    Set<String> expected = new TreeSet<>(form.fields());
    boolean hasUnits = form == MapForm.SERIES && fields.containsKey("units");
    expected.addAll(hasUnits ? List.of("units") : List.of());
    expected.addAll(hasCodecs ? List.of("keys", "values") : List.of());
    if (!fields.keySet().equals(expected)) {
      throw new IllegalArgumentException("the fields are not " + String.join(", ", expected));
    }
    String name = DumpSource.requireName(text(fields, "map", false));
    Object encoding = fields.get("encoding");
    CodecNames codecs =
        hasCodecs
            ? new CodecNames(text(fields, "keys", false), text(fields, "values", false))
            : CodecNames.NONE;
    Notation notation = encoding == null ? null : Notation.of(encoding.toString());
    TextMap map =
        enter(
            hasUnits
                ? new SeriesTextMap(name, SeriesUnits.parse(text(fields, "units", false)), true)
                : form.map(name, notation, codecs, true));
    if (map instanceof BytesTextMap bytes) {
      bytes.readJson(field(fields, "key"), field(fields, "value"));
    } else if (map instanceof StackTextMap stacks) {
      stacks.readJson(text(fields, "key", true), field(fields, "value"));
    } else {
      map.read(
          text(fields, "key", form.isNumber("key")), text(fields, "value", form.isNumber("value")));
    }
    return true;
  }

  private static Object field(Map<String, Object> fields, String field) {
    return Objects.requireNonNull(fields.get(field));
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
