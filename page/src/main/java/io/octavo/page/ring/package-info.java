/** Records of the commit ring, and the operations that they hold. */
@NullMarked
package io.octavo.page.ring;

import org.jspecify.annotations.NullMarked;
