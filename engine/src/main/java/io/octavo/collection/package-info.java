/** The table of all types of collections, and what works on all of them: recovery. */
@NullMarked
package io.octavo.collection;

import org.jspecify.annotations.NullMarked;
