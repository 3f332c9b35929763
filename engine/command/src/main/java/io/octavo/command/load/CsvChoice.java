package io.octavo.command.load;

import io.octavo.command.cli.CsvLines;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.LineReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a load of CSV. */
final class CsvChoice {
  @Option(
      names = "--csv",
      description = "The input is CSV (RFC 4180); its first line names the columns.")
  boolean csv;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      description = {
        "With --csv: the columns of key and value, by name or by number from 1, with commas",
        "between; default: all, those of a RECORD by the names of its components."
      })
  @Nullable String columns;

  @Option(
      names = "--separator",
      paramLabel = "TEXT",
      description = "With --csv: the text between fields, such as ';' or tab; default: a comma.")
  @Nullable String separator;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      description = {
        "With --csv: a field of this text without quotes, such as NA or '', is no value: that of an",
        "OPTIONAL codec; in series, posting lists and tables of strings it is skipped."
      })
  @Nullable String nullText;

  @Option(names = "--no-header", description = "With --csv: the first line is an entry too.")
  boolean isHeadless;

  /** Returns whether the input is CSV. Throws if an option needs that and it is not. */
  boolean isGiven() {
    if (!csv && (columns != null || separator != null || nullText != null || isHeadless)) {
      throw new Failure(
          Failure.USAGE, "--columns, --separator, --null and --no-header: only with --csv");
    }
    return csv;
  }

  CsvLines lines(LineReader lines) {
    String between =
        separator == null ? "," : List.of("tab", "\\t").contains(separator) ? "\t" : separator;
    try {
      return new CsvLines(lines, between, nullText);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "--separator=" + separator + ": " + e.getMessage(), e);
    }
  }

  /**
   * Finds the columns of the entries.
   *
   * @param title what to call the map
   * @param wanted the names of its columns, empty for columns without a name
   * @param mayBeMore whether it takes any number of further columns
   * @param header the names in the file, or the fields of the first line if it has no header
   * @return the columns as numbers from 0
   */
  List<Integer> find(String title, List<String> wanted, boolean mayBeMore, List<String> header) {
    List<Integer> found = columns == null ? byDefault(wanted, header) : chosen(header);
    int count = wanted.size();
    if (mayBeMore ? found.size() < count : found.size() != count) {
      List<String> labels = new ArrayList<>(wanted);
      labels.replaceAll(label -> label.isEmpty() ? "COLUMN" : label);
      throw new Failure(
          Failure.USAGE,
          title
              + " takes "
              + (mayBeMore ? "at least " : "")
              + count
              + (count == 1 ? " column" : " columns")
              + ", not "
              + found.size()
              + ": give --columns "
              + String.join(",", labels)
              + of(header));
    }
    return found;
  }

  private List<Integer> chosen(List<String> header) {
    List<Integer> chosen = new ArrayList<>();
    for (String column : Arrays.stream(String.valueOf(columns).split(",", -1)).toList()) {
      String name = column.strip();
      boolean isNumber = name.matches("[1-9][0-9]{0,4}");
      if (isHeadless && !isNumber) {
        throw new Failure(Failure.USAGE, "--columns: with --no-header give numbers, such as 1,2");
      }
      chosen.add(
          isNumber && Integer.parseInt(name) <= header.size()
              ? Integer.parseInt(name) - 1
              : named(name, header));
    }
    return chosen;
  }

  /** Returns the columns with the wanted names, and all others in their order for the rest. */
  private List<Integer> byDefault(List<String> wanted, List<String> header) {
    List<Integer> found = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (String name : wanted) {
      found.add(name.isEmpty() || isHeadless ? -1 : named(name, header));
    }
    for (int i = 0; i < header.size(); i++) {
      if (!found.contains(i)) {
        others.add(i);
      }
    }
    for (int i = 0; i < found.size() && !others.isEmpty(); i++) {
      if (found.get(i) < 0) {
        found.set(i, others.remove(0));
      }
    }
    found.removeIf(column -> column < 0);
    found.addAll(others);
    return found;
  }

  private int named(String name, List<String> header) {
    int index = isHeadless ? -1 : header.indexOf(name);
    if (index < 0 || header.lastIndexOf(name) != index) {
      throw new Failure(
          Failure.USAGE,
          "--columns: "
              + (index < 0 ? "no column is" : "several columns are")
              + " named "
              + name
              + "; choose by numbers or names"
              + of(header));
    }
    return index;
  }

  private String of(List<String> header) {
    return (header.size() == 1 && separator == null ? " or --separator" : "")
        + (isHeadless ? "; the first line has " : "; the columns are ")
        + (isHeadless ? header.size() : String.join(", ", header));
  }
}
