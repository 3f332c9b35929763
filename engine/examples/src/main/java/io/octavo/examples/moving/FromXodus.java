package io.octavo.examples.moving;

import io.octavo.Store;
import io.octavo.map.BytesPairs;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;

/** Copies the stores of an environment of Xodus to maps of byte strings of the same names. */
public final class FromXodus {
  private FromXodus() {}

  /**
   * Runs the program.
   *
   * @param arguments the directory of the environment and the store
   * @throws NoSuchFileException as {@link #move}
   */
  public static void main(String... arguments) throws NoSuchFileException {
    move(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /**
   * Copies an environment.
   *
   * @param from the directory of the environment
   * @param to the store, made if it is missing
   * @throws NoSuchFileException if there is no directory
   * @throws NotMovableException if a store has several values a key
   */
  public static void move(Path from, Path to) throws NoSuchFileException {
    if (!Files.exists(from)) {
      // Xodus would make it.
      throw new NoSuchFileException(from.toString());
    }
    EnvironmentConfig config = new EnvironmentConfig().setEnvIsReadonly(true);
    try (Environment environment = Environments.newInstance(from.toFile(), config);
        Store store = Store.open(to)) {
      store.write(
          tx ->
              environment.executeInReadonlyTransaction(
                  source -> {
                    for (String name : environment.getAllStoreNames(source)) {
                      var entries = environment.openStore(name, StoreConfig.USE_EXISTING, source);
                      if (entries.getConfig().duplicates) {
                        throw new NotMovableException(name, "a store with duplicates");
                      }
                      try (Cursor cursor = entries.openCursor(source)) {
                        tx.bytesMap(name).load(new Pairs(cursor));
                      }
                    }
                  }));
    }
  }

  private record Pairs(Cursor cursor) implements BytesPairs {
    @Override
    public boolean next() {
      return cursor.getNext();
    }

    @Override
    public byte[] key() {
      return bytes(cursor.getKey());
    }

    @Override
    public byte[] value() {
      return bytes(cursor.getValue());
    }

    private static byte[] bytes(ByteIterable bytes) {
      return Arrays.copyOf(bytes.getBytesUnsafe(), bytes.getLength());
    }
  }
}
