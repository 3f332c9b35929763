/**
 * Sorted sets of longs at a few bits each, as arithmetic on memory.
 *
 * <p>An id costs what its distance to the one before costs, and most distances of a list are alike:
 * {@link io.octavo.packed.BlockEncoder} turns up to 512 ids into a block of bytes that can be read
 * alone, {@link io.octavo.packed.PackedBlock} reads it. Under it are {@link
 * io.octavo.packed.BitPacking} and, for numbers that come one at a time, {@link
 * io.octavo.packed.Varint}. FORMAT.md, section "Packed blocks", is the normative text.
 *
 * <p>Taken from the article series on integer compression: delta, bit packing, frame of reference,
 * patched frame of reference, FastPFor. What differs: everything has 64 bits, and exceptions are
 * grouped in their frame and not over a page, so that a block needs no other.
 */
@NullMarked
package io.octavo.packed;

import org.jspecify.annotations.NullMarked;
