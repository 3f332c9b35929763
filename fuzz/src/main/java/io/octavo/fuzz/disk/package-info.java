/**
 * A disk in memory that fails as disks do: what is pending when power is lost, calls that fail, and
 * the same for several threads.
 */
@NullMarked
package io.octavo.fuzz.disk;

import org.jspecify.annotations.NullMarked;
