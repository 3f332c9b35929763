package io.octavo.page;

import io.octavo.memory.Memory;

/** The first {@value #LENGTH} bytes of every page. FORMAT.md, section "Page header". */
public final class PageHeader {
  /** Bytes of a page. */
  public static final int PAGE_SIZE = 8192;

  /** CRC32C of all bytes after it, u32; never 0 on disk. */
  public static final int CRC = 0;

  /** The place of the page in the file, u32. */
  public static final int NUMBER = CRC + Integer.BYTES;

  /** The checkpoint that wrote the page, u64. */
  public static final int EPOCH = NUMBER + Integer.BYTES;

  /** Identifier of the collection that the page belongs to, u32; 0 is the store itself. */
  public static final int OWNER = EPOCH + Long.BYTES;

  /** Code of the {@link PageKind}, u8. */
  public static final int KIND = OWNER + Integer.BYTES;

  /** Version of the kind's layout, u8. */
  public static final int VERSION = KIND + Byte.BYTES;

  /** Height above the leaves, u8. */
  public static final int LEVEL = VERSION + Byte.BYTES;

  /** Bits; all zero on disk. */
  public static final int FLAGS = LEVEL + Byte.BYTES;

  /** Entries, children or records, u16. */
  public static final int COUNT = FLAGS + Byte.BYTES;

  /** Lowest byte that an entry uses, u16; {@link #PAGE_SIZE} if there is none. */
  public static final int HEAP_BOUND = COUNT + Short.BYTES;

  /** Bytes that neither header, slots nor entries use, u16. */
  public static final int FREE = HEAP_BOUND + Short.BYTES;

  /** Reserved, u16, zero. */
  public static final int RESERVED = FREE + Short.BYTES;

  /** The base of the keys of the page, i64. */
  public static final int KEY_BASE = RESERVED + Short.BYTES;

  /** Eight bytes of the kind's own. */
  public static final int SPECIFIC = KEY_BASE + Long.BYTES;

  /** Bytes of the header. */
  public static final int LENGTH = SPECIFIC + Long.BYTES;

  /** The only version of each kind. */
  public static final int CURRENT_VERSION = 1;

  /**
   * Flag of a page in memory whose entries are not in key order or have holes between them; never
   * on disk.
   */
  public static final int LOOSE = 1;

  private static final byte[] NO_SALT = {};

  private PageHeader() {}

  /** Makes an empty page in memory: zeros with guards. */
  public static byte[] newPage() {
    return Memory.allocate(PAGE_SIZE);
  }

  /** Copies a page without its guards. */
  public static byte[] copyOf(byte[] page) {
    return page.clone();
  }

  /**
   * Clears a page and writes the fields that do not depend on its entries.
   *
   * @param kind its kind
   * @param level height above the leaves, 0 to 255
   */
  public static void format(byte[] page, PageKind kind, int level, int number, int owner) {
    Memory.zero(page, LENGTH, PAGE_SIZE);
    formatHeader(page, kind, level, number, owner);
  }

  /** Formats the header as {@link #format} does; the bytes after it are unchanged. */
  public static void formatHeader(byte[] page, PageKind kind, int level, int number, int owner) {
    Memory.zero(page, 0, LENGTH);
    Memory.putByte(page, KIND, kind.code());
    Memory.putByte(page, VERSION, CURRENT_VERSION);
    Memory.putByte(page, LEVEL, level);
    Memory.putInt(page, NUMBER, number);
    Memory.putInt(page, OWNER, owner);
  }

  /**
   * Stamps the epoch and the checksum on a finished page.
   *
   * @param epoch the checkpoint that writes it
   * @return the checksum, never 0
   */
  public static int seal(byte[] page, long epoch) {
    Memory.putLong(page, EPOCH, epoch);
    int crc = computeCrc(page);
    Memory.putInt(page, CRC, crc);
    return crc;
  }

  /** Computes the checksum of a page other than a meta page; never 0. */
  public static int computeCrc(byte[] page) {
    return computeCrc(page, NO_SALT);
  }

  /**
   * Computes the checksum of a page.
   *
   * @param salt bytes appended to those of the page; empty except for meta pages
   * @return the checksum; 1 instead of 0, which means "unknown" in memory
   */
  public static int computeCrc(byte[] page, byte[] salt) {
    int crc = Memory.crc32c(page, CRC + Integer.BYTES, PAGE_SIZE, salt);
    return crc == 0 ? 1 : crc;
  }

  /** Reads the stored checksum. */
  public static int crc(byte[] page) {
    return Memory.getInt(page, CRC);
  }

  /** Reads the page's own number. */
  public static int number(byte[] page) {
    return Memory.getInt(page, NUMBER);
  }

  /** Changes the number of a page. */
  public static void setNumber(byte[] page, int number) {
    Memory.putInt(page, NUMBER, number);
  }

  /** Reads the epoch: that of the checkpoint that wrote the page, 0 if there is none yet. */
  public static long epoch(byte[] page) {
    return Memory.getLong(page, EPOCH);
  }

  /** Reads the owner: the identifier of the collection. */
  public static int owner(byte[] page) {
    return Memory.getInt(page, OWNER);
  }

  /** Reads the code of the kind. */
  public static int kindCode(byte[] page) {
    return Memory.getByte(page, KIND);
  }

  /** Reads the level: the height above the leaves. */
  public static int level(byte[] page) {
    return Memory.getByte(page, LEVEL);
  }

  /** Reads the flags. */
  public static int flags(byte[] page) {
    return Memory.getByte(page, FLAGS);
  }

  /** Reads the number of entries, children or records. */
  public static int count(byte[] page) {
    return Memory.getChar(page, COUNT);
  }

  public static void setCount(byte[] page, int count) {
    Memory.putChar(page, COUNT, count);
  }

  public static void setFlags(byte[] page, int flags) {
    Memory.putByte(page, FLAGS, flags);
  }

  /** Reads the heap bound: the lowest byte of an entry. */
  public static int heapBound(byte[] page) {
    return Memory.getChar(page, HEAP_BOUND);
  }

  public static void setHeapBound(byte[] page, int heapBound) {
    Memory.putChar(page, HEAP_BOUND, heapBound);
  }

  /** Reads the number of free bytes. */
  public static int free(byte[] page) {
    return Memory.getChar(page, FREE);
  }

  public static void setFree(byte[] page, int free) {
    Memory.putChar(page, FREE, free);
  }

  /** Reads the key base. */
  public static long keyBase(byte[] page) {
    return Memory.getLong(page, KEY_BASE);
  }

  public static void setKeyBase(byte[] page, long keyBase) {
    Memory.putLong(page, KEY_BASE, keyBase);
  }

  /** Reads the eight bytes of the kind's own: the value base of a leaf, zero elsewhere. */
  public static long specific(byte[] page) {
    return Memory.getLong(page, SPECIFIC);
  }

  public static void setSpecific(byte[] page, long specific) {
    Memory.putLong(page, SPECIFIC, specific);
  }
}
