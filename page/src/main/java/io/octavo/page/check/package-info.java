/** The rules that one page shows by itself, and the check that reports what breaks them. */
@NullMarked
package io.octavo.page.check;

import org.jspecify.annotations.NullMarked;
