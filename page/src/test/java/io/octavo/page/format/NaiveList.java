package io.octavo.page.format;

import io.octavo.memory.Memory;
import io.octavo.page.list.ListPage;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a page of a list as FORMAT.md describes them, byte by byte; for sound pages. */
public final class NaiveList {
  private final byte[] page;
  private final List<Part> parts = new ArrayList<>();
  private int next;

  private NaiveList(byte[] page, int from) {
    this.page = page;
    next = from;
  }

  /** Some bytes of a page, and what FORMAT.md calls them. */
  public record Part(int from, int to, String name) {
    public String hex(byte[] page) {
      return FormatExamples.hex(page, from, to);
    }
  }

  /** Returns the parts of a block. */
  public static List<Part> parts(byte[] page, int block) {
    NaiveList naive = new NaiveList(page, ListPage.start(page, block));
    int items = ListPage.items(page, block);
    int end = ListPage.end(page, block);
    switch (Memory.getInt(page, ListPage.FORM)) {
      case 1 -> naive.pairs(items);
      case 2 -> naive.texts(end);
      case 3 -> naive.nodes(items, end);
      default -> throw new IllegalArgumentException("unknown form");
    }
    if (naive.next != end) {
      throw new AssertionError("the block ends at " + end + ", its parts at " + naive.next);
    }
    return naive.parts;
  }

  private void pairs(int items) {
    column("high ", items);
    column("low ", items);
  }

  private void column(String name, int items) {
    int head = number();
    boolean isTable = head >= 128;
    end(name + "head", 1);
    if (isTable) {
      int numbers = number() + 1;
      end(name + "count", 1);
      end(name + "table", 4 * numbers);
    } else {
      end(name + "base", 4);
    }
    packed(name + (isTable ? "places" : "differences"), items, head % 128);
  }

  private void texts(int end) {
    while (next < end) {
      int shared = varintLength(next);
      int more = number(next + shared) % 128;
      int moreLength = varintLength(next + shared);
      more += moreLength == 1 ? 0 : 128 * number(next + shared + 1);
      end("lengths", shared + moreLength);
      end("rest", more);
    }
  }

  private int varintLength(int from) {
    return number(from) < 128 ? 1 : 2;
  }

  private void nodes(int items, int end) {
    int frameWidth = number();
    end("widths", 2);
    packed("chain", items, 1);
    packed("frames", items, frameWidth);
    end("distances", end - next);
  }

  private void packed(String name, int count, int width) {
    end(name, (count * width + 7) / 8);
  }

  private int number() {
    return number(next);
  }

  private int number(int offset) {
    return Memory.getByte(page, offset);
  }

  private void end(String name, int length) {
    if (length > 0) {
      parts.add(new Part(next, next + length, name));
    }
    next += length;
  }
}
