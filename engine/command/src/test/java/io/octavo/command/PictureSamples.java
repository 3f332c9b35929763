package io.octavo.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.Store;
import io.octavo.command.survey.StorePages;
import io.octavo.command.survey.Survey;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Stores with pages of every kind, sound and damaged, for what draws them. */
public final class PictureSamples {
  /** Keys that a page of HTML, a picture or a terminal could take for something else. */
  static final String[] BAD_KEYS = {
    "</script><b>bold", "\u001B[31mred", "\u0000\u0001\n", "a\"'&<>", "\uD83D\uDE00 \u202E"
  };

  private PictureSamples() {}

  /** Makes a store of nothing. */
  public static Path empty(Path file) {
    Store.open(file).close();
    return file;
  }

  /** Makes a store of maps with long keys, byte strings, large values and free pages. */
  public static Path mixed(Path file) {
    try (Store store = Store.open(file)) {
      store.write(
          tx -> {
            LongMap squares = tx.longMap("squares");
            for (long i = 0; i < 8_000; i++) {
              squares.put(3 * i, i % 40 == 0 ? Long.MAX_VALUE - i : i * i);
            }
            BytesMap names = tx.bytesMap("names");
            for (int i = 0; i < 1_500; i++) {
              names.put(("name/" + i).getBytes(UTF_8), new byte[i % 60]);
            }
            for (String key : BAD_KEYS) {
              names.put(key.getBytes(UTF_8), key.getBytes(UTF_8));
            }
            byte[] large = new byte[50_000];
            new Random(1).nextBytes(large);
            tx.bytesMap("</script>&\u001B").put("large".getBytes(UTF_8), large);
            tx.longMap("empty");
            for (long id = 0; id < 2_000; id++) {
              tx.postings("lists").add(id % 7, id);
            }
          });
      store.write(
          tx -> {
            for (long i = 3_000; i < 5_000; i++) {
              tx.longMap("squares").remove(3 * i);
            }
          });
    }
    return file;
  }

  /** Makes a store that was not closed, so that it has a commit ring. */
  public static Path unclosed(Path file) throws IOException {
    Path open = file.resolveSibling("open.oct");
    try (Store store = Store.open(open)) {
      store.write(tx -> tx.longMap("numbers").put(1, 2));
      for (long i = 0; i < 5; i++) {
        long key = i;
        store.write(tx -> tx.longMap("numbers").put(key, -key));
      }
      Files.copy(open, file);
    }
    return file;
  }

  public static int pages(Path file) throws IOException {
    return (int) (Files.size(file) / PageHeader.PAGE_SIZE);
  }

  /** Finds a page that is in use, the last of its kind. */
  public static int find(Path file, PageKind kind) {
    return find(file, kind, "");
  }

  /** Finds a page of a map, the last of its kind. */
  public static int find(Path file, PageKind kind, String map) {
    try (StorePages store = StorePages.open(file)) {
      Survey survey = Survey.of(store);
      for (int number = survey.table().pages() - 1; number >= 0; number--) {
        String owner = survey.nameOf(survey.table().owner(number));
        if (survey.table().use(number).name().equals(kind.name()) && owner.endsWith(map)) {
          return number;
        }
      }
    }
    throw new AssertionError("no page is a " + kind + " of " + map);
  }

  /** Changes a bit of a page. */
  public static void damage(Path file, int number) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[number * PageHeader.PAGE_SIZE + 8_000] ^= 1;
    Files.write(file, bytes);
  }

  /** Changes a bit of every meta page. */
  public static void damageMetas(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    for (int number = 0; number < MetaPage.COUNT; number++) {
      bytes[number * PageHeader.PAGE_SIZE + 110] ^= 1;
    }
    Files.write(file, bytes);
  }

  public static void cutOff(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3 * PageHeader.PAGE_SIZE));
  }
}
