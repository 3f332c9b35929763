package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.collection.NamedCodec;
import io.octavo.error.OutdatedCodecException;
import io.octavo.page.meta.CodecNames;
import java.util.List;

/** The codecs of maps, by their names in the catalogue. */
public final class MapCodecs {
  private MapCodecs() {}

  /** Returns the codecs of a map that exists. */
  public static CodecNames of(Transaction transaction, String map) {
    List<String> codecs = transaction.codecs(map);
    return codecs.isEmpty() ? CodecNames.NONE : new CodecNames(codecs.get(0), codecs.get(1));
  }

  /**
   * Creates a map, if it does not exist.
   *
   * @throws IllegalArgumentException if the map exists with other codecs or another type; or if no
   *     codec has such a name
   */
  public static void create(Transaction transaction, String map, CodecNames codecs) {
    boolean isPlain = codecs.equals(CodecNames.NONE);
    Codec<?> keys = isPlain ? Codecs.BYTES : NamedCodec.of(codecs.key());
    Codec<?> values = isPlain ? Codecs.BYTES : NamedCodec.of(codecs.value());
    try {
      transaction.map(map, keys, values);
    } catch (OutdatedCodecException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
