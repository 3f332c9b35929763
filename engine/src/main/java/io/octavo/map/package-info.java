/**
 * Ordered maps from long to long, {@link io.octavo.map.LongMap}, and from byte string to byte
 * string, {@link io.octavo.map.BytesMap}, with their cursors.
 */
@NullMarked
package io.octavo.map;

import org.jspecify.annotations.NullMarked;
