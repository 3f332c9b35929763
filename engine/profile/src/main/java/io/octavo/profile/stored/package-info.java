/** What the maps of a profile hold: settings, slots and their sums, markers of imports. */
@NullMarked
package io.octavo.profile.stored;

import org.jspecify.annotations.NullMarked;
