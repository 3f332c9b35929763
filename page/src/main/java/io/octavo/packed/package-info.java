/**
 * Sorted sets of longs at a few bits each, as arithmetic on memory.
 *
 * <p>An id takes as many bits as its distance from the previous id, and most distances of a list
 * have similar widths: {@link io.octavo.packed.BlockEncoder} encodes up to 512 ids as a block of
 * bytes, and {@link io.octavo.packed.PackedBlock} reads a block without any other. Both use {@link
 * io.octavo.packed.BitPacking} and, for single numbers, {@link io.octavo.packed.Varint}. FORMAT.md,
 * section "Packed blocks", is the normative text.
 *
 * <p>The encoding follows the article series on integer compression: delta, bit packing, frame of
 * reference, patched frame of reference, FastPFor. There are two differences: all numbers have 64
 * bits, and exceptions are stored in their frame instead of with a page of frames, so that a block
 * is self-contained.
 */
@NullMarked
package io.octavo.packed;

import org.jspecify.annotations.NullMarked;
