package io.octavo.agrona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.error.CodecException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;

class BufferCodecTest {
  private record Trade(long id, String symbol) {}

  private static final Codec<Trade> TRADES =
      BufferCodec.of(
          "TRADE",
          (trade, buffer, offset) -> {
            buffer.putLong(offset, trade.id(), ByteOrder.BIG_ENDIAN);
            return Long.BYTES + buffer.putStringAscii(offset + Long.BYTES, trade.symbol());
          },
          (buffer, offset, length) ->
              new Trade(
                  buffer.getLong(offset, ByteOrder.BIG_ENDIAN),
                  buffer.getStringAscii(offset + Long.BYTES)));

  @Test
  void aMapKeepsObjectsAsTheirFunctionsWriteThem() {
    Trade small = new Trade(7, "OCT");
    Trade large = new Trade(8, "L".repeat(1_000));
    try (Store store = Store.inMemory()) {
      NavigableMap<Long, Trade> byId = store.map("byId", Codecs.LONG, TRADES);
      byId.put(7L, small);
      byId.put(8L, large);

      assertThat(byId).containsEntry(7L, small).containsEntry(8L, large);
    }
    assertThat(TRADES).hasToString("TRADE");
  }

  @Test
  void keysOrderAsTheirBytes() {
    List<Trade> sorted = List.of(new Trade(1, "A"), new Trade(1, "B"), new Trade(256, "A"));
    try (Store store = Store.inMemory()) {
      NavigableMap<Trade, Long> map = store.map("map", TRADES, Codecs.LONG);
      map.put(sorted.get(2), 2L);
      map.put(sorted.get(0), 0L);
      map.put(sorted.get(1), 1L);

      assertThat(map.keySet()).containsExactlyElementsOf(sorted);
      assertThat(map.headMap(sorted.get(1))).containsOnlyKeys(sorted.get(0));
      assertThat(map.comparator()).isNotNull();
      assertThat(sorted).isSortedAccordingTo(map.comparator());
    }
  }

  @Test
  void bytesThatTheDecoderRefusesAreNamedWithTheCodec() {
    CodecException own = new CodecException("INNER", new byte[0], "no");
    Codec<Long> refusing =
        BufferCodec.of(
            "REFUSING",
            (value, buffer, offset) -> 0,
            (buffer, offset, length) -> {
              throw own;
            });

    assertThatThrownBy(() -> TRADES.decode(new byte[] {1, 2, 3}))
        .isInstanceOf(CodecException.class)
        .hasMessageContainingAll("codec=TRADE", "3 bytes, 010203", "IndexOutOfBoundsException")
        .hasCauseInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> refusing.decode(new byte[0])).isSameAs(own);
  }

  @Test
  void anEncoderMustHaveWrittenWhatItReturns() {
    Codec<Integer> wrong =
        BufferCodec.of("WRONG", (value, buffer, offset) -> value, (buffer, offset, length) -> 0);

    assertThat(wrong.encode(0)).isEmpty();
    assertThatThrownBy(() -> wrong.encode(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> wrong.encode(1 << 20)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
