package io.octavo.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.apache.kafka.test.MockRecordCollector;
import org.apache.kafka.test.StreamsTestUtils;

/** Tasks without a broker, for tests. */
final class Tasks {
  private Tasks() {}

  /** A collector that has sent records up to the offsets given. */
  static final class Sent extends MockRecordCollector {
    final Map<TopicPartition, Long> offsets = new HashMap<>();

    @Override
    public Map<TopicPartition, Long> offsets() {
      return offsets;
    }
  }

  static InternalMockProcessorContext<?, ?> context(Path directory, String... properties) {
    return context(directory, new Sent(), properties);
  }

  static InternalMockProcessorContext<?, ?> context(
      Path directory, Sent sent, String... properties) {
    Properties all = StreamsTestUtils.getStreamsConfig();
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    return new InternalMockProcessorContext<>(directory.toFile(), new StreamsConfig(all), sent);
  }

  static TopicPartition changelog(String store) {
    return new TopicPartition(store + "-changelog", 0);
  }

  static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(UTF_8));
  }

  static byte[] value(String text) {
    return text.getBytes(UTF_8);
  }
}
