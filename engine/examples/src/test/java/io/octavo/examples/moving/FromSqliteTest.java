package io.octavo.examples.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codecs;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FromSqliteTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source.db");
    to = directory.resolve("target.oct");
  }

  private void execute(String... commands) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + from);
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  private void insert(String table, Map<?, ?> entries) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + from);
        PreparedStatement put =
            connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
      connection.setAutoCommit(false);
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        put.setObject(1, entry.getKey());
        put.setObject(2, entry.getValue());
        put.executeUpdate();
      }
      connection.commit();
    }
  }

  @Test
  void rowsMove() throws SQLException, NoSuchFileException {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<Long, Double> longs = new TreeMap<>();
    SortedMap<String, Long> strings = new TreeMap<>();
    Random random = new Random(Sources.SEED);
    for (long key : Sources.longs()) {
      longs.put(key, random.nextGaussian());
      String text = Long.toString(key, 36) + "é\uD83D\uDE00";
      strings.put(random.nextBoolean() ? text.toUpperCase(Locale.ROOT) : text, key);
    }
    execute(
        "CREATE TABLE bytes (k BLOB PRIMARY KEY, v BLOB)",
        "CREATE TABLE longs (k INTEGER PRIMARY KEY, v REAL)",
        "CREATE TABLE strings (k TEXT COLLATE NOCASE, v INTEGER)");
    insert("bytes", bytes);
    insert("longs", longs);
    insert("strings", strings);
    FromSqlite.main(from.toString(), "SELECT * FROM bytes", to.toString(), "bytes");
    FromSqlite.main(from.toString(), "SELECT k, v FROM longs", to.toString(), "longs");
    FromSqlite.main(from.toString(), "SELECT k, v FROM strings", to.toString(), "strings");
    FromSqlite.main(from.toString(), "SELECT k, v FROM longs WHERE 0", to.toString(), "none");
    Sources.assertBytes(to, "bytes", bytes);
    Sources.assertEntries(to, "longs", Codecs.LONG, Codecs.DOUBLE, longs);
    Sources.assertEntries(to, "strings", Codecs.UTF8, Codecs.LONG, strings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "VALUES (1, 'a'), (2, 3); m: not only integer and text: key 2",
        "VALUES (1, 2), ('b', 2); m: not only integer and integer: key b",
        "VALUES (NULL, 2); m: a column has NULL"
      })
  void otherRowsAreRefused(String query, String message) throws SQLException {
    execute("CREATE TABLE t (k, v)");
    assertThatThrownBy(() -> FromSqlite.move(from, query, to, "m"))
        .isInstanceOf(NotMovableException.class)
        .hasMessage(message);
    Sources.assertNothing(to);
  }

  @Test
  void aKeyOfTwoRowsIsRefused() throws SQLException {
    execute("CREATE TABLE t (k, v)");
    assertThatThrownBy(() -> FromSqlite.move(from, "VALUES (1, 2), (1, 3)", to, "m"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above");
    Sources.assertNothing(to);
  }

  @Test
  void aMissingSourceIsNotMade() {
    assertThatThrownBy(() -> FromSqlite.move(from, "SELECT 1, 2", to, "m"))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(directory).isEmptyDirectory();
  }
}
