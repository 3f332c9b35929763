/** The check of a store by the rules of FORMAT.md, and where in the store a page is. */
@NullMarked
package io.octavo.check;

import org.jspecify.annotations.NullMarked;
