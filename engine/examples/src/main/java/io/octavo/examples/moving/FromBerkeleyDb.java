package io.octavo.examples.moving;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import io.octavo.Store;
import io.octavo.map.BytesPairs;
import java.nio.file.Path;

/**
 * Copies the databases of an environment of Berkeley DB Java Edition to maps of byte strings of the
 * same names.
 */
public final class FromBerkeleyDb {
  private FromBerkeleyDb() {}

  /**
   * Runs the program.
   *
   * @param arguments the directory of the environment and the store
   */
  public static void main(String... arguments) {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies an environment.
   *
   * @param from the directory of the environment
   * @param to the store, made if it is missing
   * @throws NotMovableException if a database has several values a key, or a comparator of its own
   */
  public static void move(Path from, Path to) {
    EnvironmentConfig reading = new EnvironmentConfig();
    reading.setReadOnly(true);
    DatabaseConfig existing = new DatabaseConfig().setReadOnly(true).setUseExistingConfig(true);
    try (Environment environment = new Environment(from.toFile(), reading);
        Store store = Store.open(to)) {
      store.write(
          tx -> {
            for (String name : environment.getDatabaseNames()) {
              try (Database database = environment.openDatabase(null, name, existing);
                  Cursor cursor = database.openCursor(null, null)) {
                DatabaseConfig config = database.getConfig();
                if (config.getSortedDuplicates()) {
                  throw new NotMovableException(name, "a database of sorted duplicates");
                } else if (config.getBtreeComparator() != null) {
                  throw new NotMovableException(name, "a database with a comparator of its own");
                }
                tx.bytesMap(name).load(new Pairs(cursor));
              }
            }
          });
    }
  }

  private static final class Pairs implements BytesPairs {
    private final DatabaseEntry key = new DatabaseEntry();
    private final DatabaseEntry value = new DatabaseEntry();
    private final Cursor cursor;

    Pairs(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return cursor.getNext(key, value, LockMode.DEFAULT) == OperationStatus.SUCCESS;
    }

    @Override
    public byte[] key() {
      return key.getData();
    }

    @Override
    public byte[] value() {
      return value.getData();
    }
  }
}
