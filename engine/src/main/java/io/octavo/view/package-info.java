/**
 * Maps of the store as maps of the JDK. A {@link io.octavo.view.MapView} handles keys as the bytes
 * of their codec, and knows the store by two interfaces only: {@link io.octavo.view.Entries}, the
 * entries of a map, and {@link io.octavo.view.Access}, the transaction.
 */
@NullMarked
package io.octavo.view;

import org.jspecify.annotations.NullMarked;
