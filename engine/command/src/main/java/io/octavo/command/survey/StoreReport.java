package io.octavo.command.survey;

import io.octavo.check.TreeShape;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.text.Json;
import io.octavo.file.StoreUsers;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The numbers of a whole store, as text and as JSON. */
public final class StoreReport {
  /** The column at which the text after the label of a line begins. */
  static final int INDENT = 13;

  private static final int BAR = 30;

  private final Path file;
  private final long fileBytes;
  private final Survey survey;
  private final Survey maps;
  private final Meta meta;
  private final @Nullable StoreUsers users;

  /**
   * Makes a report.
   *
   * @param survey the survey of the pages
   * @param maps the survey of the maps: the same, or the one with the commits of the ring
   */
  public StoreReport(Path file, long fileBytes, Survey survey, Survey maps) {
    this.file = file;
    this.fileBytes = fileBytes;
    this.survey = survey;
    this.maps = maps;
    this.meta = Objects.requireNonNull(survey.meta());
    this.users = StoreUsers.of(file);
  }

  private long commits() {
    return meta.sequence() + survey.commitsAfterCheckpoint();
  }

  private long pages() {
    return fileBytes / PageHeader.PAGE_SIZE;
  }

  /**
   * Returns the shapes of the maps of users.
   *
   * @param map only this one, null for all
   */
  List<MapShape> shapes(@Nullable String map) {
    List<MapShape> shapes = new ArrayList<>();
    for (CatalogueRecord record : maps.records()) {
      TreeShape tree = maps.shapes().get(record.name());
      if (tree != null && (map == null || map.equals(record.name()))) {
        shapes.add(
            new MapShape(
                record.name(),
                maps.entries(record),
                maps.estimate(record),
                tree,
                maps.tree(record.id())));
      }
    }
    return shapes;
  }

  /** Returns the number of pages of each use. Pages after the end of the state are free. */
  Map<Use, Long> pagesByUse() {
    Map<Use, Long> counts = new EnumMap<>(Use.class);
    for (int number = 0; number < survey.table().pages(); number++) {
      counts.merge(survey.table().use(number), 1L, Long::sum);
    }
    return counts;
  }

  private long count(Use use) {
    return pagesByUse().getOrDefault(use, 0L);
  }

  /** Returns a note on pages that could not be read. */
  private String notRead() {
    long damaged = count(Use.DAMAGED);
    long unreached = count(Use.UNREACHED);
    return (damaged == 0 ? "" : ", " + Text.count(damaged) + " damaged")
        + (unreached == 0 ? "" : ", " + Text.count(unreached) + " unreached");
  }

  void print(Streams streams) {
    streams.fitted("store        %s", file);
    streams.folded(INDENT, "id           %s", meta.storeId());
    printUsers(streams);
    streams.folded(
        INDENT,
        "format       version %d, pages of %s bytes",
        MetaPage.FORMAT_VERSION,
        Text.count(PageHeader.PAGE_SIZE));
    streams.folded(
        INDENT,
        "file         %s bytes, %s: %s in use, %s free%s",
        Text.count(fileBytes),
        Text.count(pages(), "page", "pages"),
        Text.count(survey.livePages()),
        Text.count(count(Use.FREE)),
        notRead());
    streams.folded(
        INDENT,
        "reserve      %s, for removals on a full disk",
        Text.count(survey.reservePages(), "free page", "free pages"));
    streams.folded(INDENT, "commits      %s", Text.count(commits()));
    streams.folded(INDENT, "epoch        %s", Text.count(meta.epoch()));
    if (meta.ring().pages() > 0) {
      streams.folded(
          INDENT,
          "ring         %s, starting at page %d",
          Text.count(meta.ring().pages(), "page", "pages"),
          meta.ring().start());
    }
    if (survey.note() != null) {
      streams.folded(INDENT, "checkpoint   pages %s", survey.note());
    }
    streams.folded(INDENT, "pages        %14s", Text.count(pages()));
    pagesByUse()
        .forEach(
            (use, count) -> {
              double share = Text.share(count, pages());
              streams.fitted(
                  "  %-16s %8s  %7s  %s",
                  use.label(), Text.count(count), Text.percent(share), Text.bar(share, BAR));
            });
  }

  /** Prints the other processes that have the store open. */
  private void printUsers(Streams streams) {
    if (users != null && users.writer() != null) {
      streams.folded(INDENT, "writer       process %d", users.writer());
    }
    if (users != null && !users.readers().isEmpty()) {
      String readers =
          users.readers().entrySet().stream()
              .map(reader -> "process " + reader.getKey() + " at epoch " + reader.getValue())
              .collect(Collectors.joining(", "));
      streams.folded(INDENT, "readers      %s", readers);
    }
  }

  /** Returns the same as an object of JSON; null if the system does not list users. */
  private @Nullable Object usersToJson() {
    if (users == null) {
      return null;
    }
    List<Map<String, @Nullable Object>> readers = new ArrayList<>();
    users
        .readers()
        .forEach((process, epoch) -> readers.add(Json.object("process", process, "epoch", epoch)));
    return Json.object("writer", users.writer(), "readers", readers);
  }

  /**
   * Returns the numbers by name, for JSON.
   *
   * @param map only this one among the maps, null for all
   */
  public Map<String, @Nullable Object> toJson(@Nullable String map) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    shapes(map).forEach(shape -> all.add(shape.toJson()));
    Map<String, @Nullable Object> byUse = Json.object();
    pagesByUse().forEach((use, count) -> byUse.put(use.label(), count));
    return Json.object(
        "file",
        file,
        "storeId",
        meta.storeId(),
        "users",
        usersToJson(),
        "formatVersion",
        MetaPage.FORMAT_VERSION,
        "pageBytes",
        PageHeader.PAGE_SIZE,
        "fileBytes",
        fileBytes,
        "pages",
        pages(),
        "livePages",
        survey.livePages(),
        "freePages",
        count(Use.FREE),
        "unreachedPages",
        count(Use.UNREACHED),
        "damagedPages",
        count(Use.DAMAGED),
        "reservePages",
        survey.reservePages(),
        "pagesByUse",
        byUse,
        "commits",
        commits(),
        "commitsAfterCheckpoint",
        survey.commitsAfterCheckpoint(),
        "epoch",
        meta.epoch(),
        "ring",
        Json.object("start", meta.ring().start(), "pages", meta.ring().pages()),
        "maps",
        all);
  }
}
