package io.octavo.command.cli;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of fields with separators between them, as RFC 4180 has them. A field in quotes may
 * hold separators, quotes, each of them twice, and ends of lines. Blanks around quotes and lines of
 * blanks are passed over.
 */
public final class CsvLines {
  private final LineReader lines;
  private final @Nullable String nullText;
  private final CloseableIterator<List<@Nullable String>> records;
  private List<@Nullable String> fields = List.of();

  /** The number of the first line of the record, and that line, null before it is read. */
  private long number;

  private @Nullable String first;

  /**
   * Reads records.
   *
   * @param separator what stands between fields
   * @param nullText the field without quotes that stands for no value, null for none
   * @throws IllegalArgumentException if there is no such separator
   */
  public CsvLines(LineReader lines, String separator, @Nullable String nullText) {
    this.lines = lines;
    this.nullText = nullText;
    this.records =
        CsvReader.builder()
            .fieldSeparator(separator)
            .trimWhitespacesAroundQuotes(true)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .build(new Fields(), new Lines())
            .iterator();
  }

  /** Reads a record; returns false if there is none. */
  public boolean next() {
    try {
      boolean isThere = records.hasNext();
      fields = isThere ? records.next() : List.of();
      return isThere;
    } catch (CsvParseException e) {
      if (e.getCause() instanceof Failure failure) {
        throw failure;
      }
      String reason = String.valueOf(e.getMessage()).replaceFirst(" \\(record start.*", "");
      throw malformed("malformed CSV: " + reason);
    }
  }

  /** Returns all fields of the record; null for a field that stands for no value. */
  public List<@Nullable String> fields() {
    return fields;
  }

  /** Returns the failure for a malformed record. */
  public Failure malformed(String reason) {
    return malformed(reason, first == null ? "" : first);
  }

  /** Returns the failure for a part of the record. */
  public Failure malformed(String reason, String part) {
    return lines.malformed(number, reason, part);
  }

  /** The lines, one for each read, so that none is read before its record is. */
  private final class Lines extends Reader {
    private String line = "";
    private int position;

    @Override
    public int read(char[] into, int from, int length) {
      if (position == line.length()) {
        if (!lines.next()) {
          return -1;
        }
        line = lines.text() + lines.end();
        first = first == null ? lines.text() : first;
        position = 0;
      }
      int end = Math.min(line.length(), position + length);
      int count = end - position;
      line.getChars(position, end, into, from);
      position = end;
      return count;
    }

    @Override
    public void close() {}
  }

  /** Makes lists of fields. */
  private final class Fields extends CsvCallbackHandler<List<@Nullable String>> {
    private List<@Nullable String> record = new ArrayList<>();
    private boolean isQuoted;

    @Override
    protected void beginRecord(long startingLineNumber) {
      number = startingLineNumber;
      first = null;
      record = new ArrayList<>(record.size());
      isQuoted = false;
    }

    @Override
    protected void addField(char[] buffer, int offset, int length, boolean quoted) {
      String field = new String(buffer, offset, length);
      if (!quoted && field.indexOf('"') >= 0) {
        throw new CsvParseException(
            "a quote within a field; put the field in quotes, and that quote twice");
      }
      isQuoted |= quoted;
      record.add(quoted || !field.equals(nullText) ? field : null);
    }

    @Override
    protected RecordType getRecordType() {
      String only = record.size() == 1 && !isQuoted ? record.get(0) : null;
      return record.isEmpty() || (only != null && only.isBlank())
          ? RecordType.EMPTY
          : RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
      return record.size();
    }

    @Override
    protected List<@Nullable String> buildRecord() {
      return record;
    }

    /** Comments are off. */
    @Override
    protected void setComment(char[] buffer, int offset, int length) {}

    /** There are no fields then. */
    @Override
    protected void setEmpty() {}
  }
}
