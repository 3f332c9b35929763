package io.octavo.bench.ids;

import io.octavo.bench.peer.SqlitePeer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.NoSuchElementException;

/** SQLite: a table whose row numbers are the ids, with a unique index of the strings. */
final class SqliteIds implements IdPeer.Strings {
  private static final int CACHE_MEBIBYTES = (int) (OctavoIds.CACHE_BYTES >> 20);

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement find;
  private final PreparedStatement get;
  private int size;

  SqliteIds(Path directory) throws SQLException {
    connection = SqlitePeer.connect(directory.resolve("ids.db"), CACHE_MEBIBYTES);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA mmap_size=" + OctavoIds.CACHE_BYTES);
      statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, s BLOB NOT NULL UNIQUE)");
    }
    connection.setAutoCommit(false);
    insert = connection.prepareStatement("INSERT OR IGNORE INTO t VALUES (?, ?)");
    find = connection.prepareStatement("SELECT id FROM t WHERE s = ?");
    get = connection.prepareStatement("SELECT s FROM t WHERE id = ?");
  }

  @Override
  public String settings() throws SQLException {
    return SqlitePeer.version(connection)
        + ", INTEGER PRIMARY KEY and BLOB UNIQUE, INSERT OR IGNORE, then SELECT"
        + " if it was there; prepared statements, NOMUTEX, page cache of "
        + CACHE_MEBIBYTES
        + " MiB, mmap_size the same; one transaction with the rollback journal,"
        + " synchronous=FULL; reads in one transaction of the same connection";
  }

  @Override
  public int intern(byte[] string) throws SQLException {
    insert.setInt(1, size);
    insert.setBytes(2, string);
    return insert.executeUpdate() == 1 ? size++ : find(string);
  }

  @Override
  public int find(byte[] string) throws SQLException {
    find.setBytes(1, string);
    try (ResultSet result = find.executeQuery()) {
      return result.next() ? result.getInt(1) : ABSENT;
    }
  }

  @Override
  public byte[] get(int id) throws SQLException {
    get.setInt(1, id);
    try (ResultSet result = get.executeQuery()) {
      if (!result.next()) {
        throw new NoSuchElementException("no string has the id " + id);
      }
      return result.getBytes(1);
    }
  }

  @Override
  public void commit() throws SQLException {
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    insert.close();
    find.close();
    get.close();
    connection.close();
  }
}
