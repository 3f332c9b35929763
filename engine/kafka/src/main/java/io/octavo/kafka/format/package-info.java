/** How stores, their keys, offsets and positions are named and written in the file of a task. */
@NullMarked
package io.octavo.kafka.format;

import org.jspecify.annotations.NullMarked;
