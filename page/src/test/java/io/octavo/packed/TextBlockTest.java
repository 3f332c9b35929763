package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextBlockTest {
  private static final int OFFSET = 7;
  private static final byte[] NOTHING = {};

  private static byte[] draw(SplittableRandom random, byte[] previous) {
    int most = random.nextInt(10) == 0 ? TextBlock.MAX_TEXT : random.nextInt(4) == 0 ? 200 : 40;
    byte[] text = Arrays.copyOf(previous, random.nextInt(most + 1));
    int kept = random.nextInt(text.length + 1);
    for (int i = kept; i < text.length; i++) {
      text[i] = (byte) random.nextInt(random.nextBoolean() ? 3 : 256);
    }
    return text;
  }

  /** Appends byte strings until the block is full; returns its end. */
  private static int fill(SplittableRandom random, List<byte[]> texts, byte[] block) {
    int end = OFFSET;
    byte[] previous = NOTHING;
    for (int i = 0; i < TextBlock.MAX_COUNT; i++) {
      byte[] text = draw(random, previous);
      int limit = OFFSET + TextBlock.MAX_LENGTH;
      int next = TextBlock.append(previous, text, block, end, limit);
      if (next == TextBlock.DAMAGED) {
        assertThat(end + 4 + text.length).isGreaterThan(limit);
        break;
      }
      texts.add(text);
      previous = text;
      end = next;
    }
    return end;
  }

  @Test
  void whatIsAppendedIsReadBack() {
    Seeds.forEach(
        3_000,
        random -> {
          byte filling = (byte) random.nextInt();
          byte[] block = Memory.allocate(OFFSET + TextBlock.MAX_LENGTH + 9);
          Arrays.fill(block, filling);
          List<byte[]> texts = new ArrayList<>();
          int end = fill(random, texts, block);
          for (int i = 0; i < block.length; i++) {
            if ((i < Memory.index(OFFSET) || i >= Memory.index(end)) && block[i] != filling) {
              throw new AssertionError("byte " + i + " is written");
            }
          }
          assertThat(TextBlock.length(block, OFFSET, end, texts.size())).isEqualTo(end - OFFSET);
          assertThat(TextBlock.length(block, OFFSET, end - 1, texts.size()))
              .isEqualTo(TextBlock.DAMAGED);
          for (int i = 0; i < texts.size(); i++) {
            byte[] text = texts.get(i);
            int length = text.length;
            assertThat(TextBlock.get(block, OFFSET, i)).isEqualTo(text);
            assertThat(TextBlock.isEqual(block, OFFSET, i, text)).isTrue();
            assertThat(TextBlock.isEqual(block, OFFSET, i, Arrays.copyOf(text, length + 1)))
                .isFalse();
            byte[] other = texts.get(random.nextInt(texts.size()));
            assertThat(TextBlock.isEqual(block, OFFSET, i, other))
                .isEqualTo(Arrays.equals(other, text));
            if (length > 0) {
              assertThat(TextBlock.isEqual(block, OFFSET, i, Arrays.copyOf(text, length - 1)))
                  .isFalse();
              text = text.clone();
              text[random.nextInt(length)]++;
              assertThat(TextBlock.isEqual(block, OFFSET, i, text)).isFalse();
            }
          }
          byte[][] all = new byte[texts.size() + 1][];
          TextBlock.decode(block, OFFSET, texts.size(), all, 1);
          assertThat(Arrays.copyOfRange(all, 1, all.length))
              .isDeepEqualTo(texts.toArray(byte[][]::new));
          int offset = OFFSET;
          for (byte[] text : texts) {
            int rest = TextBlock.rest(block, offset);
            offset = TextBlock.end(block, offset);
            assertThat(offset - rest).isBetween(0, text.length);
          }
          assertThat(offset).isEqualTo(end);
        });
  }

  @Test
  void aChangedByteIsRefusedOrRead() {
    Seeds.forEach(
        3_000,
        random -> {
          byte[] block = Memory.allocate(OFFSET + TextBlock.MAX_LENGTH);
          List<byte[]> texts = new ArrayList<>();
          int end = fill(random, texts, block);
          int at = OFFSET + random.nextInt(end - OFFSET);
          Memory.putByte(block, at, Memory.getByte(block, at) ^ (1 << random.nextInt(8)));
          int found = TextBlock.length(block, OFFSET, end, texts.size());
          assertThat(found).isLessThanOrEqualTo(end - OFFSET);
          for (int i = 0; found != TextBlock.DAMAGED && i < texts.size(); i++) {
            assertThat(TextBlock.get(block, OFFSET, i))
                .hasSizeLessThanOrEqualTo(TextBlock.MAX_TEXT);
          }
        });
  }

  @Test
  void whatTextsShareIsKeptOnce() {
    byte[] block = Memory.allocate(TextBlock.MAX_LENGTH);
    byte[] previous = NOTHING;
    int end = 0;
    for (String path : List.of("/usr/lib/jvm/a", "/usr/lib/jvm/b", "/usr/lib")) {
      byte[] text = path.getBytes(StandardCharsets.UTF_8);
      end = TextBlock.append(previous, text, block, end, TextBlock.MAX_LENGTH);
      previous = text;
    }
    assertThat(end).isEqualTo(2 + 14 + 2 + 1 + 2);
  }
}
