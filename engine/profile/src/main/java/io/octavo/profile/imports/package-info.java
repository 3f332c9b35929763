/**
 * Files of profilers and events of running JVMs as samples of a profile: the Flight Recorder,
 * pprof, perf, collapsed stacks. Start with {@link io.octavo.profile.imports.Imports}.
 */
@NullMarked
package io.octavo.profile.imports;

import org.jspecify.annotations.NullMarked;
