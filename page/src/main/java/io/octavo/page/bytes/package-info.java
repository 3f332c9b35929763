/** Leaves and branches of byte strings, runs of entries that become pages, and overflow pages. */
@NullMarked
package io.octavo.page.bytes;

import org.jspecify.annotations.NullMarked;
