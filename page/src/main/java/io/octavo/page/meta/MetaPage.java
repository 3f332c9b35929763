package io.octavo.page.meta;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The pages 0 to 3: two slots of two copies each, A, B, A', B'. The checkpoint of epoch e writes
 * slot e mod 2. FORMAT.md, section "Meta".
 *
 * <p>The checksum is salted by the store's identity, which stands in the page itself: that a meta
 * page is of another store is told by comparing the four of them.
 */
public final class MetaPage {
  /** Meta pages of a file. */
  public static final int COUNT = 4;

  /** Slots, each written in turn. */
  public static final int SLOTS = 2;

  /** The magic of a file: a line that text conversion would damage. */
  public static final long MAGIC = 0x0A1A_0A0D_5443_4FD7L;

  /** The only format version. */
  public static final int FORMAT_VERSION = 1;

  /** {@link #MAGIC}, u64. */
  public static final int MAGIC_OFFSET = PageHeader.LENGTH;

  /** Format version, u32. */
  public static final int FORMAT = MAGIC_OFFSET + Long.BYTES;

  /** Bytes of a page, u32. */
  public static final int PAGE_BYTES = FORMAT + Integer.BYTES;

  /** Identity of the store, 16 bytes in the order in which a UUID is printed. */
  public static final int STORE_ID = PAGE_BYTES + Integer.BYTES;

  /** Compatible features, u64. */
  public static final int COMPATIBLE = STORE_ID + 2 * Long.BYTES;

  /** Read-only compatible features, u64. */
  public static final int READ_ONLY_COMPATIBLE = COMPATIBLE + Long.BYTES;

  /** Incompatible features, u64. */
  public static final int INCOMPATIBLE = READ_ONLY_COMPATIBLE + Long.BYTES;

  /** Pages of the file, u32. */
  public static final int PAGE_COUNT = INCOMPATIBLE + Long.BYTES;

  /** Next collection identifier, u32. */
  public static final int NEXT_COLLECTION = PAGE_COUNT + Integer.BYTES;

  /** Root of the catalogue: number u32, CRC32C u32, level u32. */
  public static final int CATALOGUE = NEXT_COLLECTION + Integer.BYTES;

  /** Root of the space tree: number u32, CRC32C u32, level u32. */
  public static final int SPACE = CATALOGUE + 3 * Integer.BYTES;

  /** Last commit contained, u64. */
  public static final int SEQUENCE = SPACE + 3 * Integer.BYTES;

  /** First page of the ring, u32. */
  public static final int RING_START = SEQUENCE + Long.BYTES;

  /** Pages of the ring, u32. */
  public static final int RING_PAGES = RING_START + Integer.BYTES;

  /** The start of replay, u64. */
  public static final int RING_REPLAY = RING_PAGES + Integer.BYTES;

  /** Generation of the ring, u64. */
  public static final int RING_GENERATION = RING_REPLAY + Long.BYTES;

  /** The most pages of a ring; it is read as a whole. */
  public static final int MAX_RING_PAGES = 4096;

  /** The first byte that is not used. */
  public static final int END = RING_GENERATION + Long.BYTES;

  private MetaPage() {}

  /**
   * Returns the slot that an epoch writes.
   *
   * @return 0 or 1, also the number of its first copy; the second one is {@link #SLOTS} higher
   */
  public static int slot(long epoch) {
    return (int) (epoch % SLOTS);
  }

  /**
   * Writes and seals a meta page.
   *
   * @param page the page, which is overwritten
   * @param number its place, 0 to 3
   * @param meta its contents
   */
  public static void build(byte[] page, int number, Meta meta) {
    PageHeader.format(page, PageKind.META, 0, number, 0);
    Memory.putLong(page, PageHeader.EPOCH, meta.epoch());
    Memory.putLong(page, MAGIC_OFFSET, MAGIC);
    Memory.putInt(page, FORMAT, FORMAT_VERSION);
    Memory.putInt(page, PAGE_BYTES, PageHeader.PAGE_SIZE);
    Memory.buffer(page, STORE_ID, COMPATIBLE)
        .putLong(meta.storeId().getMostSignificantBits())
        .putLong(meta.storeId().getLeastSignificantBits());
    Memory.putLong(page, COMPATIBLE, meta.compatible());
    Memory.putLong(page, READ_ONLY_COMPATIBLE, meta.readOnlyCompatible());
    Memory.putLong(page, INCOMPATIBLE, meta.incompatible());
    Memory.putInt(page, PAGE_COUNT, meta.pageCount());
    Memory.putInt(page, NEXT_COLLECTION, meta.nextCollectionId());
    putRef(page, CATALOGUE, meta.catalogue());
    putRef(page, SPACE, meta.space());
    Memory.putLong(page, SEQUENCE, meta.sequence());
    Memory.putInt(page, RING_START, meta.ring().start());
    Memory.putInt(page, RING_PAGES, meta.ring().pages());
    Memory.putLong(page, RING_REPLAY, meta.ring().replayOffset());
    Memory.putLong(page, RING_GENERATION, meta.ring().generation());
    Memory.putInt(page, PageHeader.CRC, PageHeader.computeCrc(page, salt(page)));
  }

  private static void putRef(byte[] page, int offset, PageRef ref) {
    Memory.putInt(page, offset, ref.number());
    Memory.putInt(page, offset + 4, ref.crc());
    Memory.putInt(page, offset + 8, ref.level());
  }

  public static PageRef ref(byte[] page, int offset) {
    return new PageRef(
        Memory.getInt(page, offset),
        Memory.getInt(page, offset + 4),
        Memory.getInt(page, offset + 8));
  }

  /** Returns the salt of the checksum: the store id in the page. */
  public static byte[] salt(byte[] page) {
    byte[] salt = new byte[COMPATIBLE - STORE_ID];
    Memory.buffer(page, STORE_ID, COMPATIBLE).get(salt);
    return salt;
  }

  /** Reads the store id. */
  public static UUID storeId(byte[] page) {
    ByteBuffer bytes = Memory.buffer(page, STORE_ID, COMPATIBLE);
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /** Reads the magic: {@link #MAGIC} in every file of Octavo. */
  public static long magic(byte[] page) {
    return Memory.getLong(page, MAGIC_OFFSET);
  }

  /** Reads the format version, which has the same place in every version. */
  public static int formatVersion(byte[] page) {
    return Memory.getInt(page, FORMAT);
  }

  /** Returns whether the checksum is right; all versions compute it alike. */
  public static boolean isIntact(byte[] page) {
    return PageHeader.computeCrc(page, salt(page)) == PageHeader.crc(page);
  }

  /**
   * Reads a meta page.
   *
   * @param page a page that {@code PageCheck} has found sound
   */
  public static Meta read(byte[] page) {
    return new Meta(
        storeId(page),
        Memory.getLong(page, COMPATIBLE),
        Memory.getLong(page, READ_ONLY_COMPATIBLE),
        Memory.getLong(page, INCOMPATIBLE),
        PageHeader.epoch(page),
        Memory.getInt(page, PAGE_COUNT),
        ref(page, CATALOGUE),
        ref(page, SPACE),
        Memory.getInt(page, NEXT_COLLECTION),
        Memory.getLong(page, SEQUENCE),
        new Meta.Ring(
            Memory.getInt(page, RING_START),
            Memory.getInt(page, RING_PAGES),
            Memory.getLong(page, RING_REPLAY),
            Memory.getLong(page, RING_GENERATION)));
  }
}
