package io.octavo.command.load;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.Text;
import io.octavo.map.LongPairs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads pairs of 16 bytes: key and value, both little-endian. */
public final class BinaryReader implements LongPairs {
  public static final int PAIR = 2 * Long.BYTES;
  private static final int BUFFER = 1 << 18;

  private final Input input;
  private final byte[] bytes = new byte[BUFFER];
  private final ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  private int position = -PAIR;
  private int limit;
  private long count;

  BinaryReader(Input input) {
    this.input = input;
  }

  @Override
  public boolean next() {
    position += PAIR;
    if (position == limit && !fill()) {
      return false;
    }
    count++;
    return true;
  }

  private boolean fill() {
    position = 0;
    limit = 0;
    for (int read = 0; read >= 0 && limit < bytes.length; ) {
      read = input.read(bytes, limit, bytes.length - limit);
      limit += Math.max(0, read);
    }
    int rest = limit % PAIR;
    if (rest != 0) {
      throw new Failure(
          Failure.PROBLEM,
          input.name()
              + ": pair "
              + (count + limit / PAIR + 1)
              + " is truncated: "
              + Text.count(rest, "byte", "bytes")
              + " of "
              + PAIR);
    }
    return limit > 0;
  }

  @Override
  public long key() {
    return view.getLong(position);
  }

  @Override
  public long value() {
    return view.getLong(position + Long.BYTES);
  }
}
