package io.octavo.fuzz.disk;

/**
 * What goes wrong with a file.
 *
 * @param kind what
 * @param call at which call of those that the kind concerns, from 1
 * @param isSticky whether it goes wrong at all later calls too
 */
public record Fault(Kind kind, long call, boolean isSticky) {
  /** Returns whether it strikes at a call of those that the kind concerns. */
  boolean concerns(long number) {
    long last = isSticky ? Long.MAX_VALUE : kind.isOfGrowth() ? call + Kind.FULL_FOR - 1 : call;
    return number >= call && number <= last;
  }

  @Override
  public String toString() {
    return kind + " " + call + (isSticky ? " sticky" : "");
  }

  /** Reads what {@link #toString} returns. */
  public static Fault parse(String text) {
    String[] words = text.split(" ", -1);
    return new Fault(Kind.valueOf(words[0]), Long.parseLong(words[1]), words.length > 2);
  }

  /** The calls of a file. */
  public enum Call {
    READ,
    WRITE,
    FORCE,
    LENGTH,
    TRUNCATE,
    CLOSE
  }

  /** What a disk, or the system before it, may do. */
  public enum Kind {
    /** A read fails. */
    READ_ERROR(Call.READ, "Input/output error"),
    /** A read gives fewer bytes than there are. */
    READ_SHORT(Call.READ, ""),
    /** A write fails and nothing got through. */
    WRITE_ERROR(Call.WRITE, "Input/output error"),
    /** The disk is full and nothing got through. */
    WRITE_FULL(Call.WRITE, "the disk is full"),
    /** A part of a write got through. */
    WRITE_SHORT(Call.WRITE, "Input/output error"),
    /** A part of a write got through before the disk was full. */
    WRITE_SHORT_FULL(Call.WRITE, "the disk is full"),
    /**
     * The disk is full from this call on: what lies within the file is written, what lies behind
     * its end is not. Unless the fault is sticky, there is room again after {@value #FULL_FOR}
     * writes.
     */
    WRITE_GROWTH(Call.WRITE, "the disk is full"),
    /** A force finds that the disk is full, and the system forgets what it should have written. */
    FORCE_FULL(Call.FORCE, "No space left on device"),
    /** A force fails, the system forgets what it should have written, and goes on. */
    FORCE_LOST(Call.FORCE, "Input/output error"),
    /** A force fails though everything has been written. */
    FORCE_LATE(Call.FORCE, "Input/output error"),
    /** The length cannot be told. */
    LENGTH_ERROR(Call.LENGTH, "Input/output error"),
    /** The file cannot be cut. */
    TRUNCATE_ERROR(Call.TRUNCATE, "Input/output error"),
    /** Closing fails, after the file was closed. */
    CLOSE_ERROR(Call.CLOSE, "Input/output error");

    static final int FULL_FOR = 32;

    /** The call that fails. */
    public final Call concerned;

    /** The message of the exception. */
    public final String message;

    Kind(Call concerned, String message) {
      this.concerned = concerned;
      this.message = message;
    }

    /** Returns whether a write finds no room. */
    boolean isFull() {
      return this == WRITE_FULL || this == WRITE_SHORT_FULL || this == WRITE_GROWTH;
    }

    /** Returns whether only writes behind the end of the file go wrong. */
    boolean isOfGrowth() {
      return this == WRITE_GROWTH;
    }

    /** Returns whether a read may give wrong or no bytes, so that a sound store looks damaged. */
    public boolean isOfReading() {
      return concerned == Call.READ || concerned == Call.LENGTH;
    }
  }
}
