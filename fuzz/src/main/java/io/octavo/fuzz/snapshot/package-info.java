/** Models of leaves that are lists of changes, and of snapshots of write transactions. */
@NullMarked
package io.octavo.fuzz.snapshot;

import org.jspecify.annotations.NullMarked;
