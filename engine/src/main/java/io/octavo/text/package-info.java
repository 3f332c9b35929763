/** Files of others that are read as text: compression, byte order marks, lines. */
@NullMarked
package io.octavo.text;

import org.jspecify.annotations.NullMarked;
