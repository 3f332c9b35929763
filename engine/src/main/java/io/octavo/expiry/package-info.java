/**
 * Maps whose entries end: {@link io.octavo.expiry.ExpiringMap}, after a time or when there are too
 * many. The package uses only what every program can use.
 */
@NullMarked
package io.octavo.expiry;

import org.jspecify.annotations.NullMarked;
