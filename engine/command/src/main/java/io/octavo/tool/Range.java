package io.octavo.tool;

import org.jspecify.annotations.Nullable;

/**
 * Which keys are asked for, in the notation of their map.
 *
 * @param from the least one, null for no bound
 * @param to the greatest one, null for no bound
 * @param prefix what all begin with; null for anything
 */
record Range(@Nullable String from, @Nullable String to, @Nullable String prefix) {
  static final Range ALL = new Range(null, null, null);

  static Range only(String key) {
    return new Range(key, key, null);
  }
}
