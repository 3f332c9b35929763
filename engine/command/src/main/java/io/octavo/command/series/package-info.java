/** The verbs on series, CSV, and the page that shows series. */
@NullMarked
package io.octavo.command.series;

import org.jspecify.annotations.NullMarked;
