/**
 * Access to raw memory: the only package that uses a {@link java.lang.invoke.VarHandle}. All other
 * packages use offsets from the start of a page.
 */
@NullMarked
package io.octavo.memory;

import org.jspecify.annotations.NullMarked;
