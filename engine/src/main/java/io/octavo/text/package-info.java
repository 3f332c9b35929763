/** Text input: compression, byte order marks, lines. */
@NullMarked
package io.octavo.text;

import org.jspecify.annotations.NullMarked;
