package io.octavo.error;

/**
 * Thrown if a map is opened by a codec of an enum or record that lacks constants or components
 * which a newer program has given to it. The map is not changed. A program that knows them can open
 * the map.
 */
public final class OutdatedCodecException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Name of the map. */
  private final String map;

  /**
   * Creates an exception for a map that cannot be opened.
   *
   * @param map name of the map
   * @param kept the codecs that are kept with the map, by their names
   * @param given the codecs that were given
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
