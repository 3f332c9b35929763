/**
 * Failing methods: the classes of page and engine, loaded with a point before each call into the
 * JDK, behind each allocation and at the entry of each method, at which an Error or an unchecked
 * exception can be thrown; and threads whose turns a seed decides.
 */
@NullMarked
package io.octavo.fuzz.fail;

import org.jspecify.annotations.NullMarked;
