package io.octavo.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.profile.stored.ImportMarker;
import io.octavo.profile.stored.SlotList;
import io.octavo.profile.stored.SlotTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Copies the samples of a profile to another store, some slots a transaction. */
final class ProfileCopy {
  private static final int SLOTS_OF_A_COMMIT = 256;

  private final ProfileStore source;
  private final Store target;
  private final String name;

  /** New ids of stacks, by the old ones; all of commits that were made. */
  private final Map<Integer, Integer> known = new HashMap<>();

  ProfileCopy(ProfileStore source, Store target, String name) {
    this.source = source;
    this.target = target;
    this.name = name;
  }

  long run() {
    target.write(this::create);
    SlotTree tree = source.tree();
    long copied = 0;
    for (int series = 0; series < source.labels.size(); series++) {
      Labels labels = source.labelsOf(series);
      List<Long> slots = new ArrayList<>();
      int id = series;
      tree.slots(series, SlotTree.LEAST, Long.MAX_VALUE, slots::add);
      for (int from = 0; from < slots.size(); from += SLOTS_OF_A_COMMIT) {
        List<Long> part = slots.subList(from, Math.min(slots.size(), from + SLOTS_OF_A_COMMIT));
        target.write(tx -> copy(tx, labels, tree, id, part));
      }
      copied += slots.size();
    }
    if (source.imports != null) {
      target.write(tx -> copy(source.imports, tx.bytesMap(name + ImportMarker.MAP)));
    }
    return copied;
  }

  private static void copy(BytesMap from, BytesMap to) {
    for (BytesCursor cursor = from.cursor(); cursor.next(); ) {
      to.put(cursor.key(), cursor.value());
    }
  }

  private void create(Transaction tx) {
    if (ProfileStore.exists(tx, name)) {
      throw new IllegalArgumentException("the other store has a profile '" + name + "' already");
    }
    ProfileStore copy = ProfileStore.create(tx, name, source.slot());
    copy.deleteBefore(source.keptSince());
  }

  private void copy(Transaction tx, Labels labels, SlotTree tree, int series, List<Long> slots) {
    try (ProfileWriter writer = ProfileStore.open(tx, name).writer()) {
      for (long slot : slots) {
        SlotList list = tree.list(series, 0, slot);
        Instant time = source.time.begin(slot);
        for (int i = 0; i < list.count(); i++) {
          writer.add(labels, time, copyOf(list.stack(i), writer), list.weight(i));
        }
      }
    }
  }

  private int copyOf(int stack, ProfileWriter writer) {
    Integer copy = known.get(stack);
    if (copy == null) {
      int[] frames = new int[source.stacks.depth(stack)];
      source.stacks.resolve(stack, frames);
      for (int i = 0; i < frames.length; i++) {
        long frame = source.frames.get(frames[i]);
        frames[i] = writer.frame(source.symbols.text(PairTable.high(frame)), PairTable.low(frame));
      }
      copy = writer.stack(0, frames, frames.length);
      known.put(stack, copy);
    }
    return copy;
  }
}
