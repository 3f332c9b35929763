package io.octavo.fuzz.disk;

import java.util.HexFormat;
import java.util.List;

/** What a crash leaves of pending changes. */
public final class Choice {
  /** All parts of a block. */
  public static final byte ALL = (byte) 0xFF;

  /** The length of a file whose growth was pending. */
  public enum Tail {
    /** As long as what was kept asks for. */
    KEPT,
    /** As long as it had become; what was not kept is zero. */
    ZEROS,
    /** As long as it had become; what was not kept is garbage. */
    GARBAGE
  }

  private final byte[] kept;
  private final long garbage;
  private final boolean isReversed;
  private final Tail tail;

  /**
   * Chooses.
   *
   * @param kept a bit for each sector of each change that reached the disk; a cut is kept or not
   * @param garbage seed of what stands in half of the sectors that did not; 0 if they are as they
   *     were
   * @param isReversed whether of two changes of the same bytes the earlier one came last
   * @param tail how long the file is where it had grown
   */
  public Choice(byte[] kept, long garbage, boolean isReversed, Tail tail) {
    this.kept = kept;
    this.garbage = garbage;
    this.isReversed = isReversed;
    this.tail = tail;
  }

  /** Makes a choice of what is kept, in the order of the calls and without garbage. */
  public static Choice of(byte[] kept) {
    return new Choice(kept, 0, false, Tail.KEPT);
  }

  /** Makes a choice that keeps everything. */
  public static Choice all(int changes) {
    return allBut(changes, -1);
  }

  static Choice allBut(int changes, int omitted) {
    byte[] kept = new byte[changes];
    for (int i = 0; i < changes; i++) {
      kept[i] = i == omitted ? 0 : ALL;
    }
    return of(kept);
  }

  /** Returns whether parts that are lost hold garbage. */
  public boolean hasGarbage() {
    return garbage != 0 && kept.length > 0;
  }

  /** Returns what is left of a file. */
  public Image applyTo(Image durable, List<Change> pending, long liveLength) {
    Image image = durable.copy();
    for (int i = 0; i < pending.size(); i++) {
      int index = isReversed ? pending.size() - 1 - i : i;
      apply(pending.get(index), index, image);
    }
    if (tail != Tail.KEPT && image.length() < liveLength) {
      fillTail(image, durable.length(), liveLength);
    }
    return image;
  }

  private void apply(Change change, int index, Image image) {
    // A trace may be older than the engine, and know of fewer changes.
    int mask = index < kept.length ? kept[index] & 0xFF : 0;
    if (mask == 0xFF) {
      change.applyTo(image);
    } else if (!change.isCut()) {
      for (int sector = 0; sector < Block.SECTORS; sector++) {
        int from = Math.max(change.from(), sector * Block.SECTOR);
        int to = Math.min(change.to(), (sector + 1) * Block.SECTOR);
        if (from >= to) {
          continue;
        }
        long seed = Hashes.mix(garbage, index * (long) Block.SECTORS + sector);
        if ((mask >>> sector & 1) != 0) {
          image.put(change.block(), from, to, change.data());
        } else if (garbage != 0 && (seed & 1) != 0) {
          image.put(change.block(), from, to, Block.garbage(seed, from, to));
        }
      }
    }
  }

  private void fillTail(Image image, long durableLength, long liveLength) {
    long from = Math.max(image.length(), durableLength);
    image.extend(liveLength);
    if (tail == Tail.GARBAGE) {
      for (long position = from; position < liveLength; ) {
        int index = (int) (position / Block.SIZE);
        int start = (int) (position % Block.SIZE);
        int end = (int) Math.min(Block.SIZE, liveLength - (long) index * Block.SIZE);
        image.put(index, start, end, Block.garbage(Hashes.mix(garbage, -1L - index), start, end));
        position += end - start;
      }
    }
  }

  @Override
  public String toString() {
    return (kept.length == 0 ? "-" : HexFormat.of().formatHex(kept))
        + " "
        + Long.toHexString(garbage)
        + " "
        + isReversed
        + " "
        + tail;
  }

  /** Reads four words that {@link #toString} wrote. */
  public static Choice parse(String kept, String garbage, String reversed, String tail) {
    return new Choice(
        kept.equals("-") ? new byte[0] : HexFormat.of().parseHex(kept),
        Long.parseUnsignedLong(garbage, 16),
        Boolean.parseBoolean(reversed),
        Tail.valueOf(tail));
  }
}
