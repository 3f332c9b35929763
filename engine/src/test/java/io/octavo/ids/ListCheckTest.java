package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.Pager;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A check of lists whose records are wrong under right checksums. */
final class ListCheckTest {
  private static HeapFile store() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(7, 7));
    try (Store store = open(file)) {
      store.write(
          tx ->
              IntStream.range(0, 3_000)
                  .forEach(
                      i -> {
                        tx.strings("dictionary").intern("string " + i * 7_919 % 3_001);
                        tx.pairs("pairs").intern(i * 0x9E37_79B9_7F4A_7C15L);
                        tx.stacks("stacks").intern(i / 2 - 1, i);
                      }));
    }
    return file;
  }

  private static Store open(HeapFile file) {
    return EngineAccess.open(file, null, StoreOptions.defaults(), TreeLimits.PAGE);
  }

  private static CatalogueRecord typed(CatalogueRecord record, int type) {
    return new CatalogueRecord(
        record.name(),
        record.id(),
        type,
        record.typeVersion(),
        record.keyCodec(),
        record.valueCodec(),
        record.root(),
        record.entries(),
        record.created(),
        record.tail());
  }

  @ParameterizedTest
  @CsvSource({
    "dictionary,6",
    "dictionary,7",
    "pairs,5",
    "pairs,7",
    "stacks,5",
    "stacks,6",
    "stacks,1"
  })
  void aRecordOfAnotherTypeIsReported(String name, int type) {
    byte[] bytes =
        new FileImage(store().content())
            .changeRecord(name, record -> typed(record, type))
            .sealAgain()
            .bytes();
    try (Store store = open(new HeapFile(bytes))) {
      List<String> problems = store.check().problems();
      assertThat(problems).isNotEmpty();
    }
  }

  @Test
  void aCountThatIsWrongIsReported() {
    for (String name : List.of("dictionary", "pairs", "stacks")) {
      byte[] bytes =
          new FileImage(store().content())
              .changeRecord(name, record -> record.with(record.root(), record.entries() - 1))
              .sealAgain()
              .bytes();
      try (Store store = open(new HeapFile(bytes))) {
        assertThat(store.check().problems()).anyMatch(text -> text.contains("R24"));
      }
    }
  }
}
