/**
 * The events of a store for the Flight Recorder of the JDK. Without a recording, an event costs a
 * test of a flag.
 */
@NullMarked
package io.octavo.event;

import org.jspecify.annotations.NullMarked;
