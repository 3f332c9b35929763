/**
 * Files as the pager sees them: the seam below which every fault test works, and the only package
 * that names channels.
 */
@NullMarked
package io.octavo.file;

import org.jspecify.annotations.NullMarked;
