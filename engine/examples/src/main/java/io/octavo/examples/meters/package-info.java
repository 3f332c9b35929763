/**
 * A program that writes measurements, and a web server that reads them: two processes, one store.
 */
package io.octavo.examples.meters;
