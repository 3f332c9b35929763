package io.octavo.bench.series;

import io.octavo.bench.data.Entries;
import io.octavo.bench.peer.SqlitePeer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Entries in a table of a database, which scans the range that a query asks for. */
abstract class SqlSeries implements SeriesPeer {
  private static final String FIGURES =
      "count(*), CAST(coalesce(sum(v), 0) AS BIGINT), min(v), max(v)";

  private final Connection connection;

  /** How the database writes the division of integers. */
  private final String division;

  private SqlSeries(Connection connection, String division) {
    this.connection = connection;
    this.division = division;
  }

  final Connection connection() {
    return connection;
  }

  final void execute(String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  /** Returns what stands behind FROM: what has the columns t and v. */
  abstract String table();

  @Override
  public final long summary(long from, long to) throws SQLException {
    String text = "SELECT " + FIGURES + " FROM " + table() + " WHERE t BETWEEN ? AND ?";
    try (PreparedStatement query = connection.prepareStatement(text)) {
      query.setLong(1, from);
      query.setLong(2, to);
      try (ResultSet result = query.executeQuery()) {
        result.next();
        return number(result, 1);
      }
    }
  }

  private static long number(ResultSet result, int column) throws SQLException {
    return SeriesPeer.number(
        result.getLong(column),
        result.getLong(column + 1),
        result.getLong(column + 2),
        result.getLong(column + 3));
  }

  @Override
  public final long windows(long from, long to, int count) throws SQLException {
    // The part of the time x behind the first is the greatest i with floor(i * times / count) <= x.
    String part =
        "((t - "
            + from
            + " + 1) * "
            + count
            + " - 1) "
            + division
            + " "
            + Math.addExact(to - from, 1);
    String text =
        "SELECT "
            + part
            + " AS part, "
            + FIGURES
            + " FROM "
            + table()
            + " WHERE t BETWEEN ? AND ? GROUP BY part";
    long number = 0;
    try (PreparedStatement query = connection.prepareStatement(text)) {
      query.setLong(1, from);
      query.setLong(2, to);
      try (ResultSet result = query.executeQuery()) {
        while (result.next()) {
          number += SeriesPeer.number(result.getLong(1), number(result, 2));
        }
      }
    }
    return number;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** SQLite: the time and a number of entries with equal times are the key. */
  static final class Sqlite extends SqlSeries {
    private static final int BATCH = 1000;

    Sqlite(Path directory) throws SQLException {
      super(SqlitePeer.connect(directory.resolve("series.db"), (int) (CACHE_BYTES >> 20)), "/");
      execute("PRAGMA synchronous=FULL");
      execute("PRAGMA mmap_size=" + CACHE_BYTES);
      execute(
          "CREATE TABLE s (t INTEGER NOT NULL, n INTEGER NOT NULL, v INTEGER NOT NULL,"
              + " PRIMARY KEY (t, n)) WITHOUT ROWID");
      connection().setAutoCommit(false);
    }

    @Override
    public String settings() throws SQLException {
      return SqlitePeer.version(connection())
          + ", PRIMARY KEY of the time and a number of entries with equal times, WITHOUT ROWID;"
          + " one transaction with the rollback journal, synchronous=FULL, prepared inserts in"
          + " batches of 1,000; page cache and mmap_size of 1 GiB";
    }

    @Override
    public void load(Entries entries) throws SQLException {
      long[] times = entries.keys();
      try (PreparedStatement insert =
          connection().prepareStatement("INSERT INTO s VALUES (?, ?, ?)")) {
        int equal = 0;
        for (int i = 0; i < times.length; i++) {
          equal = i > 0 && times[i] == times[i - 1] ? equal + 1 : 0;
          insert.setLong(1, times[i]);
          insert.setInt(2, equal);
          insert.setLong(3, entries.values()[i]);
          insert.addBatch();
          if ((i + 1) % BATCH == 0 || i == times.length - 1) {
            insert.executeBatch();
          }
        }
      }
      connection().commit();
    }

    @Override
    String table() {
      return "s";
    }
  }

  /** DuckDB: a table of two columns, or a file of Parquet that DuckDB writes and reads. */
  static final class Duck extends SqlSeries {
    private final boolean isParquet;
    private final Path parquet;

    private Duck(Path directory, boolean isParquet) throws SQLException {
      super(connect(isParquet ? "" : directory.resolve("series.db").toString()), "//");
      this.isParquet = isParquet;
      parquet = directory.resolve("series.parquet");
      execute("CREATE TABLE s (t BIGINT NOT NULL, v BIGINT NOT NULL)");
    }

    static Duck table(Path directory) throws SQLException {
      return new Duck(directory, false);
    }

    static Duck parquet(Path directory) throws SQLException {
      return new Duck(directory, true);
    }

    private static Connection connect(String file) throws SQLException {
      Properties properties = new Properties();
      properties.setProperty("threads", "1");
      properties.setProperty("memory_limit", "2GiB");
      properties.setProperty("autoinstall_known_extensions", "false");
      return DriverManager.getConnection("jdbc:duckdb:" + file, properties);
    }

    @Override
    public String settings() throws SQLException {
      return "DuckDB "
          + connection().getMetaData().getDatabaseProductVersion()
          + (isParquet
              ? ", COPY of a table in memory to a file of Parquet, PARQUET_VERSION v2, zstd,"
                  + " queried by read_parquet"
              : ", a table of two columns without index, Appender, CHECKPOINT")
          + "; one thread, memory_limit 2 GiB";
    }

    @Override
    public void load(Entries entries) throws SQLException {
      DuckDBConnection duck = connection().unwrap(DuckDBConnection.class);
      try (DuckDBAppender appender = duck.createAppender("s")) {
        for (int i = 0; i < entries.count(); i++) {
          appender.beginRow();
          appender.append(entries.keys()[i]);
          appender.append(entries.values()[i]);
          appender.endRow();
        }
      }
      if (isParquet) {
        execute(
            "COPY s TO '" + parquet + "' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd)");
        execute("DROP TABLE s");
      } else {
        execute("CHECKPOINT");
      }
    }

    @Override
    String table() {
      return isParquet ? "read_parquet('" + parquet + "')" : "s";
    }
  }
}
