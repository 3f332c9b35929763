/**
 * Methods that fail at each of their points: of one thread, of one of several threads, with real
 * files, and with full stacks.
 */
@NullMarked
package io.octavo.fuzz.method;

import org.jspecify.annotations.NullMarked;
