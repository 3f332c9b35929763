package io.octavo.error;

/** The file is none of Octavo's, or of a version that this program cannot use. */
public final class FormatException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Version of the file, 0 for none. */
  private final int found;

  /** Oldest version that can be used. */
  private final int oldest;

  /** Newest version that can be used. */
  private final int newest;

  /**
   * Reports a file that cannot be used.
   *
   * @param message what was found and what to do
   * @param found format version of the file, 0 if it is no Octavo file
   * @param oldest oldest version that this program uses
   * @param newest newest version that this program uses
   */
  public FormatException(String message, int found, int oldest, int newest) {
    super(message);
    this.found = found;
    this.oldest = oldest;
    this.newest = newest;
  }

  /**
   * Returns the version of the file.
   *
   * @return the format version, 0 if it is no Octavo file
   */
  public int found() {
    return found;
  }

  /**
   * Returns the oldest version that this program uses.
   *
   * @return the format version
   */
  public int oldest() {
    return oldest;
  }

  /**
   * Returns the newest version that this program uses.
   *
   * @return the format version
   */
  public int newest() {
    return newest;
  }
}
