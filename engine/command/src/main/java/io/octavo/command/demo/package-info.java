/** What shows Octavo at work: a demonstration, and an index of words. */
@NullMarked
package io.octavo.command.demo;

import org.jspecify.annotations.NullMarked;
