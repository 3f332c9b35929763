package io.octavo.page.check;

/**
 * A rule that a page breaks.
 *
 * @param rule the rule
 * @param offset the byte in the page
 * @param found the present contents
 * @param expected the required contents
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
