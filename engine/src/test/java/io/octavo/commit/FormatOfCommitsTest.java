package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.FormatTable;
import io.octavo.fixture.HeapFile;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which commits of the ring are taken and which are refused, as FORMAT.md lists them. */
class FormatOfCommitsTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  /** Returns the table of section "Operations". */
  static Stream<List<String>> commits() {
    List<List<String>> rows = FormatTable.rows("bytes", "what", "a reader");
    assertThat(rows).hasSizeGreaterThan(30);
    return rows.stream();
  }

  private static CatalogueRecord record(String name, int id, int type) {
    return CatalogueRecord.empty(name, id, type, 1);
  }

  private static HeapFile killed(byte[]... commits) {
    return killed(5, commits);
  }

  private static HeapFile killed(int nextCollection, byte[]... commits) {
    ForgedFile file = new ForgedFile();
    return new HeapFile(
        file.withRing(commits)
            .withNextCollection(nextCollection)
            .bytes(
                file.catalogue(
                    record("a", 1, CatalogueRecord.LONG_MAP),
                    record("b", 2, CatalogueRecord.BYTES_MAP),
                    record("p", 3, CatalogueRecord.POSTINGS),
                    record("u", 4, 77))));
  }

  private static Store open(HeapFile file, StoreOptions options) {
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  @ParameterizedTest
  @MethodSource("commits")
  void aCommitIsTakenOrRefusedAsTheTextSays(List<String> row) {
    HeapFile file = killed(parse(row.get(0)));
    for (StoreOptions options : List.of(READ_ONLY, StoreOptions.defaults())) {
      if (row.get(2).equals("refuses")) {
        assertThatThrownBy(() -> open(file, options))
            .isExactlyInstanceOf(CorruptionException.class)
            .hasMessageContaining("R27 (commit ring)")
            .hasMessageContaining("commit 2");
        continue;
      }
      assertThat(row.get(2)).isEqualTo("takes");
      try (Store store = open(file, options)) {
        assertThat(store.readLong(tx -> tx.longMap("a").size())).isZero();
      }
    }
    if (row.get(2).equals("takes")) {
      // Recovered, so there is a checkpoint to look at.
      try (Store store = open(file, StoreOptions.defaults())) {
        assertThat(store.check().problems()).as("%s", row).isEmpty();
      }
    }
  }

  /** Reads bytes in hexadecimal digits, among them {@code 00 x 2000}. */
  private static byte[] parse(String cell) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String[] words = cell.replace("`", "").strip().split(" +", -1);
    for (int i = 0; i < words.length && !words[0].isEmpty(); i++) {
      int value = Integer.parseInt(words[i], 16);
      boolean isRun = i + 1 < words.length && words[i + 1].equals("x");
      int count = isRun ? Integer.parseInt(words[i + 2]) : 1;
      for (int n = 0; n < count; n++) {
        bytes.write(value);
      }
      i += isRun ? 2 : 0;
    }
    return bytes.toByteArray();
  }

  @Test
  void theIdentifierBehindTheLastIsRefused() {
    byte[] create = parse("01 FF FF FF FF 07 06 01 01 78");
    assertThatThrownBy(() -> open(killed(Integer.MAX_VALUE, create), READ_ONLY))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("R27 (commit ring)");
  }

  @Test
  void withoutACollectionOfPiecesALargeValueTakesTheNextIdentifier() {
    byte[] large = parse("01 02 0A 00 C1 1F 00 x 4033");
    byte[] create = parse("01 06 06 01 01 78");
    try (Store store = open(killed(large, create), StoreOptions.defaults())) {
      byte[] value = store.read(tx -> tx.bytesMap("b").get(new byte[0]));
      assertThat(value).isEqualTo(new byte[4033]);
      assertThat(store.<Object>read(Transaction::names)).hasToString("[a, b, p, u, x]");
    }
    // One byte less has room in its entry.
    byte[] small = parse("01 02 0A 00 C0 1F 00 x 4032");
    byte[] next = parse("01 05 06 01 01 78");
    try (Store store = open(killed(small, next), StoreOptions.defaults())) {
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
