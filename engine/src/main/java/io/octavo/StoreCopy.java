package io.octavo;

import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.file.ChannelFile;
import io.octavo.file.DraftFile;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.map.BytesMapType;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.transaction.TransactionScope;
import io.octavo.transaction.UserType;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;

/**
 * Writes the state of a snapshot into a new file, map by map in key order, so that pages are full
 * and none are free. Every page that is read is verified.
 */
final class StoreCopy {
  private static final long CACHE_BYTES = 16 << 20;

  private StoreCopy() {}

  static void write(Transaction source, Path target) {
    try {
      if (Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      DraftFile.create(target, draft -> fill(source, draft));
    } catch (FileAlreadyExistsException e) {
      throw new StoreException(target + ": exists; name a file that does not exist", e);
    } catch (IOException | StoreFullException e) {
      throw NoSpaceException.ofCopy(target.toString(), e);
    }
  }

  /** Pages are not written in the order of the file, so a complete file is copied to the stream. */
  static void write(Transaction source, OutputStream target) {
    try {
      Path directory = Files.createTempDirectory("octavo");
      Path whole = directory.resolve("copy.oct");
      try {
        fill(source, Files.createFile(whole));
        Files.copy(whole, target);
      } finally {
        Files.deleteIfExists(whole);
        Files.delete(directory);
      }
    } catch (StoreFullException e) {
      throw NoSpaceException.ofCopy("a file in " + System.getProperty("java.io.tmpdir"), e);
    } catch (IOException e) {
      throw NoSpaceException.ofStore("cannot write the copy to the stream: " + e, e);
    }
  }

  private static void fill(Transaction source, Path draft) throws IOException {
    StoreFile file = ChannelFile.open(draft, true);
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(CACHE_BYTES).durability(Durability.CHECKPOINT);
    try {
      Pager.create(file, UUID.randomUUID());
    } catch (RuntimeException | Error e) {
      file.close();
      throw e;
    }
    try (Store copy = Store.open(file, null, options, TreeLimits.PAGE)) {
      copy.writeThrowing(
          transaction -> {
            for (String name : source.names()) {
              CatalogueRecord record = Objects.requireNonNull(source.scope().find(name));
              copy(CollectionType.of(record).type(), record, source.scope(), transaction.scope());
            }
          });
    }
  }

  private static <C> void copy(
      UserType<C> type, CatalogueRecord record, TransactionScope source, TransactionScope target) {
    String name = record.name();
    if (type == BytesMapType.TYPE
        && (record.keyCodec() != 0 || record.valueCodec() != 0 || record.tail().length > 0)) {
      // The identifiers of codecs and the tail are copied, even if this program does not know the
      // codecs.
      target.describe(name, null, record.keyCodec(), record.valueCodec(), record.tail());
    }
    type.copy(source.open(name, type), target.open(name, type));
  }
}
