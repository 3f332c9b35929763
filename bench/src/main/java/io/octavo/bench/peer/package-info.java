/** Maps of Octavo and of other stores: one adapter each, and the works that all of them do. */
@NullMarked
package io.octavo.bench.peer;

import org.jspecify.annotations.NullMarked;
