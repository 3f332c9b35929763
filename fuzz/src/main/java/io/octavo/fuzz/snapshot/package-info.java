/** Models of leaves whose arrays are taken over, and of snapshots of write transactions. */
@NullMarked
package io.octavo.fuzz.snapshot;

import org.jspecify.annotations.NullMarked;
