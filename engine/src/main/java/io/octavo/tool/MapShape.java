package io.octavo.tool;

import io.octavo.page.LeafPage;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeShape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one map that {@code stat} and {@code demo} show.
 *
 * @param name its name
 * @param tree what its pages are made of
 */
record MapShape(String name, TreeShape tree) {
  long entries() {
    return tree.entries();
  }

  int depth() {
    return tree.pagesByLevel().size();
  }

  long pages() {
    return tree.pagesByLevel().stream().mapToLong(Long::longValue).sum();
  }

  long leaves() {
    return depth() == 0 ? 0 : tree.pagesByLevel().get(0);
  }

  long bytes() {
    return pages() * PageHeader.PAGE_SIZE + valueBytes();
  }

  /** Gives what the pages of large values take. */
  long valueBytes() {
    return tree.valuePages() * PageHeader.PAGE_SIZE;
  }

  long branchBytes() {
    return (pages() - leaves()) * PageHeader.PAGE_SIZE;
  }

  long headerBytes() {
    return leaves() * (PageHeader.PAGE_SIZE - LeafPage.CAPACITY);
  }

  long slotBytes() {
    return entries() * tree.slotLength();
  }

  double entriesPerLeaf() {
    return leaves() == 0 ? 0 : (double) entries() / leaves();
  }

  double bytesPerEntry() {
    return entries() == 0 ? Double.NaN : (double) bytes() / entries();
  }

  Map<String, @Nullable Object> toJson() {
    return Json.object(
        "name", name,
        "entries", entries(),
        "depth", depth(),
        "pagesByLevel", tree.pagesByLevel(),
        "entriesPerLeaf",
            Json.object(
                "min", tree.leastEntries(),
                "mean", entriesPerLeaf(),
                "max", tree.mostEntries()),
        "fill", tree.fill(),
        "leavesByTenth", leavesByTenth(),
        "bytes",
            Json.object(
                "entries", tree.entryBytes(),
                "slots", slotBytes(),
                "headers", headerBytes(),
                "free", tree.freeBytes(),
                "branches", branchBytes(),
                "largeValues", valueBytes(),
                "total", bytes()),
        "fallbackEntries", tree.fallbackEntries(),
        "bytesPerEntry", bytesPerEntry());
  }

  private List<Long> leavesByTenth() {
    return Arrays.stream(tree.leavesByTenth()).boxed().toList();
  }
}
