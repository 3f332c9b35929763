package io.octavo.bench;

import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** A store that commits one entry; any number of threads. */
interface CommitStore extends AutoCloseable {
  /** Commits an entry. */
  void commit(long key, long value) throws IOException, SQLException;

  /** Reads an entry, -1 where there is none. */
  long get(long key) throws IOException, SQLException;

  /** Opens a snapshot that stays open until it is closed. */
  default AutoCloseable openReader() {
    throw new UnsupportedOperationException("measured with Octavo and LMDB only");
  }

  @Override
  void close() throws IOException, SQLException;

  /** Those that are measured, in the order of the table. */
  enum Contestant {
    /** What the disk gives: a block written over and over in a file of fixed length. */
    RAW {
      @Override
      CommitStore open(Path directory, boolean isForced) throws IOException {
        return new Raw(directory.resolve("raw"), isForced);
      }
    },
    OCTAVO {
      @Override
      CommitStore open(Path directory, boolean isForced) {
        Durability level = isForced ? Durability.SYNC : Durability.ASYNC;
        return new Octavo(
            Store.open(directory.resolve("octavo.oct"), StoreOptions.defaults().durability(level)));
      }
    },
    SQLITE {
      @Override
      CommitStore open(Path directory, boolean isForced) throws SQLException {
        return new Sqlite(directory.resolve("sqlite.db"), isForced ? "FULL" : "OFF");
      }
    },
    LMDB {
      @Override
      CommitStore open(Path directory, boolean isForced) throws IOException {
        Path place = Files.createDirectories(directory.resolve("lmdb"));
        return isForced ? new Lmdb(place) : new Lmdb(place, EnvFlags.MDB_NOSYNC);
      }
    },
    ROCKSDB {
      @Override
      CommitStore open(Path directory, boolean isForced) throws IOException {
        return new Rocks(directory.resolve("rocksdb"), isForced);
      }
    };

    /**
     * Opens a store.
     *
     * @param directory where
     * @param isForced whether a commit is durable when it returns; else it survives the process
     */
    abstract CommitStore open(Path directory, boolean isForced) throws IOException, SQLException;
  }

  /** A file of 4 MiB, its blocks of 4 KiB written in turn, and each forced without metadata. */
  final class Raw implements CommitStore {
    private static final int BLOCK = 4096;
    private static final int BLOCKS = 1024;

    private final FileChannel file;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    private final boolean isForced;
    private int next;

    Raw(Path path, boolean isForced) throws IOException {
      this.isForced = isForced;
      file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      for (int i = 0; i < BLOCKS; i++) {
        file.write(block.clear(), (long) i * BLOCK);
      }
      file.force(true);
    }

    @Override
    public synchronized void commit(long key, long value) throws IOException {
      block.putLong(0, key).putLong(8, value);
      file.write(block.clear(), (long) next * BLOCK);
      if (isForced) {
        file.force(false);
      }
      next = (next + 1) % BLOCKS;
    }

    @Override
    public long get(long key) {
      throw new UnsupportedOperationException("a block is no store");
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** A store with its durability. */
  final class Octavo implements CommitStore {
    private final Store store;

    Octavo(Store store) {
      this.store = store;
    }

    @Override
    public void commit(long key, long value) {
      store.write(tx -> tx.longMap("m").put(key, value));
    }

    @Override
    public long get(long key) {
      return store.readLong(tx -> tx.longMap("m").get(key, -1));
    }

    @Override
    public AutoCloseable openReader() {
      Transaction reader = store.beginRead();
      reader.longMap("m");
      return reader;
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** One thread that waits for the oldest of many commits that are on their way to the disk. */
  final class InFlight implements CommitStore {
    private final Store store;
    private final int most;
    private final Deque<CommitTicket> tickets = new ArrayDeque<>();

    InFlight(Store store, int most) {
      this.store = store;
      this.most = most;
    }

    @Override
    public void commit(long key, long value) {
      if (tickets.size() == most) {
        tickets.remove().await();
      }
      try (Transaction transaction = store.beginWrite()) {
        transaction.longMap("m").put(key, value);
        tickets.add(transaction.commitLater());
      }
    }

    @Override
    public long get(long key) {
      return store.readLong(tx -> tx.longMap("m").get(key, -1));
    }

    /** Waits for all; the store stays open. */
    @Override
    public void close() {
      tickets.forEach(CommitTicket::await);
      tickets.clear();
    }
  }

  /** Write-ahead log; threads take turns at one connection. */
  final class Sqlite implements CommitStore {
    private final Connection connection;
    private final PreparedStatement put;
    private final PreparedStatement get;

    Sqlite(Path path, String synchronous) throws SQLException {
      connection = DriverManager.getConnection("jdbc:sqlite:" + path);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode=WAL");
        statement.execute("PRAGMA synchronous=" + synchronous);
        statement.execute("CREATE TABLE IF NOT EXISTS m (k INTEGER PRIMARY KEY, v INTEGER)");
      }
      put = connection.prepareStatement("INSERT OR REPLACE INTO m VALUES (?, ?)");
      get = connection.prepareStatement("SELECT v FROM m WHERE k = ?");
    }

    @Override
    public synchronized void commit(long key, long value) throws SQLException {
      put.setLong(1, key);
      put.setLong(2, value);
      put.executeUpdate();
    }

    @Override
    public synchronized long get(long key) throws SQLException {
      get.setLong(1, key);
      try (ResultSet result = get.executeQuery()) {
        return result.next() ? result.getLong(1) : -1;
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** Write-ahead log, forced with each commit or not; other options are the defaults. */
  final class Rocks implements CommitStore {
    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions writeOptions;
    private final RocksDB store;

    Rocks(Path path, boolean isForced) throws IOException {
      writeOptions = new WriteOptions().setSync(isForced);
      try {
        store = RocksDB.open(options, path.toString());
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void commit(long key, long value) throws IOException {
      try {
        store.put(writeOptions, Lmdb.bytes(key), Lmdb.bytes(value));
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
    }

    @Override
    public long get(long key) throws IOException {
      try {
        byte[] found = store.get(Lmdb.bytes(key));
        return found == null ? -1 : ByteBuffer.wrap(found).getLong();
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      store.close();
      writeOptions.close();
      options.close();
    }
  }

  /** Arrays, for which no module has to be opened. */
  final class Lmdb implements CommitStore {
    private static final long MAP_BYTES = 4L << 30;
    private static final int READERS = 2048;

    private final Env<byte[]> environment;
    private final Dbi<byte[]> map;

    /**
     * Opens an environment.
     *
     * @param flags flags beside that for several readers of one thread
     */
    Lmdb(Path directory, EnvFlags... flags) {
      EnvFlags[] all = Arrays.copyOf(flags, flags.length + 1);
      all[flags.length] = EnvFlags.MDB_NOTLS;
      environment =
          Env.create(ByteArrayProxy.PROXY_BA)
              .setMapSize(MAP_BYTES)
              .setMaxDbs(1)
              .setMaxReaders(READERS)
              .open(directory.toFile(), all);
      map = environment.openDbi("m", DbiFlags.MDB_CREATE);
    }

    private static byte[] bytes(long number) {
      return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    @Override
    public void commit(long key, long value) {
      try (Txn<byte[]> transaction = environment.txnWrite()) {
        map.put(transaction, bytes(key), bytes(value));
        transaction.commit();
      }
    }

    @Override
    public long get(long key) {
      try (Txn<byte[]> transaction = environment.txnRead()) {
        byte[] found = map.get(transaction, bytes(key));
        return found == null ? -1 : ByteBuffer.wrap(found).getLong();
      }
    }

    @Override
    public AutoCloseable openReader() {
      return environment.txnRead();
    }

    @Override
    public void close() {
      environment.close();
    }
  }
}
