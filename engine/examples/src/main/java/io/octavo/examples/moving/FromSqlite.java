package io.octavo.examples.moving;

import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.AbstractMap.SimpleEntry;
import java.util.Iterator;
import java.util.Map.Entry;
import java.util.NoSuchElementException;

/**
 * Copies the rows of a query of SQLite to a map. The query has two columns, of keys and of values.
 * The types of its first row choose the codecs: LONG, DOUBLE, UTF8 for text, BYTES for blobs.
 */
public final class FromSqlite {
  private FromSqlite() {}

  /**
   * Runs the program.
   *
   * @param arguments the database, the query, the store and the map
   * @throws SQLException as {@link #move}
   * @throws NoSuchFileException as {@link #move}
   */
  public static void main(String... arguments) throws SQLException, NoSuchFileException {
    move(Path.of(arguments[0]), arguments[1], Path.of(arguments[2]), arguments[3]);
  }

  /**
   * Copies the rows of a query.
   *
   * @param from the database of SQLite
   * @param query the query, such as {@code SELECT id, name FROM people}, in any order
   * @param to the store, made if it is missing
   * @param map the map
   * @throws NoSuchFileException if there is no database
   * @throws SQLException if SQLite cannot answer the query
   * @throws NotMovableException if a column has NULL or values of several types
   */
  public static void move(Path from, String query, Path to, String map)
      throws SQLException, NoSuchFileException {
    if (!Files.exists(from)) {
      // SQLite would make it.
      throw new NoSuchFileException(from.toString());
    }
    // SQLite sorts on disk what no index orders.
    String sorted =
        "WITH pairs(k, v) AS ("
            + query
            + ") SELECT k, v, typeof(k), typeof(v) FROM pairs ORDER BY k COLLATE BINARY";
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + from);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sorted);
        Store store = Store.open(to)) {
      if (rows.next()) {
        String keys = rows.getString(3);
        String values = rows.getString(4);
        store
            .map(map, codec(map, keys), codec(map, values))
            .load(new Rows(rows, map, keys, values));
      }
    }
  }

  @SuppressWarnings("unchecked") // each value is read as what its type says
  private static Codec<Object> codec(String map, String type) {
    Codec<?> codec =
        switch (type) {
          case "integer" -> Codecs.LONG;
          case "real" -> Codecs.DOUBLE;
          case "text" -> Codecs.UTF8;
          case "blob" -> Codecs.BYTES;
          default -> throw new NotMovableException(map, "a column has NULL");
        };
    return (Codec<Object>) codec;
  }

  private static final class Rows implements Iterator<Entry<Object, Object>> {
    private final ResultSet rows;
    private final String map;
    private final String keys;
    private final String values;
    private boolean hasNext = true;

    Rows(ResultSet rows, String map, String keys, String values) {
      this.rows = rows;
      this.map = map;
      this.keys = keys;
      this.values = values;
    }

    @Override
    public boolean hasNext() {
      return hasNext;
    }

    @Override
    public Entry<Object, Object> next() {
      if (!hasNext) {
        throw new NoSuchElementException();
      }
      try {
        if (!rows.getString(3).equals(keys) || !rows.getString(4).equals(values)) {
          throw new NotMovableException(
              map, "not only " + keys + " and " + values + ": key " + rows.getString(1));
        }
        Entry<Object, Object> entry = new SimpleEntry<>(get(1, keys), get(2, values));
        hasNext = rows.next();
        return entry;
      } catch (SQLException e) {
        throw new IllegalStateException("SQLite cannot read the next row", e);
      }
    }

    private Object get(int column, String type) throws SQLException {
      return switch (type) {
        case "integer" -> rows.getLong(column);
        case "real" -> rows.getDouble(column);
        case "text" -> rows.getString(column);
        default -> rows.getBytes(column);
      };
    }
  }
}
