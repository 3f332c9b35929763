package io.octavo.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Whom is measured, in the order of the tables. */
enum Peer {
  OCTAVO(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
      return new OctavoPeer(directory, use);
    }
  },
  LMDB(true, LmdbPeer.FLAGS) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
      return new LmdbPeer(directory, use);
    }
  },
  ROCKSDB(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) throws Exception {
      return new RocksPeer(directory, use);
    }
  },
  MVSTORE(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
      return new MvPeer(directory, use);
    }
  },
  SQLITE(true, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) throws Exception {
      return new SqlitePeer(directory, use);
    }
  },
  ARRAY(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
      return new MemoryPeers.SortedArray();
    }
  },
  TREE(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
      return new MemoryPeers.AvlTree();
    }
  },
  HASH(false, List.of()) {
    @Override
    PeerStore open(Path directory, PeerStore.Use use) {
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
  abstract PeerStore open(Path directory, PeerStore.Use use) throws Exception;

  /** Tells whether it is a store, not a structure in memory. */
  boolean isDurable() {
    return isDurable;
  }

  /** Gives the JVM flags that its documentation names. */
  List<String> flags() {
    return flags;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
