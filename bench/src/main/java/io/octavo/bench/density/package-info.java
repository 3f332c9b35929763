/** Page formats, as far as it counts how many entries a page holds. */
@NullMarked
package io.octavo.bench.density;

import org.jspecify.annotations.NullMarked;
