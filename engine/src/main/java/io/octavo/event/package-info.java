/**
 * What a store tells the Flight Recorder of the JDK. Where nobody records, it costs a test of a
 * flag.
 */
@NullMarked
package io.octavo.event;

import org.jspecify.annotations.NullMarked;
