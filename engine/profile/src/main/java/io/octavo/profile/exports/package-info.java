/**
 * Flame graphs as files of other programs: collapsed stacks, pprof, the Firefox Profiler. Start
 * with {@link io.octavo.profile.exports.Exports}.
 */
@NullMarked
package io.octavo.profile.exports;

import org.jspecify.annotations.NullMarked;
