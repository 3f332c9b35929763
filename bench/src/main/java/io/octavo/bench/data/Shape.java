package io.octavo.bench.data;

/** What keys and values are. */
public enum Shape {
  /** 64 bits each. */
  LONGS,
  /** Byte strings. */
  STRINGS
}
