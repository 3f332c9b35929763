package io.octavo.examples.moving;

import io.octavo.OrderedMap;
import io.octavo.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;

/** Copies a Chronicle Map to a map. */
public final class FromChronicleMap {
  private FromChronicleMap() {}

  /**
   * Runs the program.
   *
   * @param arguments the file of Chronicle Map, the store and the map
   * @throws IOException as {@link #move}
   */
  public static void main(String... arguments) throws IOException {
    move(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2]);
  }

  /**
   * Copies a file. Its entries have no order, so that each is put for itself.
   *
   * @param from the file of Chronicle Map
   * @param to the store, made if it is missing
   * @param name the map
   * @throws IOException if the file cannot be read
   * @throws NotMovableException if no codec is known for the keys or the values
   */
  public static void move(Path from, Path to, String name) throws IOException {
    if (!Files.exists(from)) {
      // Chronicle Map would make it.
      throw new NoSuchFileException(from.toString());
    }
    // The header of the file names the classes.
    try (ChronicleMap<Object, Object> source =
            ChronicleMap.of(Object.class, Object.class).createPersistedTo(from.toFile());
        Store store = Store.open(to)) {
      var keys = ClassCodecs.of(name, source.keyClass());
      var values = ClassCodecs.of(name, source.valueClass());
      store.write(
          tx -> {
            OrderedMap<Object, Object> map = tx.map(name, keys, values);
            source.forEach(map::put);
          });
    }
  }
}
