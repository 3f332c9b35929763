package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.commit.Pager;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.tree.TreeLimits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Files of stores that nobody has closed, and what has to come out of them. */
final class RingFile {
  private RingFile() {}

  static final int PAGE = PageHeader.PAGE_SIZE;
  static final int BLOCK = 4096;
  static final TreeLimits LIMITS = new TreeLimits(8, 6);
  static final StoreOptions SYNC = StoreOptions.defaults();
  static final StoreOptions READ_ONLY = SYNC.readOnly(true);

  /** Names, contents. */
  static final class Model extends TreeMap<String, TreeMap<Long, Long>> {
    private static final long serialVersionUID = 1;

    Model copy() {
      Model copy = new Model();
      forEach((name, map) -> copy.put(name, new TreeMap<>(map)));
      return copy;
    }
  }

  /** Opens a store in a file, which is filled where it is empty. */
  static Store open(HeapFile file, StoreOptions options) {
    if (file.length() == 0) {
      create(file);
    }
    return Store.open(file, null, options, LIMITS);
  }

  static Meta meta(byte[] content) {
    return new FileImage(content).meta();
  }

  static int ringPages(HeapFile file) {
    return meta(file.content()).ring().pages();
  }

  static void put(Store store, long key, long value) {
    store.write(tx -> tx.longMap("m").put(key, value));
  }

  static long get(Store store, long key) {
    return store.readLong(tx -> tx.longMap("m").get(key, -1));
  }

  static Model contents(Store store) {
    return store.read(
        tx -> {
          Model model = new Model();
          for (String name : tx.names()) {
            TreeMap<Long, Long> map = new TreeMap<>();
            for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
              map.put(c.key(), c.value());
            }
            assertThat(tx.longMap(name).size()).isEqualTo(map.size());
            model.put(name, map);
          }
          return model;
        });
  }

  /** Opens a copy of what a kill leaves: for reading, for writing, and once more. */
  static void assertRecovers(byte[] killed, Model expected) {
    HeapFile image = new HeapFile(killed);
    try (Store store = Store.open(image, null, READ_ONLY, LIMITS)) {
      assertThat(contents(store)).isEqualTo(expected);
    }
    assertThat(image.writes()).isZero();
    assertThat(image.content()).isEqualTo(killed);
    assertThat(recover(image)).isEqualTo(expected);
  }

  /** Recovers a file, goes on with it, and gives what it held. */
  private static Model recover(HeapFile image) {
    Meta before = meta(image.content());
    Model found;
    try (Store store = Store.open(image, null, SYNC, LIMITS)) {
      Meta.Ring ring = meta(image.content()).ring();
      assertThat(ring.pages()).isZero();
      int recoveries = before.ring().pages() > 0 ? 1 : 0;
      assertThat(ring.generation()).isEqualTo(before.ring().generation() + recoveries);
      found = contents(store);
      assertThat(store.check().problems()).isEmpty();
      assertThat(contents(store)).isEqualTo(found);
      store.write(tx -> tx.longMap("afterwards").put(1, 2));
      store.write(tx -> tx.longMap("afterwards").put(3, 4));
    }
    try (Store store = Store.open(image, null, SYNC, LIMITS)) {
      Model after = contents(store);
      assertThat(after.remove("afterwards")).isEqualTo(new TreeMap<>(Map.of(1L, 2L, 3L, 4L)));
      assertThat(after).isEqualTo(found);
      assertThat(store.check().problems()).isEmpty();
    }
    return found;
  }

  static HeapFile create(HeapFile file) {
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  /** Finds where the records behind the checkpoint begin in the file, oldest first. */
  static List<Integer> records(byte[] content) {
    Meta meta = meta(content);
    List<Integer> places = new ArrayList<>();
    int from = meta.ring().start() * PAGE;
    int to = from + meta.ring().pages() * PAGE;
    for (int at = from + (int) meta.ring().replayOffset(); at < to; at += BLOCK) {
      if (ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(at) == 0) {
        break;
      }
      places.add(at);
    }
    return places;
  }
}
