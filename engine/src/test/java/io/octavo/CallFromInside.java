package io.octavo;

import io.octavo.codec.Codecs;
import io.octavo.map.BytesPairs;
import io.octavo.map.LongPairs;
import io.octavo.posting.PostingLists;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.stream.Stream;

/** Calls that run something of the program's while their thread is inside a write transaction. */
enum CallFromInside {
  LONG_LOAD {
    @Override
    void around(Transaction tx, Runnable action) {
      tx.longMap("longs").load(new OneLong(action));
    }
  },
  BYTES_LOAD {
    @Override
    void around(Transaction tx, Runnable action) {
      tx.bytesMap("bytes").load(new OneEntry(action));
    }
  },
  POSTINGS_LOAD {
    @Override
    void around(Transaction tx, Runnable action) {
      tx.postings("postings").load(new OneList(action));
    }
  },
  EMPTY_POSTINGS_LOAD {
    @Override
    void around(Transaction tx, Runnable action) {
      tx.postings("new").load(new OneList(action));
    }
  },
  STREAM {
    @Override
    void around(Transaction tx, Runnable action) throws Exception {
      InputStream value =
          new ByteArrayInputStream(new byte[100_000]) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
              if (pos == 0) {
                action.run();
              }
              return super.read(into, offset, length);
            }

            @Override
            public synchronized int readNBytes(byte[] into, int offset, int length) {
              return read(into, offset, length);
            }
          };
      tx.bytesMap("bytes").put(new byte[] {3}, value, 100_000);
    }
  },
  COMPUTE {
    @Override
    void around(Transaction tx, Runnable action) {
      view(tx)
          .compute(
              "two",
              (key, old) -> {
                action.run();
                return 2L;
              });
    }
  },
  MERGE {
    @Override
    void around(Transaction tx, Runnable action) {
      view(tx)
          .merge(
              "one",
              1L,
              (old, value) -> {
                action.run();
                return old + value;
              });
    }
  },
  VIEW_LOAD {
    @Override
    void around(Transaction tx, Runnable action) {
      tx.map("view", Codecs.STRING, Codecs.LONG)
          .load(
              Stream.of("four", "three")
                  .peek(key -> action.run())
                  .map(key -> Map.entry(key, 1L))
                  .iterator());
    }
  },
  REPLACE_ALL {
    @Override
    void around(Transaction tx, Runnable action) {
      view(tx)
          .replaceAll(
              (key, old) -> {
                action.run();
                return old + 1;
              });
    }
  };

  /** Does the call, which runs the action one time or more. */
  abstract void around(Transaction tx, Runnable action) throws Exception;

  static Map<String, Long> view(Transaction tx) {
    return tx.map("view", Codecs.STRING, Codecs.LONG);
  }

  static final class OneLong implements LongPairs {
    private final Runnable action;
    private int at;

    OneLong(Runnable action) {
      this.action = action;
    }

    @Override
    public boolean next() {
      if (at == 0) {
        action.run();
      }
      return at++ < 2_000;
    }

    @Override
    public long key() {
      return at;
    }

    @Override
    public long value() {
      return 7;
    }
  }

  static final class OneEntry implements BytesPairs {
    private final Runnable action;
    private int at;

    OneEntry(Runnable action) {
      this.action = action;
    }

    @Override
    public boolean next() {
      if (at == 0) {
        action.run();
      }
      return at++ < 500;
    }

    @Override
    public byte[] key() {
      return new byte[] {9, (byte) (at >> 8), (byte) at};
    }

    @Override
    public byte[] value() {
      return new byte[100];
    }
  }

  static final class OneList implements PostingLists {
    private final Runnable action;
    private int at;

    OneList(Runnable action) {
      this.action = action;
    }

    @Override
    public boolean next() {
      if (at == 0) {
        action.run();
      }
      return at++ < 1;
    }

    @Override
    public long key() {
      return 9;
    }

    @Override
    public int nextBlock(long[] into) {
      into[0] = 1;
      return at++ == 1 ? 1 : 0;
    }
  }
}
