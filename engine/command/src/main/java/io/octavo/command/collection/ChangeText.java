package io.octavo.command.collection;

import io.octavo.ChangeFeed;
import io.octavo.Store;
import io.octavo.command.text.Json;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.packed.OrderedLong;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the changes of commits, with keys and values as in all output about their maps. */
public final class ChangeText {
  private final Path file;
  private final Store store;
  private final ChangeFeed feed;
  private final Notation notation;
  private final Output out;

  /** The maps that have changed, by their identifiers. */
  private final Map<Integer, TextMap> maps = new HashMap<>();

  /** The types of the maps whose creation was read. */
  private final Map<Integer, Integer> types = new HashMap<>();

  /** The number of changes of the present commit that were written. */
  private int written;

  /** The posting list that was written last: a change of a list changes several entries. */
  private String list = "";

  public ChangeText(Path file, Store store, ChangeFeed feed, Notation notation, Output out) {
    this.file = file;
    this.store = store;
    this.feed = feed;
    this.notation = notation;
    this.out = out;
  }

  /** Writes a line about commits whose changes are not known. */
  public void gap(ChangeFeed.Gap gap) {
    maps.clear();
    out.ascii(
        out.isJson()
            ? "{\"gap\":{\"from\":" + gap.first() + ",\"to\":" + gap.last() + "}}\n"
            : gap.first() + "-" + gap.last() + "\tgap\n");
  }

  /** Writes the changes of a commit to some maps, or to all if none are named. */
  public void commit(ChangeFeed.Commit commit, List<String> names) {
    written = 0;
    list = "";
    for (Operation operation : commit.operations()) {
      int id = operation.collection();
      String name = feed.name(id);
      name = name == null ? "#" + Integer.toUnsignedString(id) : name;
      if (operation instanceof TraceEvent.Create create) {
        types.put(id, create.type());
      }
      if (names.isEmpty() || names.contains(name)) {
        write(commit.sequence(), operation, map(id, name));
      }
      if (operation instanceof TraceEvent.Describe || operation instanceof TraceEvent.Rename) {
        maps.remove(id);
      }
    }
    out.ascii(out.isJson() && written > 0 ? "]}\n" : "");
  }

  /** Returns a map as it is now; if it is no longer there, as far as its changes say. */
  private TextMap map(int id, String name) {
    return maps.computeIfAbsent(
        id,
        key -> {
          var unused = store.refresh();
          MapForm form = MapForm.of(types.getOrDefault(id, CatalogueRecord.BYTES_MAP));
          return store.<TextMap>read(
              transaction ->
                  transaction.exists(name) || form == null
                      ? TextMaps.anyMap(transaction, file, name, notation)
                      : form.map(name, notation, CodecNames.NONE, true));
        });
  }

  private void write(long commit, Operation operation, TextMap map) {
    if (operation instanceof TraceEvent.Put put) {
      boolean isItem = map instanceof ItemTextMap;
      begin(commit, map, isItem || map instanceof SeriesTextMap ? "add" : "put");
      if (!isItem) {
        field("key");
        map.writeKey(put.key(), out);
      }
      field("value");
      map.writeValue(put.key(), put.value(), out);
    } else if (operation instanceof TraceEvent.Remove remove) {
      begin(commit, map, "remove");
      field("key");
      map.writeKey(remove.key(), out);
    } else if (operation instanceof TraceEvent.RemoveRange range) {
      begin(commit, map, "remove-range");
      field("from");
      map.writeKey(range.from(), out);
      field("to");
      map.writeKey(range.to(), out);
    } else if (operation instanceof TraceEvent.PutBytes put) {
      if (map instanceof PostingTextMap) {
        writeList(commit, map, put.key());
        return;
      }
      boolean isItem = map instanceof ItemTextMap;
      begin(commit, map, isItem ? "add" : "put");
      field(isItem ? "value" : "key");
      map.writeKey(put.key(), out);
      if (!isItem) {
        field("value");
        map.writeValue(put.value(), out);
      }
    } else if (operation instanceof TraceEvent.RemoveBytes remove) {
      if (map instanceof PostingTextMap) {
        writeList(commit, map, remove.key());
        return;
      }
      begin(commit, map, "remove");
      field("key");
      map.writeKey(remove.key(), out);
    } else if (operation instanceof TraceEvent.RemoveBytesRange range) {
      if (map instanceof PostingTextMap) {
        writeList(commit, map, range.from());
        return;
      }
      begin(commit, map, "remove-range");
      field("from");
      map.writeKey(range.from(), out);
      byte[] before = range.to();
      if (before != null) {
        field("before");
        map.writeKey(before, out);
      }
    } else {
      begin(commit, map, operation.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }
    end();
  }

  private void writeList(long commit, TextMap map, byte[] key) {
    // The entry without a key has the number of lists.
    String changed = key.length == 0 ? list : Long.toString(OrderedLong.get(key, 0));
    if (!changed.equals(list)) {
      list = changed;
      begin(commit, map, "change");
      field("key");
      out.ascii(changed);
      end();
    }
  }

  private void begin(long commit, TextMap map, String change) {
    if (out.isJson()) {
      out.ascii(written == 0 ? "{\"commit\":" + commit + ",\"changes\":[" : ",");
      out.text("{\"map\":" + Json.of(map.name()) + "," + map.jsonForm());
      out.ascii(",\"change\":\"" + change + "\"");
    } else {
      byte[] name = map.name().getBytes(StandardCharsets.UTF_8);
      out.ascii(commit + "\t");
      Notation.UTF8.write(name, name.length, out);
      out.ascii("\t" + change);
    }
    written++;
  }

  private void field(String name) {
    out.ascii(out.isJson() ? ",\"" + name + "\":" : "\t");
  }

  private void end() {
    out.ascii(out.isJson() ? "}" : "\n");
  }
}
