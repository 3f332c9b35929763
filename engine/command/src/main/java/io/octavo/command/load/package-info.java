/** The verbs load and dump, and the formats that they read. */
@NullMarked
package io.octavo.command.load;

import org.jspecify.annotations.NullMarked;
