package io.octavo.examples.moving;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.Store;
import io.octavo.map.BytesPairs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WALRecoveryMode;

/** Copies the column families of a RocksDB to maps of byte strings of the same names. */
public final class FromRocksDb {
  private FromRocksDb() {}

  /**
   * Runs the program.
   *
   * @param arguments the directory of RocksDB and the store
   * @throws RocksDBException as {@link #move}
   */
  public static void main(String... arguments) throws RocksDBException {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies a database.
   *
   * @param from the directory of RocksDB
   * @param to the store, made if it is missing
   * @throws RocksDBException if RocksDB cannot read an entry, needs a comparator or a merge
   *     operator of the program that wrote it, or has not recovered from a crash
   * @throws IllegalArgumentException if the keys of a column family are in another order
   */
  public static void move(Path from, Path to) throws RocksDBException {
    RocksDB.loadLibrary();
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ConfigOptions configuration = new ConfigOptions();
        DBOptions options = new DBOptions()) {
      // Comparators and merge operators that RocksDB has itself come from the file of its options.
      OptionsUtil.loadLatestOptions(configuration, from.toString(), options, families);
      // Otherwise RocksDB would pass over the rest of its log behind what it cannot apply.
      options.setWalRecoveryMode(WALRecoveryMode.AbsoluteConsistency);
      try (RocksDB db = RocksDB.openReadOnly(options, from.toString(), families, handles);
          Store store = Store.open(to)) {
        store.writeThrowing(
            tx -> {
              for (ColumnFamilyHandle family : handles) {
                try (RocksIterator entries = db.newIterator(family)) {
                  tx.bytesMap(new String(family.getName(), UTF_8)).load(new Pairs(entries));
                  entries.status(); // throws if the iterator has ended by a failure
                }
              }
            });
      }
    }
  }

  private static final class Pairs implements BytesPairs {
    private final RocksIterator entries;
    private boolean hasBegun;

    Pairs(RocksIterator entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      if (hasBegun) {
        entries.next();
      } else {
        entries.seekToFirst();
        hasBegun = true;
      }
      return entries.isValid();
    }

    @Override
    public byte[] key() {
      return entries.key();
    }

    @Override
    public byte[] value() {
      return entries.value();
    }
  }
}
