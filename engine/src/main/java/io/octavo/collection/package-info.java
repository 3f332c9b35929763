/** The table of all types of collections, and recovery. */
@NullMarked
package io.octavo.collection;

import org.jspecify.annotations.NullMarked;
