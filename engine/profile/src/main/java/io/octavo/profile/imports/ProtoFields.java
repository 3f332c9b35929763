package io.octavo.profile.imports;

/**
 * The fields of a message of Protocol Buffers, one after the other. A nested message, a string or a
 * packed list is a range of the same bytes. Every length is checked before it is used.
 */
final class ProtoFields {
  private static final int WIRE_BITS = 3;
  private static final int WIRE_MASK = (1 << WIRE_BITS) - 1;
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private static final int VARINT_BITS = 7;
  private static final long MOST_FIELD = (1 << 29) - 1;

  private final byte[] bytes;
  private final int begin;
  private final int end;
  private int position;

  private int field;
  private boolean isRange;
  private long number;
  private int from;
  private int to;

  ProtoFields(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.begin = from;
    this.position = from;
    this.end = end;
  }

  /** Moves to the next field. Returns false after the last one. */
  boolean next() {
    if (position == end) {
      return false;
    }
    int start = position;
    long tag = varint();
    long found = tag >>> WIRE_BITS;
    if (found == 0 || found > MOST_FIELD) {
      throw malformed(start, "no field has the number " + Long.toUnsignedString(found));
    }
    field = (int) found;
    int wire = (int) tag & WIRE_MASK;
    isRange = wire == BYTES;
    switch (wire) {
      case VARINT -> number = varint();
      case FIXED64 -> skip(Long.BYTES);
      case FIXED32 -> skip(Integer.BYTES);
      case BYTES -> {
        int at = position;
        long length = varint();
        if (length < 0 || length > end - position) {
          throw malformed(
              at,
              "a field of "
                  + Long.toUnsignedString(length)
                  + " bytes, but only "
                  + (end - position)
                  + " follow");
        }
        from = position;
        position += (int) length;
        to = position;
      }
      default -> throw malformed(start, "no field has the wire type " + wire);
    }
    return true;
  }

  private void skip(int length) {
    if (length > end - position) {
      throw malformed(position, "a field of " + length + " bytes is cut off");
    }
    position += length;
    number = 0;
  }

  private long varint() {
    int start = position;
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      if (position == end) {
        throw malformed(start, "a number is cut off");
      }
      byte next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed(start, "a number of more than 10 bytes");
  }

  /** Returns the number of the field. */
  int field() {
    return field;
  }

  /** Returns whether the field has a number and is a single value. */
  boolean is(int number) {
    return field == number && !isRange;
  }

  /** Returns whether the field has a number and is a nested message or a string. */
  boolean isRange(int number) {
    return field == number && isRange;
  }

  /** Returns the value of a field that is a number. */
  long number() {
    return number;
  }

  /** Returns where the contents of a range begin. */
  int from() {
    return from;
  }

  /** Returns where the contents of a range end. */
  int to() {
    return to;
  }

  /** Returns the fields of a nested message. */
  ProtoFields message() {
    return new ProtoFields(bytes, from, to);
  }

  /** Returns the fields of the same message, from the first one on. */
  ProtoFields again() {
    return new ProtoFields(bytes, begin, end);
  }

  /** Returns the value of a field of the message, the last one if there are several, or 0. */
  long last(int number) {
    long found = 0;
    for (ProtoFields fields = again(); fields.next(); ) {
      found = fields.is(number) ? fields.number : found;
    }
    return found;
  }

  /** Adds the numbers of a repeated field, which are packed or single ones. */
  void addTo(LongList list) {
    if (!isRange) {
      list.add(number);
      return;
    }
    ProtoFields packed = message();
    while (packed.position < packed.end) {
      list.add(packed.varint());
    }
  }

  /** Returns the exception for this message. */
  ImportException malformed(String what) {
    return malformed(begin, what);
  }

  private static ImportException malformed(int offset, String what) {
    return new ImportException("malformed pprof, byte " + offset + ": " + what);
  }
}
