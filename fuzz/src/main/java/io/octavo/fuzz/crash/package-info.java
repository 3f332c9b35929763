/**
 * Adversaries below the file: crashes at every moment, failing calls, damaged bytes, and protocol
 * bugs sown on purpose to see whether the others are found.
 */
@NullMarked
package io.octavo.fuzz.crash;

import org.jspecify.annotations.NullMarked;
