package io.octavo.pager;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leaf to be spilled.
 *
 * @param parent its parent, null if a snapshot of the transaction reaches the leaf: then nothing
 *     changes the parents, and the leaf is written as a copy
 * @param index the index in the parent
 */
record SpilledLeaf(Frame frame, @Nullable Frame parent, int index) {
  /** Chooses leaves as a clock does: first those not used since the last choice, then any. */
  static List<SpilledLeaf> longUnused(List<SpilledLeaf> leaves, int count) {
    List<SpilledLeaf> picked = new ArrayList<>();
    List<SpilledLeaf> used = new ArrayList<>();
    for (SpilledLeaf leaf : leaves) {
      (leaf.frame().referenced ? used : picked).add(leaf);
      leaf.frame().referenced = false;
    }
    picked.addAll(used);
    return picked.subList(0, Math.min(count, picked.size()));
  }
}
