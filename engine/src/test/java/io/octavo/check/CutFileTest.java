package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreFailedException;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that something else cuts off while it is open is written no more. */
@Timeout(120)
class CutFileTest {
  private static final int COMMITS = 5_000;

  @TempDir private Path directory;

  /** Where a file is cut. */
  private enum Cut {
    HALF {
      @Override
      long of(long length) {
        return length / 2;
      }
    },
    META_PAGES {
      @Override
      long of(long length) {
        return 4L * PageHeader.PAGE_SIZE;
      }
    },
    LAST_PAGE {
      @Override
      long of(long length) {
        return length - PageHeader.PAGE_SIZE;
      }
    },
    LAST_BYTE {
      @Override
      long of(long length) {
        return length - 1;
      }
    };

    abstract long of(long length);
  }

  private Store filled(Path path, Durability durability, int entries) {
    Store store = Store.open(path, StoreOptions.defaults().durability(durability));
    store.write(
        tx -> {
          for (long key = 0; key < entries; key++) {
            tx.longMap("m").put(key, key);
          }
        });
    put(store, 0);
    store.checkpoint();
    return store;
  }

  private static void put(Store store, long value) {
    store.write(tx -> tx.longMap("m").put(value % 7, value));
  }

  private static void cut(Path path, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }

  @ParameterizedTest
  @EnumSource(Cut.class)
  void aCutEndsTheStoreBeforeItsNextRecord(Cut place) throws IOException {
    for (int entries : new int[] {10, 20_000}) {
      Path path = directory.resolve(place + "" + entries);
      try (Store store = filled(path, Durability.SYNC, entries)) {
        long length = place.of(Files.size(path));
        cut(path, length);
        assertThatThrownBy(() -> put(store, COMMITS))
            .isExactlyInstanceOf(StoreFailedException.class)
            .hasMessageContaining("was cut off while the store was open")
            .hasMessageContaining(length + " bytes");
        assertThat(path).hasSize(length);
      }
    }
  }

  /** Further commits must not make the file as long as it was, with zeros in it. */
  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"ASYNC", "CHECKPOINT"})
  void aCutIsReportedAtTheLatestByTheClose(Durability durability) throws IOException {
    for (Cut place : Cut.values()) {
      Path path = directory.resolve("" + place);
      Store store = filled(path, durability, 20_000);
      long length = place.of(Files.size(path));
      cut(path, length);
      Throwable failure =
          catchThrowable(
              () -> {
                for (long commit = 0; commit < COMMITS; commit++) {
                  put(store, commit);
                }
              });
      Throwable ofClose = catchThrowable(store::close);
      assertThat(failure == null ? ofClose : failure)
          .as("%s", place)
          .isExactlyInstanceOf(StoreFailedException.class)
          .hasMessageContaining("was cut off while the store was open");
      assertThat(path).hasSize(length);
      if (place == Cut.HALF) {
        assertThatThrownBy(() -> Store.open(path)).isExactlyInstanceOf(CorruptionException.class);
      }
    }
  }
}
