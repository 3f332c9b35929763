/** Calls of the file that fail, each in turn, and full devices. */
@NullMarked
package io.octavo.fuzz.fault;

import org.jspecify.annotations.NullMarked;
