package io.octavo.examples.moving;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.util.Map;
import java.util.UUID;

/** The codecs of the classes that a library names or returns. Add those of your own. */
final class ClassCodecs {
  private static final Map<Class<?>, Codec<?>> CODECS =
      Map.of(
          String.class, Codecs.STRING,
          Long.class, Codecs.LONG,
          Integer.class, Codecs.INT,
          Short.class, Codecs.SHORT,
          Double.class, Codecs.DOUBLE,
          Boolean.class, Codecs.BOOLEAN,
          UUID.class, Codecs.UUID,
          byte[].class, Codecs.BYTES);

  private ClassCodecs() {}

  @SuppressWarnings("unchecked") // what is encoded has been compared with the class
  static Codec<Object> of(String map, Class<?> type) {
    Codec<?> codec = CODECS.get(type);
    if (codec == null) {
      throw new NotMovableException(map, "no codec is known for " + type.getName());
    }
    return (Codec<Object>) codec;
  }
}
