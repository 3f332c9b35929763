/** Draws pages and files, as text, SVG and HTML: the verbs page, map and inspect. */
@NullMarked
package io.octavo.command.picture;

import org.jspecify.annotations.NullMarked;
