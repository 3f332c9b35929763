package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Shape;
import io.octavo.bench.data.StringEntries;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ByteBufferGetStatus;
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
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with large blocks, one large cache, Bloom filters and its usual compression. Numbers are
 * big-endian, so that its order of bytes is that of the keys, which are not negative.
 */
final class RocksPeer implements PeerStore {
  private static final int BLOCK = 16 << 10;

  /** Bytes of a file to ingest, as its own files of the first level have. */
  private static final int FILE_BYTES = 64 << 20;

  static {
    // Not every class that the options are made of does so by itself.
    RocksDB.loadLibrary();
  }

  private final Path directory;
  private final Shape shape;
  private final boolean cachesFilters;
  private final Cache cache = new HyperClockCache((long) CACHE_MEBIBYTES << 20, 0, -1, false);
  private final BloomFilter filter = new BloomFilter(10, false);
  private final Options options;
  private final WriteOptions writeOptions;
  private final RocksDB store;
  private final WriteBatch batch = new WriteBatch();
  private final ByteBuffer key = buffer();
  private final ByteBuffer value = buffer();

  /**
   * Opens a store.
   *
   * @param cachesFilters whether index and filter blocks lie in the block cache; otherwise each
   *     open file keeps its own in memory
   */
  RocksPeer(Path directory, Use use, Shape shape, boolean cachesFilters) throws RocksDBException {
    this.shape = shape;
    this.cachesFilters = cachesFilters;
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
                    .setCacheIndexAndFilterBlocks(cachesFilters)
                    .setPinL0FilterAndIndexBlocksInCache(cachesFilters)
                    .setFilterPolicy(filter));
    writeOptions = new WriteOptions();
    if (use == Use.EACH) {
      writeOptions.setSync(true);
    } else {
      writeOptions.setDisableWAL(true);
    }
    store = RocksDB.open(options, directory.resolve("rocks").toString());
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(StringEntries.MOST_BYTES);
  }

  private static ByteBuffer key(Entries data, int index, ByteBuffer into) {
    into.clear();
    return data instanceof StringEntries strings
        ? into.put(strings.keyBytes(index)).flip()
        : into.putLong(data.keys()[index]).flip();
  }

  private static ByteBuffer value(Entries data, int index, ByteBuffer into) {
    into.clear();
    return data instanceof StringEntries strings
        ? into.put(strings.valueBytes(index)).flip()
        : into.putLong(data.values()[index]).flip();
  }

  private static int bytes(Entries data, int index) {
    return data instanceof StringEntries strings
        ? strings.keyBytes(index).length + strings.valueBytes(index).length
        : 2 * Long.BYTES;
  }

  @Override
  public String settings() {
    return "RocksDB "
        + RocksDB.rocksdbVersion()
        + ": HyperClockCache of "
        + CACHE_MEBIBYTES
        + " MiB, index and filter blocks "
        + (cachesFilters ? "in it" : "outside of it, each kept while its file is open")
        + ", blocks of 16 KiB, Bloom filter of 10 bits a key, LZ4, bottommost ZSTD, dynamic level bytes, 6"
        + " background jobs; load: sorted SstFileWriter files, ingested by a move; commits: a"
        + " WriteBatch each; durable at the end: no WAL, flush; durable each: WAL, sync; reads:"
        + " direct buffers, getAll by multiGetByteBuffers; what compactions are left to do at the end is not waited for";
  }

  @Override
  public void load(Entries data) throws RocksDBException, IOException {
    Path drafts = Files.createDirectories(directory.resolve("drafts"));
    List<String> files = new ArrayList<>();
    try (EnvOptions environment = new EnvOptions();
        IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
      for (int from = 0; from < data.count(); ) {
        String file = drafts.resolve(from + ".sst").toString();
        try (SstFileWriter writer = new SstFileWriter(environment, options)) {
          writer.open(file);
          from = write(writer, data, from);
          writer.finish();
        }
        files.add(file);
      }
      store.ingestExternalFile(files, move);
    }
    Files.delete(drafts);
  }

  /** Writes a file; gives the place behind its entries. */
  private int write(SstFileWriter writer, Entries data, int from) throws RocksDBException {
    int index = from;
    for (int bytes = 0; index < data.count() && bytes < FILE_BYTES; index++) {
      writer.put(key(data, index, key), value(data, index, value));
      bytes += bytes(data, index);
    }
    return index;
  }

  @Override
  public void begin() {
    batch.clear();
  }

  @Override
  public void put(Entries data, int index) throws RocksDBException {
    batch.put(key(data, index, key), value(data, index, value));
  }

  @Override
  public void remove(Entries data, int index) throws RocksDBException {
    batch.delete(key(data, index, key));
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
    return new IteratorReader(store, shape);
  }

  private static final class IteratorReader implements Reader {
    private final RocksDB store;
    private final Shape shape;
    private final ReadOptions options = new ReadOptions();
    private final RocksIterator iterator;
    private final ByteBuffer key = buffer();
    private final ByteBuffer value = buffer();
    private final List<ByteBuffer> keys = new ArrayList<>();
    private final List<ByteBuffer> values = new ArrayList<>();

    IteratorReader(RocksDB store, Shape shape) {
      this.store = store;
      this.shape = shape;
      iterator = store.newIterator(options);
    }

    @Override
    public long get(Entries data, int index) throws RocksDBException {
      int length = store.get(options, RocksPeer.key(data, index, key), value.clear());
      return length == RocksDB.NOT_FOUND ? MISSING : number(value);
    }

    @Override
    public void getAll(Entries data, long[] numbers) throws RocksDBException {
      int count = data.count();
      while (keys.size() < count) {
        keys.add(buffer());
        values.add(buffer());
      }
      for (int i = 0; i < count; i++) {
        RocksPeer.key(data, i, keys.get(i));
        values.get(i).clear();
      }
      List<ByteBufferGetStatus> found =
          store.multiGetByteBuffers(options, keys.subList(0, count), values.subList(0, count));
      for (int i = 0; i < count; i++) {
        ByteBufferGetStatus one = found.get(i);
        numbers[i] = one.status.getCode() == Status.Code.Ok ? number(one.value) : MISSING;
      }
    }

    private long number(ByteBuffer found) {
      return shape == Shape.LONGS ? found.getLong(0) : StringEntries.number(found);
    }

    @Override
    public boolean seek(Entries data, int index) {
      iterator.seek(RocksPeer.key(data, index, key));
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
      return number(key);
    }

    @Override
    public long value() {
      iterator.value(value.clear());
      return number(value);
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
