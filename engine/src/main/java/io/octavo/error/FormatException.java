package io.octavo.error;

/** Thrown if a file is not an Octavo file, or has a version that this program does not support. */
public final class FormatException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Version of the file, 0 for none. */
  private final int found;

  /** Oldest version that can be used. */
  private final int oldest;

  /** Newest version that can be used. */
  private final int newest;

  /**
   * Creates an exception for a file that cannot be used.
   *
   * @param message the problem and what to do
   * @param found format version of the file, 0 if the file is not an Octavo file
   * @param oldest oldest version that this program supports
   * @param newest newest version that this program supports
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
   * @return the format version; 0 if the file is not an Octavo file
   */
  public int found() {
    return found;
  }

  /**
   * Returns the oldest version that this program supports.
   *
   * @return the format version
   */
  public int oldest() {
    return oldest;
  }

  /**
   * Returns the newest version that this program supports.
   *
   * @return the format version
   */
  public int newest() {
    return newest;
  }
}
