/** Pages in memory: the cache and its frames, and the reading and writing of pages in the file. */
@NullMarked
package io.octavo.cache;

import org.jspecify.annotations.NullMarked;
