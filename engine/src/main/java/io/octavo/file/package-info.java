/**
 * Files, as the store uses them. Fault tests replace these interfaces. The only package that uses
 * channels.
 */
@NullMarked
package io.octavo.file;

import org.jspecify.annotations.NullMarked;
