package io.octavo.examples.moving;

import io.octavo.OrderedMap;
import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleEntry;
import java.util.Iterator;
import java.util.Map.Entry;
import java.util.NoSuchElementException;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * Copies the maps of an MVStore to the maps of the same names. The classes of the first key and
 * value of a map choose its codecs.
 */
public final class FromMvStore {
  private FromMvStore() {}

  /**
   * Runs the program.
   *
   * @param arguments the file of MVStore and the store
   */
  public static void main(String... arguments) {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies a file.
   *
   * @param from the file of MVStore
   * @param to the store, made if it is missing
   * @throws NotMovableException if a map has a class without a codec, or keys or values of several
   *     classes
   */
  public static void move(Path from, Path to) {
    try (MVStore source = new MVStore.Builder().fileName(from.toString()).readOnly().open();
        Store store = Store.open(to)) {
      store.write(tx -> source.getMapNames().forEach(name -> move(name, source.openMap(name), tx)));
    }
  }

  private static void move(String name, MVMap<Object, Object> from, Transaction tx) {
    Cursor<Object, Object> first = from.cursor(null);
    if (!first.hasNext()) {
      return; // nothing says what its entries would be
    }
    Class<?> keys = first.next().getClass();
    Class<?> values = first.getValue().getClass();
    OrderedMap<Object, Object> map =
        tx.map(name, ClassCodecs.of(name, keys), ClassCodecs.of(name, values));
    Cursor<Object, Object> cursor = from.cursor(null);
    map.load(
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return cursor.hasNext();
          }

          @Override
          public Entry<Object, Object> next() {
            if (!cursor.hasNext()) {
              throw new NoSuchElementException();
            }
            Object key = cursor.next();
            Object value = cursor.getValue();
            if (key.getClass() != keys || value.getClass() != values) {
              throw new NotMovableException(name, "entries of several classes: " + key);
            }
            return new SimpleEntry<>(key, value);
          }
        });
  }
}
