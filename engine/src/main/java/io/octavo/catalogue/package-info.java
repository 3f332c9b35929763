/** The collections of a state: their records and roots, and the edits of a transaction. */
@NullMarked
package io.octavo.catalogue;

import org.jspecify.annotations.NullMarked;
