/** The check of a store against the rules of FORMAT.md, and the search for the owner of a page. */
@NullMarked
package io.octavo.check;

import org.jspecify.annotations.NullMarked;
