package io.octavo.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.Store;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.RingRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Stores that were not closed, whose commit ring holds what a test wants, with right checksums. The
 * last checkpoint contains a map of each type.
 */
public final class ForgedRing {
  public static final int LONGS = 1;
  public static final int STRINGS = 2;
  public static final int PIECES = 3;
  public static final int LISTS = 4;
  public static final int NEXT = 5;

  /** The number of the commit that the checkpoint contains. */
  static final int LAST = 1;

  private final byte[] checkpoint;

  private ForgedRing(byte[] checkpoint) {
    this.checkpoint = checkpoint;
  }

  /** Makes the store: the commit that first needs a ring is a checkpoint, so the ring is empty. */
  public static ForgedRing make(Path directory) throws IOException {
    Path file = directory.resolve("open.oct");
    try (Store store = Store.open(file)) {
      store.write(
          tx -> {
            for (long key = 0; key < 3_000; key++) {
              tx.longMap("longs").put(3 * key, key * key);
            }
            for (int i = 0; i < 300; i++) {
              tx.bytesMap("strings").put(("key " + i).getBytes(UTF_8), new byte[i]);
            }
            tx.bytesMap("strings").put("large".getBytes(UTF_8), new byte[50_000]);
            for (long id = 0; id < 2_000; id++) {
              tx.postings("lists").add(id % 7, id);
            }
          });
      return new ForgedRing(Files.readAllBytes(file));
    }
  }

  /** Puts commits of these operations into the ring, each of them a record. */
  public Path write(Path file, List<byte[]> commits) throws IOException {
    byte[] bytes = checkpoint.clone();
    Meta meta = newest(bytes);
    int place = meta.ring().start() * PageHeader.PAGE_SIZE + (int) meta.ring().replayOffset();
    long sequence = meta.sequence();
    int previous = 0;
    for (byte[] operations : commits) {
      byte[] record =
          RingRecord.build(
              List.of(operations), ++sequence, meta.ring().generation(), previous, meta.storeId());
      int size = Memory.length(record);
      if (place + size > (meta.ring().start() + meta.ring().pages()) * PageHeader.PAGE_SIZE) {
        throw new IllegalArgumentException("the ring has no room for these commits");
      }
      Memory.buffer(record, 0, size).get(bytes, place, size);
      previous = RingRecord.crc(record, 0);
      place += size;
    }
    return Files.write(file, bytes);
  }

  static Meta newest(byte[] bytes) {
    Meta newest = null;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = PageHeader.newPage();
      Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
          .put(bytes, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
      if (PageCheck.checkStored(page, number) == null) {
        Meta meta = MetaPage.read(page);
        newest = newest == null || meta.epoch() > newest.epoch() ? meta : newest;
      }
    }
    if (newest == null) {
      throw new AssertionError("no sound meta page");
    }
    return newest;
  }

  /** Encodes operations as a store does. */
  public static byte[] log(Consumer<OperationLog> operations) {
    OperationLog log = new OperationLog(1 << 20);
    operations.accept(log);
    return log.toBytes();
  }

  /** Encodes operations that no store writes: bytes, strings and byte arrays as they stand. */
  public static byte[] raw(Object... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object part : parts) {
      if (part instanceof Integer number) {
        bytes.write(number);
      } else {
        bytes.writeBytes(part instanceof byte[] array ? array : part.toString().getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  public static String pieces() {
    return CatalogueRecord.piecesOf(STRINGS);
  }
}
