package io.octavo.bench.peer;

import io.octavo.bench.data.Shape;
import io.octavo.bench.measure.ChildJvm;
import io.octavo.bench.measure.Directories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The stores and their variants, in the order of the tables. */
public enum Peer {
  OCTAVO(
      OctavoPeer.FLAGS,
      (place, use, shape) ->
          shape == Shape.LONGS ? new OctavoPeer(place, use) : new OctavoStringsPeer(place, use)),
  LMDB(LmdbPeer.FLAGS, (place, use, shape) -> new LmdbPeer(place, use, shape, false)),
  LMDB_WRITEMAP(LMDB, "writemap", (place, use, shape) -> new LmdbPeer(place, use, shape, true)),
  ROCKSDB(List.of(), (place, use, shape) -> new RocksPeer(place, use, shape, true)),
  ROCKSDB_FILTERS(
      ROCKSDB, "filters outside", (place, use, shape) -> new RocksPeer(place, use, shape, false)),
  MVSTORE(
      List.of(),
      (place, use, shape) ->
          shape == Shape.LONGS ? new MvPeer.Longs(place, use) : new MvPeer.Strings(place, use)),
  SQLITE(List.of(), SqlitePeer::new);

  /** Opens a store. */
  @FunctionalInterface
  private interface Opener {
    PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception;
  }

  private final @Nullable Peer store;
  private final String variant;

  // A list that cannot change, and functions without state.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> flags;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Opener opener;

  Peer(List<String> flags, Opener opener) {
    this.store = null;
    this.variant = "";
    this.flags = flags;
    this.opener = opener;
  }

  /** Makes another way of setting a store. */
  Peer(Peer store, String variant, Opener opener) {
    this.store = store;
    this.variant = variant;
    this.flags = store.flags;
    this.opener = opener;
  }

  /** Returns the store of an option's name. */
  public static Peer of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the store that this is a variant of: itself if it has its usual settings. */
  Peer store() {
    return store == null ? this : store;
  }

  /** Returns what distinguishes a variant; empty if it has the usual settings. */
  String variant() {
    return variant;
  }

  /**
   * Opens the store in a directory of its own; it is created where there is none.
   *
   * @throws Exception if the store fails
   */
  public PeerStore open(Path directory, PeerStore.Use use, Shape shape) throws Exception {
    return opener.open(directory, use, shape);
  }

  /**
   * Returns the length of all files of a closed store.
   *
   * @throws IOException if a file cannot be read
   */
  public long bytes(Path directory, Shape shape) throws IOException {
    return this == LMDB_WRITEMAP ? LmdbPeer.bytes(directory, shape) : Directories.bytes(directory);
  }

  /**
   * Prepares a JVM with the flags that the store's documentation names, or that choose how it is
   * measured.
   */
  public ChildJvm jvm() {
    ChildJvm jvm = new ChildJvm().with(flags);
    return this == OCTAVO ? jvm : jvm.withNativeAccess();
  }

  /** Returns the name that tables and options have. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
