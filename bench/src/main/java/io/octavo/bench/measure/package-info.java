/** How is measured: passes, rounds, other JVMs, and tables of figures. */
@NullMarked
package io.octavo.bench.measure;

import org.jspecify.annotations.NullMarked;
