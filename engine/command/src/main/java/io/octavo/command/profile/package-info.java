/** The verbs on profiles. */
@NullMarked
package io.octavo.command.profile;

import org.jspecify.annotations.NullMarked;
