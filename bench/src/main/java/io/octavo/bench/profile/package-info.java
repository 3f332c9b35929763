/** Call stacks and profiles to measure with, and what they are compared with. */
@NullMarked
package io.octavo.bench.profile;

import org.jspecify.annotations.NullMarked;
