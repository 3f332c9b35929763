/** Figures of a store as meters of Micrometer. */
package io.octavo.examples.micrometer;
