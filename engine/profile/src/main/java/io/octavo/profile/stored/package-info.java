/** The contents of the maps of a profile: settings, slots and their sums, markers of imports. */
@NullMarked
package io.octavo.profile.stored;

import org.jspecify.annotations.NullMarked;
