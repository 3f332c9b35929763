package io.octavo.page.check;

/**
 * A rule that a page breaks.
 *
 * @param rule the rule
 * @param offset where in the page, in bytes
 * @param found what stands there
 * @param expected what should
 */
public record Violation(Rule rule, int offset, String found, String expected) {
  @Override
  public String toString() {
    return rule
        + " ("
        + rule.subject()
        + ") at byte "
        + offset
        + ": found "
        + found
        + ", expected "
        + expected;
  }
}
