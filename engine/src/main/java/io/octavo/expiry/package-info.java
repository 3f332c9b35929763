/** Maps with entries that expire: {@link io.octavo.expiry.ExpiringMap}. */
@NullMarked
package io.octavo.expiry;

import org.jspecify.annotations.NullMarked;
