package io.octavo.examples.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordSearchTest {
  @TempDir Path directory;
  private Path texts;

  @BeforeEach
  void writeTexts() throws IOException {
    texts = directory.resolve("texts");
    Files.createDirectories(texts.resolve("sub"));
    Files.writeString(texts.resolve("a"), "Alpha beta, gamma-delta.");
    Files.writeString(texts.resolve("b"), "alpha\nBETA " + "x".repeat(65));
    Files.writeString(texts.resolve("c"), "gamma ALPHA Ünïcode");
    Files.write(texts.resolve("data"), new byte[] {'a', (byte) 0xFF});
    Files.writeString(texts.resolve("sub/d"), "alphabet soup");
  }

  private String index() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WordSearch.index(directory.resolve("words.oct"), texts, new PrintStream(out, true, UTF_8));
    return out.toString(UTF_8).strip();
  }

  /** Returns the files that match, without the directory. */
  private String query(String query) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WordSearch.query(directory.resolve("words.oct"), query, new PrintStream(out, true, UTF_8));
    return String.join(" ", out.toString(UTF_8).replace(texts + "/", "").lines().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "alpha, a b c",
    "alpha AND beta, a b",
    "alpha gamma, a c",
    "soup OR gamma, a c sub/d",
    "alpha NOT beta, c",
    "NOT alpha, sub/d",
    "NOT alpha NOT soup, ''",
    "alpha* AND (soup OR ÜNÏCODE), c sub/d",
    "alpha beta OR soup, a b sub/d",
    "NOT nowhere, a b c sub/d",
    "nowhere*, ''",
    "x*, ''"
  })
  void aQueryPrintsTheFilesThatMatch(String query, String files) throws IOException {
    assertThat(index()).isEqualTo("4 files indexed, 1 skipped");

    assertThat(query(query)).isEqualTo(files);
  }

  @Test
  void aSecondIndexTakesThePlaceOfTheFirst() throws IOException {
    index();
    Files.delete(texts.resolve("a"));
    assertThat(index()).isEqualTo("3 files indexed, 1 skipped");

    assertThat(query("alpha AND beta")).isEqualTo("b");
    assertThat(query("delta")).isEmpty();
  }

  @Test
  void aQueryWithoutAnIndexNamesTheRemedy() {
    Path file = directory.resolve("words.oct");
    String message = file + ": no index of words; make it first: index " + file + " DIRECTORY";
    assertThatThrownBy(() -> query("alpha")).hasMessage(message);
    assertThat(file).doesNotExist();

    try (Store store = Store.open(file)) {
      store.write(tx -> tx.longMap("offsets").put(1, 2));
    }
    assertThatThrownBy(() -> query("alpha")).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "alpha AND; a word; the end",
        "alpha OR OR beta; a word; 'OR'",
        "(alpha; ')'; the end",
        "alpha); AND, OR or the end; ')'",
        "alpha & beta; a word; '&'",
        "\"\"; a word; the end"
      })
  void aMalformedQueryIsRefused(String query, String expected, String found) throws IOException {
    index();

    assertThatThrownBy(() -> query(query))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected " + expected)
        .hasMessageContaining("found " + found);
  }
}
