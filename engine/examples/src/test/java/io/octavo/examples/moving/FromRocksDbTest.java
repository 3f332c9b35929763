package io.octavo.examples.moving;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.AbstractComparator;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ComparatorOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.StringAppendOperator;

class FromRocksDbTest {
  @TempDir Path directory;
  private Path from;
  private Path to;

  @BeforeEach
  void name() {
    from = directory.resolve("source");
    to = directory.resolve("target.oct");
  }

  @Test
  void columnFamiliesMove() throws RocksDBException {
    SortedMap<byte[], byte[]> bytes = Sources.bytes();
    SortedMap<byte[], byte[]> half = bytes.tailMap(new byte[] {(byte) 0x80});
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, from.toString());
        ColumnFamilyHandle family =
            db.createColumnFamily(new ColumnFamilyDescriptor("half".getBytes(UTF_8)))) {
      for (Map.Entry<byte[], byte[]> entry : bytes.entrySet()) {
        db.put(entry.getKey(), entry.getValue());
      }
      for (Map.Entry<byte[], byte[]> entry : half.entrySet()) {
        db.put(family, entry.getKey(), entry.getValue());
      }
    }
    FromRocksDb.main(from.toString(), to.toString());
    Sources.assertBytes(to, "default", bytes);
    Sources.assertBytes(to, "half", half);
  }

  @Test
  void mergeOperatorsOfRocksDbAreApplied() throws RocksDBException {
    createWithOperands();
    FromRocksDb.move(from, to);
    SortedMap<byte[], byte[]> merged = new TreeMap<>(Arrays::compareUnsigned);
    merged.put(new byte[] {1}, new byte[] {2, ',', 3});
    merged.put(new byte[] {4}, new byte[] {5});
    Sources.assertBytes(to, "default", merged);
  }

  private void createWithOperands() throws RocksDBException {
    try (StringAppendOperator operator = new StringAppendOperator();
        Options options = new Options().setCreateIfMissing(true).setMergeOperator(operator);
        RocksDB db = RocksDB.open(options, from.toString())) {
      db.put(new byte[] {1}, new byte[] {2});
      db.merge(new byte[] {1}, new byte[] {3});
      db.put(new byte[] {4}, new byte[] {5});
    }
  }

  @Test
  void operandsOfAnUnknownMergeOperatorAreRefused() throws RocksDBException, IOException {
    createWithOperands();
    List<Path> options;
    try (Stream<Path> files = Files.list(from)) {
      options = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS")).toList();
    }
    assertThat(options).isNotEmpty();
    for (Path file : options) {
      Files.writeString(file, Files.readString(file).replaceAll("merge_operator=.*", ""));
    }
    assertThatThrownBy(() -> FromRocksDb.move(from, to))
        .isInstanceOf(RocksDBException.class)
        .hasMessageContaining("merge_operator");
    assertThat(to).doesNotExist();
  }

  @Test
  void aComparatorOfTheProgramIsRefused() throws RocksDBException {
    try (ComparatorOptions settings = new ComparatorOptions();
        AbstractComparator comparator =
            new AbstractComparator(settings) {
              @Override
              public String name() {
                return "reversed";
              }

              @Override
              public int compare(ByteBuffer a, ByteBuffer b) {
                return b.compareTo(a);
              }
            };
        Options options = new Options().setCreateIfMissing(true).setComparator(comparator);
        RocksDB db = RocksDB.open(options, from.toString())) {
      db.put(new byte[] {1}, new byte[] {2});
    }
    assertThatThrownBy(() -> FromRocksDb.move(from, to))
        .isInstanceOf(RocksDBException.class)
        .hasMessageContaining("comparator");
    assertThat(to).doesNotExist();
  }

  @Test
  void theReverseOrderIsRefused() throws RocksDBException {
    try (Options options =
            new Options()
                .setCreateIfMissing(true)
                .setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
        RocksDB db = RocksDB.open(options, from.toString())) {
      db.put(new byte[] {1}, new byte[] {2});
      db.put(new byte[] {2}, new byte[] {2});
    }
    assertThatThrownBy(() -> FromRocksDb.move(from, to))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the key of pair 2 is not above its predecessor");
    Sources.assertNothing(to);
  }
}
