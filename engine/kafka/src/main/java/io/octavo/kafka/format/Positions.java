package io.octavo.kafka.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.streams.query.Position;

/** A position as bytes: for each topic and partition, its name, its number and its offset. */
public final class Positions {
  private Positions() {}

  public static byte[] encode(Position position) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (String topic : new TreeSet<>(position.getTopics())) {
        for (Map.Entry<Integer, Long> each : position.getPartitionPositions(topic).entrySet()) {
          out.writeUTF(topic);
          out.writeInt(each.getKey());
          out.writeLong(each.getValue());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be written", e);
    }
    return bytes.toByteArray();
  }

  public static Position decode(byte[] bytes) {
    Position position = Position.emptyPosition();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      while (in.available() > 0) {
        position.withComponent(in.readUTF(), in.readInt(), in.readLong());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a position is cut short", e);
    }
    return position;
  }
}
