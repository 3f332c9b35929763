/**
 * The page formats of Octavo, as arithmetic on memory, without files, threads or clocks. Every
 * class is a set of functions on arrays made by {@link io.octavo.memory.Memory#allocate}. FORMAT.md
 * is the normative text, and a test compares the code with it.
 *
 * <p>Reading path: {@link io.octavo.page.PageHeader}, {@link io.octavo.page.SlotWord}, {@link
 * io.octavo.page.longs.SizeCode}, {@link io.octavo.page.longs.EntryCodec}, {@link
 * io.octavo.page.longs.LeafPage}, {@link io.octavo.page.tree.BranchPage}, then {@link
 * io.octavo.page.check.PageCheck}.
 */
@NullMarked
package io.octavo.page;

import org.jspecify.annotations.NullMarked;
