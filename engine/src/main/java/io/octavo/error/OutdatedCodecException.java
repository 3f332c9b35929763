package io.octavo.error;

/**
 * Thrown if a map is opened with a codec of an enum or record that lacks constants or components
 * added by a newer program. The map is not changed. A program with them can open the map.
 */
public final class OutdatedCodecException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Name of the map. */
  private final String map;

  /**
   * Creates an exception for a map that cannot be opened.
   *
   * @param map name of the map
   * @param kept the names of the codecs stored with the map
   * @param given the names of the codecs passed
   */
  public OutdatedCodecException(String map, String kept, String given) {
    super(
        "name="
            + map
            + " is "
            + kept
            + ": a newer program has added constants or components that "
            + given
            + " lacks; run that program, or add them to the codecs of this one");
    this.map = map;
  }

  /**
   * Returns the name of the map.
   *
   * @return the name
   */
  public String map() {
    return map;
  }
}
