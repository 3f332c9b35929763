/**
 * What is measured: how many entries a page holds, how the size code table was chosen, and how fast
 * pages are read and written. RESULTS.md has the figures.
 */
@NullMarked
package io.octavo.bench;

import org.jspecify.annotations.NullMarked;
