/** Readers in other processes, beside a writer. */
@NullMarked
package io.octavo.fuzz.live;

import org.jspecify.annotations.NullMarked;
