package io.octavo.salvage;

import io.octavo.CollectionType;
import io.octavo.check.DamagedFile;
import io.octavo.collection.Types;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.KeyRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Salvages the contents of a damaged store. As long as references are sound, trees are walked from
 * their roots; a page that cannot be read loses the pages below it. Then the file is searched for
 * leaves of the lost range of keys of that map: the newest first, older ones only if they do not
 * overlap newer ones. If the bitmaps can be read, free pages are ignored, because they hold removed
 * entries.
 */
final class SalvageRun {
  private static final Comparator<Leaf> NEWEST_FIRST =
      Comparator.comparingLong(Leaf::epoch).reversed().thenComparingInt(Leaf::number);

  private static final List<PageKind> TREES =
      List.of(
          PageKind.LEAF,
          PageKind.BRANCH,
          PageKind.BYTES_LEAF,
          PageKind.BYTES_BRANCH,
          PageKind.LIST,
          PageKind.PACKED_LEAF,
          PageKind.SUMMED_BRANCH,
          PageKind.OVERFLOW);

  private final String name;
  private final DamagedFile file;
  private final SalvageTarget target;
  private final LongConsumer progress;
  private final List<Loss> losses = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final BitSet reached = new BitSet();
  private final BytesSalvage strings;
  private final ItemSalvage items;
  private final SeriesSalvage series;

  /** The collections by identifier, with the first record found for each. */
  private final Map<Integer, CatalogueRecord> records = new LinkedHashMap<>();

  /** Records with possibly outdated names, for collections without a record. */
  private final Map<Integer, CatalogueRecord> oldRecords = new HashMap<>();

  /** The pages in use, null if unknown. */
  private @Nullable BitSet used;

  /** Epoch of the last checkpoint, if it is certain. Pages of later epochs belong to no state. */
  private long lastEpoch = Long.MAX_VALUE;

  private boolean isCatalogueWhole = true;

  /** How many pages have been read. */
  private long reads;

  /** A range of keys of a collection whose pages were lost, and the index of the loss. */
  private record Gap(int owner, long from, long to, int loss) {}

  private record Leaf(int number, int owner, long epoch, long first, long last) {}

  /**
   * Turns to a file.
   *
   * @param file the damaged store
   * @param target receives what is found
   * @param progress receives the number of pages that have been read
   */
  SalvageRun(StoreFile file, SalvageTarget target, LongConsumer progress) {
    this.name = file.name();
    this.file = new DamagedFile(file);
    this.target = target;
    this.progress = progress;
    this.strings = new BytesSalvage(this, target);
    this.items = new ItemSalvage(this, target);
    this.series = new SeriesSalvage(this, target);
  }

  /** Returns the number of entries of each map in the last checkpoint, by name. */
  private Map<String, Long> expected() {
    Map<String, Long> expected = new HashMap<>();
    records.forEach(
        (id, record) -> {
          boolean isCounted = record.type() != CatalogueRecord.POSTINGS;
          // How many keys a front adds is only known when both trees have been read.
          isCounted &= !records.containsKey(CatalogueRecord.FRONT | id);
          if (!record.isOwn() && isCounted) {
            expected.put(target.name(id), record.entries());
          }
        });
    return expected;
  }

  /**
   * Runs the whole salvage.
   *
   * @throws FormatException if nothing of a store was found
   */
  SalvageReport run() {
    Meta meta = newestMeta();
    if (meta != null && lastEpoch == meta.epoch()) {
      catalogue(meta.catalogue());
    }
    if (!isCatalogueWhole) {
      used = meta == null ? null : bitmaps(meta);
      searchCatalogue();
    }
    boolean needsSpace = !isCatalogueWhole || hasLargeValues();
    used = needsSpace && used == null && meta != null ? bitmaps(meta) : used;
    for (CatalogueRecord record : records.values()) {
      CollectionType type = SalvageTarget.type(record.type());
      if (type != null) {
        collection(record, type);
      } else if (record.isOf(CatalogueRecord.LONG_FRONT) && !record.root().isNone()) {
        tree(record, record.root(), Long.MIN_VALUE, Long.MAX_VALUE);
      } else if (record.isOf(CatalogueRecord.BYTES_FRONT)) {
        strings.map(record);
      } else if (!record.isOwn()) {
        losses.add(Loss.of("map " + record.name() + " is of unknown type " + record.type()));
      }
    }
    if (!isCatalogueWhole || hasGaps()) {
      used = used == null && meta != null ? bitmaps(meta) : used;
      items.searchPages();
      searchLeaves();
      strings.searchLeaves();
      series.searchLeaves();
    }
    series.write();
    target.addFronts();
    strings.addFronts();
    compareCounts();
    RingSalvage ring = meta == null ? null : ring(meta);
    target.finish(losses::add);
    if (meta == null && target.isEmpty()) {
      int version = MetaPage.FORMAT_VERSION;
      throw new FormatException(name + ": no page of a store found", 0, version, version);
    }
    return new SalvageReport(
        target.maps(expected()),
        losses,
        ring == null ? 0 : ring.commits(),
        ring == null ? 0 : ring.replayed());
  }

  private boolean hasGaps() {
    return !gaps.isEmpty() || strings.hasGaps() || items.hasGaps() || series.hasGaps();
  }

  private @Nullable Meta newestMeta() {
    List<StoreException> problems = new ArrayList<>();
    List<@Nullable Meta> metas = file.metas(problems::add);
    Meta newest = null;
    for (Meta meta : metas) {
      newest = meta != null && (newest == null || meta.epoch() > newest.epoch()) ? meta : newest;
    }
    boolean isCertain = true;
    for (int slot = 0; slot < MetaPage.SLOTS; slot++) {
      isCertain &= metas.get(slot) != null || metas.get(slot + MetaPage.SLOTS) != null;
    }
    if (newest != null && !isCertain) {
      // The lost meta page may be of the older state, or of a checkpoint that was never completed.
      isCertain = !isAnyLater(newest.epoch());
    }
    for (StoreException problem : problems) {
      losses.add(
          Loss.of(
              problem,
              isCertain ? "the newest state is known" : "the newest state is reconstructed",
              !isCertain));
    }
    isCatalogueWhole = isCertain;
    lastEpoch = isCertain && newest != null ? newest.epoch() : Long.MAX_VALUE;
    return newest;
  }

  private void catalogue(PageRef ref) {
    if (ref.isNone()) {
      return;
    }
    byte[] page;
    try {
      page = read(ref, ref.level() == 0 ? PageKind.CATALOGUE : PageKind.CATALOGUE_BRANCH, 0);
    } catch (StoreException e) {
      isCatalogueWhole = false;
      losses.add(Loss.of(e, "names of maps", true));
      return;
    }
    if (ref.level() == 0) {
      CataloguePage.records(page).forEach(record -> records.put(record.id(), record));
    } else {
      children(page, ref.level()).forEach(this::catalogue);
    }
  }

  private static List<PageRef> children(byte[] page, int level) {
    List<PageRef> children = new ArrayList<>();
    for (int i = 0; i < PageHeader.count(page); i++) {
      long child = ChildrenPage.child(page, i);
      children.add(new PageRef(BranchPage.number(child), BranchPage.crc(child), level - 1));
    }
    return children;
  }

  /** Reads a page. A second reference to the page, or another kind than required, is damage. */
  byte[] read(PageRef ref, PageKind kind, int owner) {
    if (reached.get(ref.number())) {
      throw new StoreException("page " + ref.number() + " is referred to twice", null);
    }
    progress.accept(++reads);
    byte[] page = file.read(ref, owner);
    if (PageHeader.kindCode(page) != kind.code()) {
      throw new StoreException("page " + ref.number() + " is not of the kind " + kind, null);
    }
    reached.set(ref.number());
    return page;
  }

  /** Returns the pages in use, null if one of the bitmaps cannot be read. */
  private @Nullable BitSet bitmaps(Meta meta) {
    if (lastEpoch != meta.epoch()) {
      return null;
    }
    BitSet bits = new BitSet();
    try {
      bitmaps(meta.space(), bits, new BitSet());
      return bits;
    } catch (StoreException e) {
      losses.add(Loss.of(e, "free pages cannot be told from used pages", false));
      return null;
    }
  }

  private void bitmaps(PageRef ref, BitSet bits, BitSet visited) {
    if (visited.get(ref.number())) {
      throw new StoreException("page " + ref.number() + " is referred to twice", null);
    }
    byte[] page = file.read(ref, 0);
    visited.set(ref.number());
    if (ref.level() > 0) {
      children(page, ref.level()).forEach(child -> bitmaps(child, bits, visited));
    } else if (PageHeader.kindCode(page) == PageKind.SPACE.code()) {
      int first = (int) PageHeader.keyBase(page);
      BitSet.valueOf(SpacePage.words(page)).stream().forEach(bit -> bits.set(first + bit));
    }
  }

  private boolean isAnyLater(long epoch) {
    boolean[] isLater = new boolean[1];
    for (PageKind kind : List.of(PageKind.SPACE, PageKind.SPACE_BRANCH)) {
      search(kind, page -> isLater[0] |= PageHeader.epoch(page) > epoch);
    }
    return isLater[0];
  }

  /** Finds the sound pages of a kind. Other pages, most of which are free, are not reported. */
  void search(PageKind kind, Consumer<byte[]> action) {
    for (int number = MetaPage.COUNT; number < file.pages(); number++) {
      byte[] page;
      try {
        page = page(number);
      } catch (StoreException e) {
        continue;
      }
      if (PageHeader.kindCode(page) == kind.code() && PageHeader.epoch(page) <= lastEpoch) {
        action.accept(page);
      }
    }
  }

  private boolean isUsed(int number) {
    return used == null || used.get(number);
  }

  /**
   * Returns whether a page of the search is in use, as far as is known, and was not reached by a
   * reference.
   */
  boolean isLoose(byte[] page) {
    return isUsed(PageHeader.number(page)) && !isReached(page);
  }

  boolean knowsFreePages() {
    return used != null;
  }

  private boolean hasLargeValues() {
    return records.values().stream().anyMatch(SalvageRun::isOfPieces);
  }

  /** Pieces are looked up by the entries that refer to them. */
  private static boolean isOfPieces(CatalogueRecord record) {
    return record.type() == CatalogueRecord.PIECES;
  }

  /** Returns the number of pages of the file. */
  long pages() {
    return file.pages();
  }

  /** Reads a page that was found by {@link #search}. */
  byte[] page(int number) {
    progress.accept(++reads);
    return file.read(number);
  }

  /** Adds a loss. Returns its index. */
  int lose(Loss loss) {
    losses.add(loss);
    return losses.size() - 1;
  }

  /** Adds a number of leaves that were found for a loss. */
  void found(int loss, int leaves) {
    losses.set(loss, losses.get(loss).found(leaves));
  }

  boolean hasLostRecord(int owner) {
    return !isCatalogueWhole && !records.containsKey(owner);
  }

  @Nullable CatalogueRecord oldRecord(int owner) {
    return oldRecords.get(owner);
  }

  @Nullable CatalogueRecord record(int id) {
    return records.get(id);
  }

  /**
   * Returns the identifier of the collection with a name, perhaps an outdated one; 0 if none is
   * known.
   */
  int identifier(String name) {
    for (CatalogueRecord record : records.values()) {
      if (record.name().equals(name)) {
        return record.id();
      }
    }
    for (CatalogueRecord old : oldRecords.values()) {
      if (old.name().equals(name)) {
        return old.id();
      }
    }
    return 0;
  }

  /**
   * Searches for catalogue pages to which no page refers; older ones only if their names do not
   * overlap. A record that is older than a page of its tree is good for its name only, because the
   * checkpoint that wrote that page wrote a newer record.
   */
  private void searchCatalogue() {
    List<byte[]> found = new ArrayList<>();
    search(PageKind.CATALOGUE, found::add);
    found.sort(Comparator.comparing(this::isReached).thenComparing(PageHeader::epoch).reversed());
    Map<Integer, Long> epochs = used == null ? newestPages() : Map.of();
    NavigableMap<String, String> taken = new TreeMap<>(CataloguePage::compareNames);
    for (byte[] page : found) {
      List<CatalogueRecord> inPage = CataloguePage.records(page);
      inPage.forEach(record -> oldRecords.putIfAbsent(record.id(), record));
      String first = inPage.get(0).name();
      String last = inPage.get(inPage.size() - 1).name();
      boolean isReached = isReached(page);
      if ((isReached || isUsed(PageHeader.number(page))) && isFree(taken, first, last)) {
        taken.put(first, last);
        for (CatalogueRecord record : inPage) {
          if (isReached || epochs.getOrDefault(record.id(), 0L) <= PageHeader.epoch(page)) {
            records.putIfAbsent(record.id(), record);
          }
        }
      }
    }
  }

  /** Returns the epoch of the newest page of each collection. */
  private Map<Integer, Long> newestPages() {
    Map<Integer, Long> epochs = new HashMap<>();
    for (PageKind kind : TREES) {
      search(kind, page -> epochs.merge(PageHeader.owner(page), PageHeader.epoch(page), Math::max));
    }
    return epochs;
  }

  private boolean isReached(byte[] page) {
    return reached.get(PageHeader.number(page));
  }

  static <K> boolean isFree(NavigableMap<K, K> taken, K first, K last) {
    Map.Entry<K, K> before = taken.floorEntry(last);
    return before == null
        || Objects.requireNonNull(taken.comparator()).compare(before.getValue(), first) < 0;
  }

  /** Salvages a collection from its tree. */
  private void collection(CatalogueRecord record, CollectionType type) {
    switch (type) {
      case LONG_MAP -> longs(record);
      case BYTES_MAP, POSTINGS -> bytes(record, type);
      case SERIES -> series.collection(record);
      case STRINGS, PAIRS, STACKS -> items.collection(record, type);
    }
  }

  private void longs(CatalogueRecord record) {
    target.add(record.id(), record.name());
    if (!record.root().isNone()) {
      tree(record, record.root(), Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  /** Salvages a map whose tree is a tree of byte strings. */
  private void bytes(CatalogueRecord record, CollectionType type) {
    target.create(record.id(), record.name(), type);
    target.describe(record.id(), CodecNames.of(record));
    strings.map(record);
  }

  /** Returns the name of a map, also of one that a part of a front belongs to. */
  String nameOf(CatalogueRecord record) {
    CatalogueRecord map = records.get(SalvageTarget.mapOf(record.id()));
    return map == null ? record.name() : map.name();
  }

  private void tree(CatalogueRecord map, PageRef ref, long from, long to) {
    byte[] page;
    try {
      page = read(ref, Types.of(map).kinds().kind(ref.level()), map.id());
    } catch (StoreException e) {
      gaps.add(new Gap(map.id(), from, to, losses.size()));
      losses.add(Loss.of(e, nameOf(map), KeyRange.of(from, to)));
      return;
    }
    if (ref.level() == 0) {
      target.addLeaf(map.id(), page, from, to);
      return;
    }
    int count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      long least = i == 0 ? from : Math.max(from, BranchPage.separator(page, i));
      long most = i + 1 < count ? Math.min(to, BranchPage.separator(page, i + 1) - 1) : to;
      tree(map, below, least, most);
    }
  }

  /** Searches the file for leaves of the gaps, and of collections without a record. */
  private void searchLeaves() {
    Map<Integer, List<Gap>> byOwner = new HashMap<>();
    gaps.forEach(gap -> byOwner.computeIfAbsent(gap.owner(), o -> new ArrayList<>()).add(gap));
    List<Leaf> leaves = new ArrayList<>();
    search(
        PageKind.LEAF,
        page -> {
          int number = PageHeader.number(page);
          int owner = PageHeader.owner(page);
          int count = PageHeader.count(page);
          boolean isLost = hasLostRecord(owner) && !items.isIndex(owner);
          if (isLost || (byOwner.containsKey(owner) && !reached.get(number))) {
            if (count > 0 && isUsed(number)) {
              long last = LeafPage.key(page, count - 1);
              leaves.add(
                  new Leaf(number, owner, PageHeader.epoch(page), LeafPage.key(page, 0), last));
            }
          }
        });
    leaves.sort(NEWEST_FIRST);
    Map<Integer, NavigableMap<Long, Long>> taken = new HashMap<>();
    Map<Gap, Integer> found = new HashMap<>();
    for (Leaf leaf : leaves) {
      List<Gap> missing = byOwner.computeIfAbsent(leaf.owner(), this::unknown);
      for (Gap gap : missing) {
        long first = Math.max(leaf.first(), gap.from());
        long last = Math.min(leaf.last(), gap.to());
        NavigableMap<Long, Long> spans =
            taken.computeIfAbsent(leaf.owner(), o -> new TreeMap<>(Comparator.naturalOrder()));
        if (first <= last && isFree(spans, first, last)) {
          spans.put(first, last);
          target.addLeaf(leaf.owner(), page(leaf.number()), first, last);
          found.merge(gap, 1, Integer::sum);
        }
      }
    }
    found.forEach((gap, count) -> found(gap.loss(), count));
  }

  /** Adds a collection whose record is lost, under an old name if one is known. */
  private List<Gap> unknown(int owner) {
    int map = SalvageTarget.mapOf(owner);
    CatalogueRecord old = oldRecords.get(map);
    String name = old == null ? null : old.name();
    if (name != null && !target.has(map)) {
      target.add(map, name);
    }
    Gap gap = new Gap(owner, Long.MIN_VALUE, Long.MAX_VALUE, losses.size());
    losses.add(lostRecord(owner, target.nameOrNew(map), KeyRange.of(gap.from(), gap.to())));
    return List.of(gap);
  }

  static Loss lostRecord(int owner, String map, KeyRange keys) {
    String text = "collection " + Integer.toUnsignedString(owner) + " has lost its record";
    return new Loss(-1, text, map, keys, 0, true);
  }

  private void compareCounts() {
    for (CatalogueRecord record : records.values()) {
      boolean isKnown =
          losses.stream().anyMatch(loss -> record.name().equals(loss.map()))
              || SalvageTarget.type(record.type()) == null
              || records.containsKey(CatalogueRecord.FRONT | record.id());
      if (!isKnown && target.size(record.id()) != record.entries()) {
        losses.add(
            Loss.of(
                "map "
                    + record.name()
                    + " has "
                    + target.size(record.id())
                    + " entries, expected from the catalogue: "
                    + record.entries()));
      }
    }
  }

  /** Replays the commits after the checkpoint, as far as they can be read. */
  private RingSalvage ring(Meta meta) {
    List<byte[]> commits =
        file.commits(meta, e -> losses.add(Loss.of(e, "commits after this point", true)));
    RingSalvage ring = new RingSalvage(target, meta, records.values(), isCatalogueWhole);
    commits.forEach(ring::replay);
    losses.addAll(ring.losses());
    return ring;
  }
}
