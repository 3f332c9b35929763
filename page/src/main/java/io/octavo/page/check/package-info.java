/** The rules that concern one page, and their check. */
@NullMarked
package io.octavo.page.check;

import org.jspecify.annotations.NullMarked;
