package io.octavo.error;

/** Thrown if a page of the file breaks a rule of the format: the file is damaged. */
public final class CorruptionException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Number of the page. */
  private final long page;

  /** Name and subject of the rule. */
  private final String rule;

  /** Offset of a byte in the page. */
  private final int offset;

  /** The value that was found. */
  private final String found;

  /** The value that was expected. */
  private final String expected;

  /**
   * Creates an exception for a broken rule.
   *
   * @param where the file
   * @param page the page
   * @param rule the rule in FORMAT.md, with its subject
   * @param offset the offset in the page, in bytes
   * @param found the value found
   * @param expected the value expected
   */
  public CorruptionException(
      String where, long page, String rule, int offset, String found, String expected) {
    super(
        where
            + ": page "
            + page
            + " breaks rule "
            + rule
            + " at byte "
            + offset
            + ": found "
            + found
            + ", expected "
            + expected
            + "; the file is damaged: restore a backup, or save what can be read by octavo salvage");
    this.page = page;
    this.rule = rule;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /**
   * Returns the number of the damaged page.
   *
   * @return the number
   */
  public long page() {
    return page;
  }

  /**
   * Returns the broken rule.
   *
   * @return the name of the rule in FORMAT.md, with its subject
   */
  public String rule() {
    return rule;
  }

  /**
   * Returns the offset in the page.
   *
   * @return the offset, in bytes
   */
  public int offset() {
    return offset;
  }

  /**
   * Returns the value found.
   *
   * @return the value, as text
   */
  public String found() {
    return found;
  }

  /**
   * Returns the value expected.
   *
   * @return the value, as text
   */
  public String expected() {
    return expected;
  }
}
