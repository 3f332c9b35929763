/**
 * Programs that copy the stores of other libraries to a store of Octavo, one for each library. Each
 * copies all in one transaction: if it fails, the target has no entry of the source. The pages
 * {@code engine/guide/from-*.md} say what becomes of what.
 */
package io.octavo.examples.moving;
