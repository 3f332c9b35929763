/** Pages of HTML: their files, and the server that answers what a page asks. */
@NullMarked
package io.octavo.command.web;

import org.jspecify.annotations.NullMarked;
