package io.octavo.bench;

import io.octavo.bench.PeerStore.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whom is measured, in the order of the tables. */
enum Peer {
  OCTAVO(true, OctavoPeer.FLAGS) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return shape == Shape.LONGS
          ? new OctavoPeer(directory, use)
          : new OctavoStringsPeer(directory, use);
    }
  },
  LMDB(true, LmdbPeer.FLAGS) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return new LmdbPeer(directory, use, shape, false);
    }
  },
  LMDB_WRITEMAP(LMDB, "writemap") {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return new LmdbPeer(directory, use, shape, true);
    }

    @Override
    long bytes(Path directory, Shape shape) throws IOException {
      return LmdbPeer.bytes(directory, shape);
    }
  },
  ROCKSDB(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception {
      return new RocksPeer(directory, use, shape, true);
    }
  },
  ROCKSDB_FILTERS(ROCKSDB, "filters outside") {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception {
      return new RocksPeer(directory, use, shape, false);
    }
  },
  MVSTORE(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return shape == Shape.LONGS
          ? new MvPeer.Longs(directory, use)
          : new MvPeer.Strings(directory, use);
    }
  },
  SQLITE(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception {
      return new SqlitePeer(directory, use, shape);
    }
  },
  ARRAY(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return new MemoryPeers.SortedArray();
    }
  },
  TREE(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return new MemoryPeers.AvlTree();
    }
  },
  HASH(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) {
      return new MemoryPeers.HashTable();
    }
  };

  private final @Nullable Peer store;
  private final String variant;
  private final boolean isDurable;

  // A list that cannot change.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> flags;

  Peer(boolean isDurable, List<String> flags) {
    this.store = null;
    this.variant = "";
    this.isDurable = isDurable;
    this.flags = flags;
  }

  /** Makes another way of setting a store. */
  Peer(Peer store, String variant) {
    this.store = store;
    this.variant = variant;
    this.isDurable = store.isDurable;
    this.flags = store.flags;
  }

  /** Returns the store that this is a variant of: itself if it has its usual settings. */
  Peer store() {
    return store == null ? this : store;
  }

  /** Returns what distinguishes a variant; empty if it has the usual settings. */
  String variant() {
    return variant;
  }

  /** Opens the store in a directory of its own; it is created where there is none. */
  abstract PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception;

  /** Returns the length of all files of a closed store. */
  long bytes(Path directory, Shape shape) throws IOException {
    return Directories.bytes(directory);
  }

  /** Returns whether it is a store, not a structure in memory. */
  boolean isDurable() {
    return isDurable;
  }

  /** Returns whether it takes such keys and values. */
  boolean takes(Shape shape) {
    return isDurable || shape == Shape.LONGS;
  }

  /** Returns the JVM flags that its documentation names, or that choose how it is measured. */
  List<String> flags() {
    return flags;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
