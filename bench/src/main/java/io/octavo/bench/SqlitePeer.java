package io.octavo.bench;

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

/** SQLite: a table whose key is the row number, statements prepared once. */
final class SqlitePeer implements PeerStore.Durable {
  private static final int CACHE_KIB = 1 << 20;

  /** The most that it maps. A single run had gets a tenth faster and opening slower. */
  private static final long MAP_BYTES = 0x7fff_0000L;

  private static final int BATCH = 1000;

  private final Path file;
  private final Connection connection;
  private final PreparedStatement put;
  private final PreparedStatement remove;
  private int puts;
  private int removes;

  SqlitePeer(Path directory, Use use) throws SQLException {
    file = directory.resolve("store.db");
    connection = connect(file);
    try (Statement statement = connection.createStatement()) {
      if (use == Use.END || use == Use.EACH) {
        statement.execute("PRAGMA journal_mode=WAL");
      }
      statement.execute("PRAGMA synchronous=" + (use == Use.END ? "OFF" : "FULL"));
      statement.execute("CREATE TABLE IF NOT EXISTS m (k INTEGER PRIMARY KEY, v INTEGER NOT NULL)");
    }
    connection.setAutoCommit(false);
    put = connection.prepareStatement("INSERT INTO m VALUES (?, ?)");
    remove = connection.prepareStatement("DELETE FROM m WHERE k = ?");
  }

  /** Connects for one thread, which needs no mutex. */
  private static Connection connect(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setCacheSize(-CACHE_KIB);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  private static Connection connectToRead(Path file) throws SQLException {
    Connection connection = connect(file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA mmap_size=" + MAP_BYTES);
    }
    return connection;
  }

  @Override
  public String settings() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("SELECT sqlite_version()")) {
      return "SQLite "
          + version.getString(1)
          + " by sqlite-jdbc, INTEGER PRIMARY KEY, page cache of 1 GiB, pages of 4 KiB, prepared"
          + " statements in batches of 1,000, NOMUTEX; load: one transaction with the rollback"
          + " journal, synchronous=FULL; commits durable at the end: WAL, synchronous=OFF, at the"
          + " end wal_checkpoint(TRUNCATE) and fsync; durable each: WAL, synchronous=FULL; reads:"
          + " one connection and transaction a thread, mmap_size 2 GiB";
    }
  }

  @Override
  public void load(PeerData data) throws SQLException {
    long[] keys = data.keys();
    long[] values = data.values();
    for (int i = 0; i < keys.length; i++) {
      put(keys[i], values[i]);
    }
    commit();
  }

  @Override
  public void begin() {
    // The first statement begins it.
  }

  @Override
  public void put(long key, long value) throws SQLException {
    put.setLong(1, key);
    put.setLong(2, value);
    put.addBatch();
    if (++puts == BATCH) {
      put.executeBatch();
      puts = 0;
    }
  }

  @Override
  public void remove(long key) throws SQLException {
    remove.setLong(1, key);
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
    return new QueryReader(connectToRead(file));
  }

  private static final class QueryReader implements Reader {
    private final Connection connection;
    private final PreparedStatement get;
    private final PreparedStatement range;
    private @Nullable ResultSet entries;

    QueryReader(Connection connection) throws SQLException {
      this.connection = connection;
      connection.setAutoCommit(false);
      get = connection.prepareStatement("SELECT v FROM m WHERE k = ?");
      range = connection.prepareStatement("SELECT k, v FROM m WHERE k >= ? ORDER BY k");
    }

    @Override
    public long get(long key) throws SQLException {
      get.setLong(1, key);
      try (ResultSet result = get.executeQuery()) {
        return result.next() ? result.getLong(1) : MISSING;
      }
    }

    private ResultSet sought() {
      ResultSet sought = entries;
      if (sought == null) {
        throw new IllegalStateException("no key was sought");
      }
      return sought;
    }

    @Override
    public boolean seek(long key) throws SQLException {
      if (entries != null) {
        entries.close();
      }
      range.setLong(1, key);
      entries = range.executeQuery();
      return next();
    }

    @Override
    public boolean next() throws SQLException {
      return sought().next();
    }

    @Override
    public long key() throws SQLException {
      return sought().getLong(1);
    }

    @Override
    public long value() throws SQLException {
      return sought().getLong(2);
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
