package io.octavo.bench;

import io.octavo.bench.PeerStore.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Whom is measured, in the order of the tables. */
enum Peer {
  OCTAVO(true, List.of()) {
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
      return new LmdbPeer(directory, use, shape);
    }
  },
  ROCKSDB(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception {
      return new RocksPeer(directory, use, shape);
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

  private final boolean isDurable;

  // A list that cannot change.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> flags;

  Peer(boolean isDurable, List<String> flags) {
    this.isDurable = isDurable;
    this.flags = flags;
  }

  /** Opens the store in a directory of its own; it is created where there is none. */
  abstract PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception;

  /** Returns whether it is a store, not a structure in memory. */
  boolean isDurable() {
    return isDurable;
  }

  /** Returns whether it takes such keys and values. */
  boolean takes(Shape shape) {
    return isDurable || shape == Shape.LONGS;
  }

  /** Returns the JVM flags that its documentation names. */
  List<String> flags() {
    return flags;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
