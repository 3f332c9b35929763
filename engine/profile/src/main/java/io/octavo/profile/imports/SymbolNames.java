package io.octavo.profile.imports;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of symbols as profiles keep them. The JVM numbers the classes that it generates, with other
 * numbers in each run; without the numbers the same code has the same name in all runs. What the
 * number of a lambda distinguishes, the method does that the lambda calls. Hidden classes that
 * programs define keep their addresses, because nothing else distinguishes them.
 */
final class SymbolNames {
  private static final int MOST_BYTES = 4_000;

  /** What is kept of a name that is too long; room for the dots and the hash that follow. */
  private static final int KEPT_BYTES = 3_900;

  private static final String LAMBDA = "$$Lambda";

  /** An address, a hash, or both. */
  private static final String ADDRESS = "(?:[/+.]0x[0-9a-f]+)?(?:[/.][0-9]+)?";

  /** Each alternative has one group: the part that is kept. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(\\$\\$Lambda)(?:\\$[0-9]+)?"
              + ADDRESS
              + "|(\\bLambdaForm\\$[A-Za-z]+)[0-9]*"
              + ADDRESS
              + "|(\\bGenerated(?:Serialization)?(?:Constructor|Method)Accessor)[0-9]+"
              + "|(\\$Proxy)[0-9]+"
              + "|(\\$\\$(?:FastClass|Enhancer|KeyFactory)?(?:By)?[A-Z][A-Za-z]*CGLIB\\$\\$)"
              + "[0-9a-f]+"
              // Other classes of the JDK, such as App$$TypeSwitch.
              + "|(\\$\\$[A-Z][A-Za-z]*)[/+.]0x[0-9a-f]+(?:\\.[0-9]+)?");

  /** What async-profiler appends to the name of a method. */
  private static final Pattern COMPILED = Pattern.compile("_\\[[a-z0-9]\\]$");

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

  /** Returns whether a name is that of a method of a lambda, without what the lambda calls. */
  static boolean isLambda(String name) {
    int end = name.indexOf(LAMBDA) + LAMBDA.length();
    return end >= LAMBDA.length() && !name.startsWith("[", end);
  }

  /**
   * Returns the name of a method of a lambda with its callee: the body of the lambda, or the method
   * of a method reference.
   *
   * @param callee the name of the callee; its class is omitted if the lambda is in the same
   */
  static String lambda(String name, String callee) {
    int at = name.indexOf(LAMBDA);
    String method = COMPILED.matcher(callee).replaceFirst("");
    String owner = name.substring(0, at) + ".";
    method = method.startsWith(owner) ? method.substring(owner.length()) : method;
    int end = at + LAMBDA.length();
    return name.substring(0, end) + "[" + method + "]" + name.substring(end);
  }

  /**
   * Returns a name that a profile accepts: a long name ends with a hash of all of it, so that
   * different names remain different; a lone surrogate becomes a question mark.
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
