package io.octavo.page.format;

import io.octavo.page.PageHeader;
import io.octavo.page.check.ListSamples;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The examples of pages of lists and of their blocks in FORMAT.md, as the code makes them. */
final class ListExamples {
  static final String[] PAIRS = {"pairs", "bytes", "parts"};
  static final String[] TEXTS = {"texts", "bytes"};
  static final String[] NODES = {"id", "nodes", "bytes", "parts"};

  private ListExamples() {}

  /** The page of the example. */
  static byte[] page() {
    byte[] page = PageHeader.newPage();
    ListPage.format(page, 27, 5, 1_000, ListForm.PAIRS);
    ListSamples.appendPairs(page, pairs("7:100, 7:101, 7:104, 7:107"));
    ListSamples.appendPairs(page, pairs("0:5"));
    PageHeader.seal(page, 9);
    return page;
  }

  static String pageBlock() {
    byte[] page = page();
    FormatExamples.Block block = new FormatExamples.Block(page);
    block.header("", "specific");
    block.row(ListPage.ITEMS, Integer.BYTES, "items");
    block.row(ListPage.FORM, Integer.BYTES, "form: pairs");
    for (int i = 0; i < ListPage.blocks(page); i++) {
      String meaning = ": end " + ListPage.end(page, i) + ", place " + ListPage.place(page, i);
      block.row(ListPage.entry(i), ListPage.ENTRY, "block " + i + meaning);
    }
    for (int i = ListPage.blocks(page) - 1; i >= 0; i--) {
      for (NaiveList.Part part : NaiveList.parts(page, i)) {
        block.row(part.from(), part.to() - part.from(), "block " + i + ": " + part.name());
      }
    }
    return block.toString();
  }

  static String pairRow(List<String> row) {
    byte[] page = ListSamples.empty(ListForm.PAIRS, 0);
    ListSamples.appendPairs(page, pairs(row.get(0)));
    return bytes(page) + " | " + names(page);
  }

  static String textRow(List<String> row) {
    byte[] page = ListSamples.empty(ListForm.TEXTS, 0);
    ListSamples.appendTexts(page, row.get(0).split(", ", -1));
    return bytes(page);
  }

  static String nodeRow(List<String> row) {
    byte[] page = ListSamples.empty(ListForm.NODES, Long.parseLong(row.get(0)));
    int[][] nodes = nodes(row.get(1));
    ListSamples.appendNodes(page, nodes[0], nodes[1]);
    return bytes(page) + " | " + names(page);
  }

  /** Makes a table again: its first columns are kept, the others made of them. */
  static String table(String old, String[] columns, int kept, Function<List<String>, String> rest) {
    StringBuilder table = new StringBuilder("| " + String.join(" | ", columns) + " |\n");
    table.append("|---".repeat(columns.length)).append("|\n");
    for (List<String> row : FormatText.rows(old, columns)) {
      String given = String.join(" | ", row.subList(0, kept));
      table.append("| ").append(given).append(" | ").append(rest.apply(row)).append(" |\n");
    }
    return table.toString();
  }

  static long[] pairs(String text) {
    return Arrays.stream(text.split(", ", -1))
        .map(pair -> pair.split(":", -1))
        .mapToLong(halves -> (Long.parseLong(halves[0]) << 32) | Long.parseLong(halves[1]))
        .toArray();
  }

  /** Returns parents and frames. */
  static int[][] nodes(String text) {
    String[] nodes = text.split(", ", -1);
    int[][] columns = new int[2][nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      String[] node = nodes[i].split("/", -1);
      columns[0][i] = Integer.parseInt(node[0]);
      columns[1][i] = Integer.parseInt(node[1]);
    }
    return columns;
  }

  private static String bytes(byte[] page) {
    return NaiveList.parts(page, 0).stream()
        .map(part -> part.hex(page))
        .collect(Collectors.joining(" \\| ", "`", "`"));
  }

  private static String names(byte[] page) {
    return NaiveList.parts(page, 0).stream()
        .map(NaiveList.Part::name)
        .collect(Collectors.joining(", "));
  }
}
