package io.octavo.command.survey;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Fit;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.text.Json;
import io.octavo.error.CorruptionException;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo maps}: lists what is in a store. */
@Command(
    name = "maps",
    header = "List the maps.",
    description = {
      "List the maps of a store with type, number of entries and codecs; of posting lists, the"
          + " number of lists; of series, the units.",
      "A number after ~ is an estimate: the newest changes of a map that is larger than memory wait"
          + " in its front, and were not looked up in its main tree. octavo count counts exactly.%n"
    },
    footer = {"  octavo maps orders.oct", "  octavo maps orders.oct --json"})
public final class MapsCommand extends StoreVerb {
  private static final int BESIDE_NAME = 29;
  private static final int LEAST_NAME = 12;

  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  /** The number of entries of each map, null if it cannot be read. */
  private final Map<String, @Nullable Long> counts = new HashMap<>();

  /** Maps of which changes wait in a front, so that the number is an estimate. */
  private final Set<String> estimated = new HashSet<>();

  @Mixin PagerChoice pager;

  public MapsCommand(Streams streams) {
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
        if (estimated.contains(record.name())) {
          map.put("estimated", true);
        }
        CodecNames codecs = CodecNames.of(record);
        if (!codecs.equals(CodecNames.NONE)) {
          map.put("keys", codecs.key());
          map.put("values", codecs.value());
        }
        String units = units(record);
        if (!units.isEmpty()) {
          map.put("units", units);
        }
        maps.add(map);
      }
      streams.line("%s", Json.of(maps));
      return result();
    }
    table(records);
    return result();
  }

  /** Prints the table. On a narrow terminal, names get the columns that the other columns leave. */
  private void table(List<CatalogueRecord> records) {
    int width = "NAME".length();
    int codecsWidth = 0;
    for (CatalogueRecord record : records) {
      width = Math.max(width, Fit.width(Text.printable(record.name())));
      codecsWidth = Math.max(codecsWidth, codecs(record).length());
    }
    if (streams.screen().showsOutput()) {
      int left = streams.screen().columns() - BESIDE_NAME;
      width = Math.min(width, Math.max(LEAST_NAME, left - Math.min(codecsWidth, left / 2)));
    }
    row(width, "NAME", "TYPE", "ENTRIES", "");
    for (CatalogueRecord record : records) {
      row(
          width,
          Text.printable(record.name()),
          MapForm.textOf(record),
          entries(record),
          codecs(record));
    }
  }

  private void row(int width, String name, String type, String entries, String codecs) {
    streams.row("%s  %-10s  %15s%s", Fit.pad(name, width), type, entries, codecs);
  }

  private String entries(CatalogueRecord record) {
    Long count = counts.get(record.name());
    String mark = estimated.contains(record.name()) ? "~" : "";
    return count == null ? "unknown" : mark + Text.count(count);
  }

  /** Returns the units of a series; nothing if it has none, or none that are known. */
  private static String units(CatalogueRecord record) {
    try {
      return record.isOf(CatalogueRecord.SERIES) ? SeriesUnits.of(record).text() : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String codecs(CatalogueRecord record) {
    CodecNames codecs = CodecNames.of(record);
    String units = units(record);
    return codecs.equals(CodecNames.NONE)
        ? units.isEmpty() ? "" : "  " + units
        : "  " + Text.printable(codecs.key() + " to " + codecs.value());
  }

  private int result() {
    if (counts.containsValue(null)) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }

  private List<CatalogueRecord> counted(StorePages pages) {
    for (CatalogueRecord record : pages.maps()) {
      counts.put(record.name(), pages.estimate(record));
      if (pages.waiting(record) > 0) {
        estimated.add(record.name());
      }
    }
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
