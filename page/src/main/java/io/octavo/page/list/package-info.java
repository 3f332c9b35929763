/** Leaves of lists: blocks of pairs, byte strings or nodes of stacks. */
@NullMarked
package io.octavo.page.list;

import org.jspecify.annotations.NullMarked;
