package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Shape;
import io.octavo.bench.data.StringEntries;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * SQLite, statements prepared once: a table whose key is the row number or, for byte strings, one
 * without row numbers.
 */
public final class SqlitePeer implements PeerStore {

  /** The most that it maps. A single run had gets a tenth faster and opening slower. */
  private static final long MAP_BYTES = 0x7fff_0000L;

  private static final int BATCH = 1000;

  private final Path file;
  private final Shape shape;
  private final Connection connection;
  private final PreparedStatement put;
  private final PreparedStatement remove;
  private int puts;
  private int removes;

  SqlitePeer(Path directory, Use use, Shape shape) throws SQLException {
    this.shape = shape;
    file = directory.resolve("store.db");
    connection = connect(file, CACHE_MEBIBYTES);
    try (Statement statement = connection.createStatement()) {
      if (use == Use.END || use == Use.EACH) {
        statement.execute("PRAGMA journal_mode=WAL");
      }
      statement.execute("PRAGMA synchronous=" + (use == Use.END ? "OFF" : "FULL"));
      statement.execute(
          "CREATE TABLE IF NOT EXISTS m "
              + (shape == Shape.LONGS
                  ? "(k INTEGER PRIMARY KEY, v INTEGER NOT NULL)"
                  : "(k BLOB PRIMARY KEY, v BLOB NOT NULL) WITHOUT ROWID"));
    }
    connection.setAutoCommit(false);
    put = connection.prepareStatement("INSERT INTO m VALUES (?, ?)");
    remove = connection.prepareStatement("DELETE FROM m WHERE k = ?");
  }

  /**
   * Connects for one thread, which needs no mutex.
   *
   * @param cacheMebibytes the cache for pages
   * @throws SQLException if the file cannot be opened
   */
  public static Connection connect(Path file, int cacheMebibytes) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setCacheSize(-1024 * cacheMebibytes);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  private static Connection connectToRead(Path file) throws SQLException {
    Connection connection = connect(file, CACHE_MEBIBYTES);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA mmap_size=" + MAP_BYTES);
    }
    return connection;
  }

  /**
   * Returns the version of the library that a connection uses.
   *
   * @throws SQLException if the connection fails
   */
  public static String version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("SELECT sqlite_version()")) {
      return "SQLite " + version.getString(1) + " by sqlite-jdbc";
    }
  }

  @Override
  public String settings() throws SQLException {
    return version(connection)
        + ", INTEGER PRIMARY KEY, for byte strings BLOB PRIMARY KEY and WITHOUT"
        + " ROWID, page cache of "
        + CACHE_MEBIBYTES
        + " MiB, pages of 4 KiB, prepared"
        + " statements in batches of 1,000, NOMUTEX; load: one transaction with the rollback"
        + " journal, synchronous=FULL; commits durable at the end: WAL, synchronous=OFF, at the"
        + " end wal_checkpoint(TRUNCATE) and fsync; durable each: WAL, synchronous=FULL; reads:"
        + " one connection and transaction a thread, mmap_size 2 GiB";
  }

  @Override
  public void load(Entries data) throws SQLException {
    for (int i = 0; i < data.count(); i++) {
      put(data, i);
    }
    commit();
  }

  private static void setKey(PreparedStatement statement, Entries data, int index)
      throws SQLException {
    if (data instanceof StringEntries strings) {
      statement.setBytes(1, strings.keyBytes(index));
    } else {
      statement.setLong(1, data.keys()[index]);
    }
  }

  @Override
  public void begin() {
    // The first statement begins it.
  }

  @Override
  public void put(Entries data, int index) throws SQLException {
    setKey(put, data, index);
    if (data instanceof StringEntries strings) {
      put.setBytes(2, strings.valueBytes(index));
    } else {
      put.setLong(2, data.values()[index]);
    }
    put.addBatch();
    if (++puts == BATCH) {
      put.executeBatch();
      puts = 0;
    }
  }

  @Override
  public void remove(Entries data, int index) throws SQLException {
    setKey(remove, data, index);
    remove.addBatch();
    if (++removes == BATCH) {
      remove.executeBatch();
      removes = 0;
    }
  }

  @Override
  public void commit() throws SQLException {
    if (puts > 0) {
      put.executeBatch();
      puts = 0;
    }
    if (removes > 0) {
      remove.executeBatch();
      removes = 0;
    }
    connection.commit();
  }

  @Override
  public void force() throws SQLException, IOException {
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    connection.setAutoCommit(false);
    // Earlier checkpoints have not forced what they wrote.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  @Override
  public Reader reader() throws SQLException {
    return new QueryReader(connectToRead(file), shape);
  }

  private static final class QueryReader implements Reader {
    private final Connection connection;
    private final Shape shape;
    private final PreparedStatement get;
    private final PreparedStatement range;
    private @Nullable ResultSet entries;

    QueryReader(Connection connection, Shape shape) throws SQLException {
      this.shape = shape;
      this.connection = connection;
      connection.setAutoCommit(false);
      get = connection.prepareStatement("SELECT v FROM m WHERE k = ?");
      range = connection.prepareStatement("SELECT k, v FROM m WHERE k >= ? ORDER BY k");
    }

    @Override
    public long get(Entries data, int index) throws SQLException {
      setKey(get, data, index);
      try (ResultSet result = get.executeQuery()) {
        return result.next() ? number(result, 1) : MISSING;
      }
    }

    private long number(ResultSet result, int column) throws SQLException {
      if (shape == Shape.LONGS) {
        return result.getLong(column);
      }
      byte[] bytes = result.getBytes(column);
      return StringEntries.number(bytes, 0, bytes.length);
    }

    private ResultSet sought() {
      ResultSet sought = entries;
      if (sought == null) {
        throw new IllegalStateException("no key was sought");
      }
      return sought;
    }

    @Override
    public boolean seek(Entries data, int index) throws SQLException {
      if (entries != null) {
        entries.close();
      }
      setKey(range, data, index);
      entries = range.executeQuery();
      return next();
    }

    @Override
    public boolean next() throws SQLException {
      return sought().next();
    }

    @Override
    public long key() throws SQLException {
      return number(sought(), 1);
    }

    @Override
    public long value() throws SQLException {
      return number(sought(), 2);
    }

    @Override
    public void close() throws SQLException {
      get.close();
      range.close();
      connection.close();
    }
  }

  @Override
  public void close() throws SQLException {
    put.close();
    remove.close();
    connection.close();
  }
}
