/**
 * Maps of the store as maps of the JDK. A {@link io.octavo.view.MapView} knows keys by the bytes of
 * their codec, and the store by two interfaces only: {@link io.octavo.view.Entries}, in which map,
 * and {@link io.octavo.view.Access}, in which transaction.
 */
@NullMarked
package io.octavo.view;

import org.jspecify.annotations.NullMarked;
