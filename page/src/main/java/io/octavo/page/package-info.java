/**
 * The page formats of Octavo, as arithmetic on memory, without files, threads or clocks. Every
 * class is a set of functions on arrays made by {@link io.octavo.memory.Memory#allocate}. FORMAT.md
 * is the normative text, and a test compares the code with it.
 *
 * <p>Reading path: {@link io.octavo.page.PageHeader}, {@link io.octavo.page.SlotWord}, {@link
 * io.octavo.page.SizeCode}, {@link io.octavo.page.EntryCodec}, {@link io.octavo.page.LeafPage},
 * {@link io.octavo.page.BranchPage}, then {@link io.octavo.page.PageCheck}.
 */
@NullMarked
package io.octavo.page;

import org.jspecify.annotations.NullMarked;
