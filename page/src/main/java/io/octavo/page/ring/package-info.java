/** Records of the commit ring, and their operations. */
@NullMarked
package io.octavo.page.ring;

import org.jspecify.annotations.NullMarked;
