package io.octavo.kafka.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.TopicPartition;

/**
 * The keys of the map of offsets, positions and formats: a letter, and names that end in a zero
 * byte, which no name of Kafka contains.
 */
public final class MetaKey {
  private MetaKey() {}

  public static byte[] offset(String store, TopicPartition partition) {
    return key("o" + store + '\0' + partition.topic() + '\0' + partition.partition());
  }

  /** The prefix of the offsets of a store. */
  public static byte[] offsets(String store) {
    return key("o" + store + '\0');
  }

  public static byte[] position(String store) {
    return key("p" + store + '\0');
  }

  public static byte[] format(String store) {
    return key("f" + store + '\0');
  }

  /** Present while the offsets of a store are not valid; see KIP-1035. */
  public static byte[] cleared(String store) {
    return key("x" + store + '\0');
  }

  /** The end of the keys with a prefix that ends in a zero byte. */
  public static byte[] end(byte[] prefix) {
    byte[] end = Arrays.copyOf(prefix, prefix.length);
    end[end.length - 1]++;
    return end;
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
