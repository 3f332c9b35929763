package io.octavo.command.survey;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Fit;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Paint;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.text.Json;
import io.octavo.command.text.Spread;
import io.octavo.page.meta.CatalogueRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo tree}: shows levels, fan-out and fill of trees, and the pages below a root. */
@Command(
    name = "tree",
    header = "Show the trees of a store, level by level.",
    description = {
      "Show the trees of a store: pages, children and fill per level, then the pages, each with"
          + " the lowest key that it may hold. Trees of a store that was not closed are as of the"
          + " last checkpoint.",
      "The exit code is 1 if the store is damaged.%n"
    },
    footer = {"  octavo tree orders.oct offsets", "  octavo tree orders.oct offsets --show 100"})
public final class TreeCommand extends StoreVerb {
  private static final int BAR = 20;

  /** The columns of a line of a level, without its bar. */
  private static final int BESIDE_BAR = 76;

  private static final int KEY_SHOWN = 40;
  private static final int LEVELS_SHOWN = 2;

  @Parameters(index = "1", arity = "0..1", paramLabel = "MAP", description = "Show this map only.")
  @Nullable String map;

  @Option(
      names = "--show",
      paramLabel = "N",
      description = "Show at most N children of each page; default: ${DEFAULT-VALUE}.")
  int shown = 6;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Paint.Choice colours;
  @Mixin Progress.Choice progressChoice;
  @Mixin PagerChoice pager;

  public TreeCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (shown < 0) {
      throw new Failure(Failure.USAGE, "--show=" + shown + " is negative");
    }
    Survey survey = Survey.of(file, streams, progressChoice);
    if (map != null && !survey.shapes().containsKey(map)) {
      throw Stores.noMap(file, map, survey.shapes().keySet(), survey.note());
    }
    List<CatalogueRecord> records = new ArrayList<>(survey.records());
    records.removeIf(record -> map != null && !belongsTo(record, survey));
    if (json) {
      streams.line("%s", Json.of(records.stream().map(record -> tree(survey, record)).toList()));
    } else {
      Paint paint = colours.paint(streams);
      if (survey.note() != null) {
        streams.folded(0, "%s", survey.note());
      }
      String between = "";
      for (CatalogueRecord record : records) {
        streams.out().print(between);
        draw(survey, record, paint);
        between = "\n";
      }
    }
    if (survey.isDamaged()) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }

  /** The large values, the index and the front of a map go with it. */
  private boolean belongsTo(CatalogueRecord record, Survey survey) {
    CatalogueRecord owner = survey.names().mapOf(record);
    return owner != null && owner.name().equals(map);
  }

  private static Object tree(Survey survey, CatalogueRecord record) {
    TreeSurvey tree = survey.tree(record.id());
    return Json.object(
        "name", survey.nameOf(record.id()),
        "id", Integer.toUnsignedLong(record.id()),
        "type", MapForm.textOf(record),
        "entries", survey.entries(record),
        "commitsAfterCheckpoint", survey.commitsAfterCheckpoint(),
        "root", record.root().number(),
        "levels", MapShape.levels(tree));
  }

  private void draw(Survey survey, CatalogueRecord record, Paint paint) {
    TreeSurvey tree = survey.tree(record.id());
    streams.fitted("%s", paint.bold(Text.printable(survey.nameOf(record.id()))));
    streams.line(
        "%s in %s",
        entries(survey, record),
        record.root().isNone()
            ? "no pages"
            : Text.count(record.root().level() + 1, "level", "levels"));
    int bar = Math.max(0, Math.min(BAR, streams.screen().columns() - BESIDE_BAR));
    for (int level = tree.levels() - 1; level >= 0; level--) {
      Spread counts = tree.counts(level);
      double fill = tree.fills(level).mean() / PageTable.FULL;
      // Padded before it is coloured, because an escape sequence has no width.
      streams.fitted(
          "  level %-2d %12s %7s full  %s  %s %s, median %s",
          level,
          Text.count(counts.count(), "page", "pages"),
          Text.percent(fill),
          paint.text(71, Fit.pad(Text.bar(fill, bar), bar)),
          range(counts),
          level > 0 ? "children" : "entries",
          Text.count(counts.median()));
    }
    if (!record.root().isNone()) {
      below(survey, record.root().number(), "", "", LEVELS_SHOWN, paint);
    }
  }

  private static String entries(Survey survey, CatalogueRecord record) {
    Long count = survey.entries(record);
    MapForm form = MapForm.of(record.type());
    return (form == null ? MapForm.BYTES : form).count(count);
  }

  private static String range(Spread counts) {
    String least = Text.count(counts.least());
    return counts.least() == counts.greatest()
        ? least
        : least + " to " + Text.count(counts.greatest());
  }

  private void below(
      Survey survey, int number, String indent, String least, int levels, Paint paint) {
    PageTable table = survey.table();
    boolean isKnown = number < table.pages();
    Use use = isKnown ? table.use(number) : Use.DAMAGED;
    String damage = survey.damage().get(number);
    String count = !isKnown || damage != null ? "" : ", count " + Text.count(table.count(number));
    streams.fitted(
        "%s%s%s%s%s",
        indent,
        paint.text(use.colour(), "page " + number + ", " + use.label()),
        count,
        least,
        damage == null ? "" : "  " + paint.text(Use.DAMAGED.colour(), Text.printable(damage)));
    Survey.Children children = survey.children().get(number);
    if (children == null || levels == 0) {
      return;
    }
    String deeper = indent.replace("├─ ", "│  ").replace("└─ ", "   ");
    // The first separator of a page is no bound.
    String first = least.isEmpty() ? ", from the least" : least;
    int all = children.pages().length;
    int head = all <= shown ? all : shown - shown / 2;
    for (int i = 0; i < all; i++) {
      if (all > shown && i == head) {
        streams.line("%s   ... %s more", deeper, Text.count(all - shown));
        i += all - shown;
        if (i >= all) {
          break;
        }
      }
      String branch = i + 1 < all ? "├─ " : "└─ ";
      String from = i == 0 ? first : from(children, i, survey.form(table.owner(number)));
      below(survey, children.pages()[i], deeper + branch, from, levels - 1, paint);
    }
  }

  private static String from(Survey.Children children, int index, @Nullable MapForm form) {
    if (children.longs() != null) {
      return ", from " + children.longs()[index];
    }
    byte[][] keys = children.bytes();
    return keys == null
        ? ""
        : ", from " + (form == null ? MapForm.BYTES : form).key(keys[index], KEY_SHOWN);
  }
}
