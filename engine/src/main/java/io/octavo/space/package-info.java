/**
 * Page numbers and the pages of a write transaction: what it allocates, copies, frees and spills.
 */
@NullMarked
package io.octavo.space;

import org.jspecify.annotations.NullMarked;
