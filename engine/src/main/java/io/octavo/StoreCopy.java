package io.octavo;

import io.octavo.error.StoreException;
import io.octavo.file.ChannelFile;
import io.octavo.file.DraftFile;
import io.octavo.file.StoreFile;
import io.octavo.page.CatalogueRecord;
import io.octavo.pager.Pager;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Writes what a snapshot sees into a new file: map by map in key order, so that its pages are full
 * and nothing is free. Every page of the source is checked on its way.
 */
final class StoreCopy {
  private static final long CACHE_BYTES = 16 << 20;

  /** Bytes of a value that may be on the heap at once. */
  private static final int PART = 1 << 16;

  private static final byte[] NOTHING = {};

  private StoreCopy() {}

  static void write(Transaction source, Path target) {
    try {
      if (Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      DraftFile.create(target, draft -> fill(source, draft));
    } catch (FileAlreadyExistsException e) {
      throw new StoreException(target + ": exists; a copy replaces nothing, name a new file", e);
    } catch (IOException e) {
      throw new StoreException(target + ": cannot write the copy: " + e, e);
    }
  }

  /** A file is not written front to back, so a stream gets one that is whole. */
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
    } catch (IOException e) {
      throw new StoreException("cannot write the copy to the stream: " + e, e);
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
      copy.write(
          transaction -> {
            for (String name : source.names()) {
              copy(source, transaction, name);
            }
          });
    }
  }

  private static void copy(Transaction source, Transaction target, String name) throws IOException {
    CatalogueRecord record = source.find(name);
    if (record != null && record.type() == CatalogueRecord.POSTINGS) {
      target.postings(name).load(source.postings(name).lists());
      return;
    }
    if (record == null || record.type() != CatalogueRecord.BYTES_MAP) {
      target.longMap(name).load(source.longMap(name).cursor());
      return;
    }
    if (record.keyCodec() != 0 || record.valueCodec() != 0 || record.tail().length > 0) {
      // As they stand, whether this program knows them or not.
      target.createBytesMap(name, record.keyCodec(), record.valueCodec(), record.tail());
    }
    BytesMap map = target.bytesMap(name);
    for (BytesCursor cursor = source.bytesMap(name).cursor(); cursor.next(); ) {
      int length = cursor.value(NOTHING, 0);
      if (length > PART) {
        map.put(cursor.key(), cursor.open(), length);
      } else {
        map.put(cursor.key(), cursor.value());
      }
    }
  }
}
