/** The page that shows a profile, and what it asks for. */
@NullMarked
package io.octavo.command.profile.view;

import org.jspecify.annotations.NullMarked;
