package io.octavo.fuzz.workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pairs of name and value on a command line. */
public final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  private Arguments() {}

  /**
   * Reads pairs of a name and a value.
   *
   * @throws IllegalArgumentException if a name is not one of those given, or has no value
   */
  public static Arguments of(String[] words, String... names) {
    Arguments arguments = new Arguments();
    for (int i = 0; i < words.length; i += 2) {
      if (!List.of(names).contains(words[i]) || i + 1 == words.length) {
        throw new IllegalArgumentException("unknown or without value: " + words[i]);
      }
      arguments.values.put(words[i], words[i + 1]);
    }
    return arguments;
  }

  /** Returns the value of a name; another one where the name is missing. */
  public String text(String name, String missing) {
    return values.getOrDefault(name, missing);
  }

  /** Returns the number of a name; another one where the name is missing. */
  public long number(String name, long missing) {
    String value = values.get(name);
    return value == null ? missing : Long.parseLong(value);
  }
}
