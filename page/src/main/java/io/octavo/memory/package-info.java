/**
 * Raw memory: the only package that names a {@link java.lang.invoke.VarHandle}. Everything else
 * speaks in offsets from the start of a page.
 */
@NullMarked
package io.octavo.memory;

import org.jspecify.annotations.NullMarked;
