package io.octavo.error;

/** A page of the file breaks a rule of the format: the file was damaged. */
public final class CorruptionException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Number of the page. */
  private final long page;

  /** Name and subject of the rule. */
  private final String rule;

  /** Byte in the page. */
  private final int offset;

  /** What stands there. */
  private final String found;

  /** What should stand there. */
  private final String expected;

  /**
   * Reports a broken rule.
   *
   * @param where the file
   * @param page the page
   * @param rule the rule of FORMAT.md, with its subject
   * @param offset where in the page, in bytes
   * @param found what stands there
   * @param expected what should
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
            + "; the file is damaged, restore it from a backup");
    this.page = page;
    this.rule = rule;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /**
   * Returns which page is damaged.
   *
   * @return its number
   */
  public long page() {
    return page;
  }

  /**
   * Returns which rule it breaks.
   *
   * @return the rule's name in FORMAT.md, with its subject
   */
  public String rule() {
    return rule;
  }

  /**
   * Returns where in the page.
   *
   * @return the byte, from 0
   */
  public int offset() {
    return offset;
  }

  /**
   * Returns what stands there.
   *
   * @return as text
   */
  public String found() {
    return found;
  }

  /**
   * Returns what should stand there.
   *
   * @return as text
   */
  public String expected() {
    return expected;
  }
}
