package io.octavo.profile.imports;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of symbols as profiles keep them. The JVM numbers the classes that it generates, with other
 * numbers in each run; without the numbers the same code has the same name in all runs.
 */
final class SymbolNames {
  private static final int MOST_BYTES = 4_000;

  /** What is kept of a name that is too long; room for the dots and the hash that follow. */
  private static final int KEPT_BYTES = 3_900;

  private static final String ADDRESS = "(?:[/+.]0x[0-9a-f]+|[/.][0-9]+)";

  /** Each alternative has one group, which is what stays. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(\\$\\$Lambda)(?:\\$[0-9]+)?"
              + ADDRESS
              + "?"
              + "|(\\bLambdaForm\\$[A-Za-z]+)[0-9]*"
              + ADDRESS
              + "?"
              + "|(\\bGenerated(?:Serialization)?(?:Constructor|Method)Accessor)[0-9]+"
              + "|(\\$Proxy)[0-9]+"
              + "|(\\$\\$(?:FastClass|Enhancer|KeyFactory)?(?:By)?[A-Z][A-Za-z]*CGLIB\\$\\$)"
              + "[0-9a-f]+"
              // Any other hidden class; addresses in names of native code have fewer digits.
              + "|()[/+.]0x[0-9a-f]{16}\\b");

  private SymbolNames() {}

  /** Returns a name without the numbers of generated classes. */
  static String normal(String name) {
    if (name.indexOf('$') < 0 && name.indexOf("0x") < 0 && !name.contains("Generated")) {
      return name;
    }
    return GENERATED.matcher(name).replaceAll(SymbolNames::kept);
  }

  private static String kept(MatchResult found) {
    for (int group = 1; group <= found.groupCount(); group++) {
      String kept = found.group(group);
      if (kept != null) {
        return Matcher.quoteReplacement(kept);
      }
    }
    throw new AssertionError("no group of " + found.group());
  }

  /**
   * Returns a name that a profile takes: one that is too long ends with a hash of all of it, so
   * that different names stay different; a lone surrogate becomes a question mark.
   */
  static String storable(String name) {
    if (name.length() * 3L <= MOST_BYTES && isPlain(name)) {
      return name;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MOST_BYTES) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    int end = KEPT_BYTES;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--; // not within a character
    }
    String kept = new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8);
    return kept + "...#" + Digests.hex(Digests.sha256().digest(bytes));
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isSurrogate(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
