/**
 * Page numbers and the lifetimes of pages: the cache, snapshots, write sets, free space, the
 * catalogue, and the checkpoints that make states durable. engine/DESIGN.md describes the protocol.
 */
@NullMarked
package io.octavo.pager;

import org.jspecify.annotations.NullMarked;
