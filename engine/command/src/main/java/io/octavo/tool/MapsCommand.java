package io.octavo.tool;

import io.octavo.error.CorruptionException;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.CodecNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code octavo maps}: lists what is in a store. */
@Command(
    name = "maps",
    header = "List the maps.",
    description =
        "List the maps of a store with type, number of entries and codecs; of posting lists, the"
            + " number of lists.%n",
    footer = {"  octavo maps orders.oct", "  octavo maps orders.oct --json"})
final class MapsCommand extends StoreVerb {
  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  /** What the maps hold, null where that cannot be read. */
  private final Map<String, @Nullable Long> counts = new HashMap<>();

  MapsCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    List<CatalogueRecord> records = records();
    if (json) {
      List<Map<String, @Nullable Object>> maps = new ArrayList<>();
      for (CatalogueRecord record : records) {
        Map<String, @Nullable Object> map =
            Json.object(
                "name",
                record.name(),
                "type",
                MapForm.textOf(record),
                "entries",
                counts.get(record.name()));
        CodecNames codecs = CodecNames.of(record);
        if (!codecs.equals(CodecNames.NONE)) {
          map.put("keys", codecs.key());
          map.put("values", codecs.value());
        }
        maps.add(map);
      }
      streams.line("%s", Json.of(maps));
      return result();
    }
    int width = "NAME".length();
    for (CatalogueRecord record : records) {
      width = Math.max(width, Text.printable(record.name()).length());
    }
    String row = "%-" + width + "s  %-10s  %15s";
    streams.line(row, "NAME", "TYPE", "ENTRIES");
    for (CatalogueRecord record : records) {
      Long count = counts.get(record.name());
      CodecNames codecs = CodecNames.of(record);
      streams.line(
          row + "%s",
          Text.printable(record.name()),
          MapForm.textOf(record),
          count == null ? "unknown" : Text.count(count),
          codecs.equals(CodecNames.NONE)
              ? ""
              : "  " + Text.printable(codecs.key() + " to " + codecs.value()));
    }
    return result();
  }

  private int result() {
    if (counts.containsValue(null)) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }

  private List<CatalogueRecord> counted(StorePages pages) {
    pages.maps().forEach(record -> counts.put(record.name(), pages.entries(record)));
    return pages.maps();
  }

  private List<CatalogueRecord> records() {
    try (StorePages pages = StorePages.open(file)) {
      if (pages.commitsAfterCheckpoint() == 0) {
        return counted(pages);
      }
      try (StorePages recovered = pages.recover()) {
        return counted(recovered);
      } catch (CorruptionException e) {
        throw Stores.cannotOpen(e);
      }
    }
  }
}
