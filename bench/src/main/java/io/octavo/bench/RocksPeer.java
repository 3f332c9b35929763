package io.octavo.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionPriority;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with large blocks, one large cache, Bloom filters and its usual compression. Keys are
 * big-endian, so that its order of bytes is that of the numbers, which are not negative.
 */
final class RocksPeer implements PeerStore.Durable {
  private static final long CACHE_BYTES = 1L << 30;
  private static final int BLOCK = 16 << 10;

  /** Entries of a file to ingest; as many bytes as its own files of the first level have. */
  private static final int FILE_ENTRIES = 4 << 20;

  static {
    // Not every class that the options are made of does so by itself.
    RocksDB.loadLibrary();
  }

  private final Path directory;
  private final Cache cache = new HyperClockCache(CACHE_BYTES, 0, -1, false);
  private final BloomFilter filter = new BloomFilter(10, false);
  private final Options options;
  private final WriteOptions writeOptions;
  private final RocksDB store;
  private final WriteBatch batch = new WriteBatch();
  private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
  private final ByteBuffer value = ByteBuffer.allocateDirect(Long.BYTES);

  RocksPeer(Path directory, Use use) throws RocksDBException {
    this.directory = directory;
    options =
        new Options()
            .setCreateIfMissing(true)
            .setLevelCompactionDynamicLevelBytes(true)
            .setMaxBackgroundJobs(6)
            .setBytesPerSync(1 << 20)
            .setCompactionPriority(CompactionPriority.MinOverlappingRatio)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
            .setTableFormatConfig(
                new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setBlockSize(BLOCK)
                    .setCacheIndexAndFilterBlocks(true)
                    .setPinL0FilterAndIndexBlocksInCache(true)
                    .setFilterPolicy(filter));
    writeOptions = new WriteOptions();
    if (use == Use.EACH) {
      writeOptions.setSync(true);
    } else {
      writeOptions.setDisableWAL(true);
    }
    store = RocksDB.open(options, directory.resolve("rocks").toString());
  }

  @Override
  public String settings() {
    return "RocksDB "
        + RocksDB.rocksdbVersion()
        + ": HyperClockCache of 1 GiB with index and filter, blocks of 16"
        + " KiB, Bloom filter of 10 bits a key, LZ4, bottommost ZSTD, dynamic level bytes, 6"
        + " background jobs; load: sorted SstFileWriter files, ingested by a move; commits: a"
        + " WriteBatch each; durable at the end: no WAL, flush; durable each: WAL, sync; reads:"
        + " direct buffers; what compactions are left to do at the end is not waited for";
  }

  @Override
  public void load(PeerData data) throws RocksDBException, IOException {
    Path drafts = Files.createDirectories(directory.resolve("drafts"));
    List<String> files = new ArrayList<>();
    try (EnvOptions environment = new EnvOptions();
        IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
      for (int from = 0; from < data.count(); from += FILE_ENTRIES) {
        String file = drafts.resolve(from + ".sst").toString();
        try (SstFileWriter writer = new SstFileWriter(environment, options)) {
          writer.open(file);
          write(writer, data, from, Math.min(data.count(), from + FILE_ENTRIES));
          writer.finish();
        }
        files.add(file);
      }
      store.ingestExternalFile(files, move);
    }
    Files.delete(drafts);
  }

  private void write(SstFileWriter writer, PeerData data, int from, int to)
      throws RocksDBException {
    long[] keys = data.keys();
    long[] values = data.values();
    for (int i = from; i < to; i++) {
      writer.put(key.clear().putLong(0, keys[i]), value.clear().putLong(0, values[i]));
    }
  }

  @Override
  public void begin() {
    batch.clear();
  }

  @Override
  public void put(long newKey, long newValue) throws RocksDBException {
    batch.put(key.clear().putLong(0, newKey), value.clear().putLong(0, newValue));
  }

  @Override
  public void remove(long oldKey) throws RocksDBException {
    batch.delete(key.clear().putLong(0, oldKey));
  }

  @Override
  public void commit() throws RocksDBException {
    store.write(writeOptions, batch);
  }

  @Override
  public void force() throws RocksDBException {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      store.flush(flush);
    }
  }

  @Override
  public Reader reader() {
    return new IteratorReader(store);
  }

  private static final class IteratorReader implements Reader {
    private final RocksDB store;
    private final ReadOptions options = new ReadOptions();
    private final RocksIterator iterator;
    private final ByteBuffer key = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer value = ByteBuffer.allocateDirect(Long.BYTES);

    IteratorReader(RocksDB store) {
      this.store = store;
      iterator = store.newIterator(options);
    }

    @Override
    public long get(long probe) throws RocksDBException {
      int length = store.get(options, key.clear().putLong(0, probe), value.clear());
      return length == RocksDB.NOT_FOUND ? MISSING : value.getLong(0);
    }

    @Override
    public boolean seek(long probe) {
      iterator.seek(key.clear().putLong(0, probe));
      return iterator.isValid();
    }

    @Override
    public boolean next() {
      iterator.next();
      return iterator.isValid();
    }

    @Override
    public long key() {
      iterator.key(key.clear());
      return key.getLong(0);
    }

    @Override
    public long value() {
      iterator.value(value.clear());
      return value.getLong(0);
    }

    @Override
    public void close() {
      iterator.close();
      options.close();
    }
  }

  @Override
  public void close() {
    batch.close();
    store.close();
    writeOptions.close();
    options.close();
    filter.close();
    cache.close();
  }
}
