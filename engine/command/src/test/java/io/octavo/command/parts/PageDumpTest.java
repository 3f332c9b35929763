package io.octavo.command.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.Seeds;
import io.octavo.page.check.Samples;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageDumpTest {
  private static final Pattern RANGE = Pattern.compile("(?m)^(\\d{4})-(\\d{4})  \\S");

  private static void fill(byte[] page, int from, SplittableRandom random) {
    for (int i = from; i < PageHeader.PAGE_SIZE; i++) {
      Memory.putByte(page, i, random.nextInt(256));
    }
  }

  /** Every line begins with a range of the page, or with blanks, or is the first. */
  private static void isReadable(String dump) {
    String[] lines = dump.split("\n", -1);
    assertThat(lines[0]).startsWith("page ");
    assertThat(lines[lines.length - 1]).isEmpty();
    for (int i = 1; i < lines.length - 1; i++) {
      Matcher matcher = RANGE.matcher(lines[i]);
      boolean range = matcher.find();
      assertThat(range || lines[i].startsWith("   ")).as("%s", lines[i]).isTrue();
      if (range) {
        int from = Integer.parseInt(matcher.group(1));
        assertThat(Integer.parseInt(matcher.group(2))).isBetween(from, PageHeader.PAGE_SIZE - 1);
      }
    }
  }

  @Test
  void anyBytesAreShown() {
    byte[] page = PageHeader.newPage();
    Seeds.forEach(
        100,
        random -> {
          fill(page, 0, random);
          isReadable(PageDump.dump(page));
          Memory.putByte(page, PageHeader.KIND, 1 + random.nextInt(13));
          isReadable(PageDump.dump(page));
        });
  }

  @Test
  void anyBytesBehindTheHeaderOfAnyKindAreShown() {
    byte[] page = PageHeader.newPage();
    Seeds.forEach(
        100,
        random -> {
          PageHeader.format(page, PageKind.LEAF, 0, 5, 6);
          Memory.putByte(page, PageHeader.KIND, 1 + random.nextInt(13));
          PageHeader.setCount(page, random.nextInt(random.nextBoolean() ? 10 : 65536));
          PageHeader.setFlags(page, random.nextInt(2));
          fill(page, PageHeader.LENGTH, random);
          isReadable(PageDump.dump(page));
        });
  }

  @Test
  void damagedPagesOfEveryKindAreShown() {
    Seeds.forEach(
        30,
        random -> {
          for (byte[] page : Samples.all().values()) {
            for (int i = random.nextInt(20); i >= 0; i--) {
              int offset = random.nextInt(random.nextBoolean() ? 100 : PageHeader.PAGE_SIZE);
              Memory.putByte(page, offset, random.nextInt(256));
            }
            isReadable(PageDump.dump(page));
          }
        });
  }

  @Test
  void theRangesOfASoundPageCoverEveryByteOnce() {
    Samples.all()
        .forEach(
            (name, page) -> {
              String dump = PageDump.dump(page);
              isReadable(dump);
              List<int[]> ranges = new ArrayList<>();
              Matcher matcher = RANGE.matcher(dump);
              while (matcher.find()) {
                ranges.add(
                    new int[] {
                      Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))
                    });
              }
              int next = 0;
              for (int[] range : ranges) {
                assertThat(range[0]).as(name).isEqualTo(next);
                next = range[1] + 1;
              }
              assertThat(next).as(name).isEqualTo(PageHeader.PAGE_SIZE);
            });
  }

  @Test
  void theSummaryOfASoundPageNamesNoRuleAndOfADamagedOneTheFirst() {
    byte[] page = Samples.leaf(5, 1);
    assertThat(PageDump.summary(page))
        .startsWith("page 17: leaf of collection 3, level 0, epoch 9, count 4, ")
        .endsWith(" bytes free");
    PageHeader.setFree(page, 0);
    assertThat(PageDump.summary(page)).contains(", breaks rule R11 (free room) at byte 28");
    assertThat(PageDump.summary(Samples.bytesBranch(20)))
        .startsWith("page 24: bytes branch of collection 3, level 1, epoch 9, count 20, ")
        .endsWith(" bytes free");
    assertThat(PageDump.summary(Samples.overflow()))
        .isEqualTo("page 25: overflow of collection 3, level 0, epoch 9, count 1000");
    assertThat(PageDump.summary(Samples.meta()))
        .isEqualTo("page 3: meta, level 0, epoch 9, count 0");
  }

  @Test
  void aNameCannotBreakTheLines() {
    byte[] page = PageHeader.newPage();
    CatalogueRecord record = CatalogueRecord.empty("a\n\u001B\"\\\u007F\u00FC~", 1, 1, 1);
    CataloguePage.build(page, 20, List.of(record));
    assertThat(PageDump.dump(page)).contains("\"a\\n\\x1b\\x22\\\\\\x7f\u00FC~\"\n");
  }
}
