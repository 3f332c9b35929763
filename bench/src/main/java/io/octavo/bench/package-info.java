/**
 * Programs that measure stores as a whole: Octavo beside others, one version of it beside another,
 * and how many entries a page holds. Programs about one kind of collection lie in a package of
 * their own, benchmarks for JMH in {@code jmh}. RESULTS.md has the figures, and the command that
 * prints each.
 */
@NullMarked
package io.octavo.bench;

import org.jspecify.annotations.NullMarked;
