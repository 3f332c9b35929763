package io.octavo.command.survey;

import io.octavo.check.StoreCheck;
import io.octavo.check.TreeShape;
import io.octavo.command.cli.CountedFile;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.error.CorruptionException;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store and all its pages, as a full check visits them. The source of all pictures and reports.
 */
public final class Survey implements StoreCheck.Visitor {
  private static final int LEVELS = BranchPage.MAX_LEVEL + 2;

  /**
   * The greatest number of pages counted beyond the end of a truncated file; a forged page count
   * may be any.
   */
  private static final int MOST_MISSING = 1 << 20;

  private final PageTable table;
  private final @Nullable Meta meta;
  private final List<CatalogueRecord> records;
  private final Map<Integer, TreeSurvey> trees = new HashMap<>();
  private final Map<Integer, Children> children = new TreeMap<>();
  private final Map<Integer, String> damage = new TreeMap<>();
  private final Set<Integer> roots = new HashSet<>();
  private final int[] above = new int[LEVELS];
  private final BitSet marked = new BitSet();
  private final BitSet mapped = new BitSet();
  private final Map<Integer, @Nullable Long> entries = new HashMap<>();
  private final Map<Integer, @Nullable Long> estimates = new HashMap<>();
  private boolean isTreeDamaged;
  private List<String> problems = new ArrayList<>();
  private Map<String, TreeShape> shapes = new LinkedHashMap<>();
  private int livePages;
  private long reservePages;
  private int commitsAfterCheckpoint;
  private @Nullable Survey recovered;

  /**
   * The pages below a page.
   *
   * @param pages their numbers, in the order of the keys
   * @param longs the lower bound of the keys below each page, in a tree of longs
   * @param bytes the lower bounds, in a tree of byte strings
   */
  @SuppressWarnings("ArrayRecordComponent") // children are not compared
  public record Children(int[] pages, long @Nullable [] longs, byte @Nullable [][] bytes) {}

  private Survey(int pages, @Nullable Meta meta, List<CatalogueRecord> records) {
    this.table = new PageTable(pages);
    this.meta = meta;
    this.records = records;
    for (int number = 0; number < Math.min(pages, MetaPage.COUNT); number++) {
      table.set(number, Use.META);
    }
    records.forEach(record -> roots.add(record.root().number()));
    if (meta != null) {
      roots.add(meta.catalogue().number());
      roots.add(meta.space().number());
    }
  }

  /** Surveys the store of a file, and shows how far it has read. */
  public static Survey of(Path file, Streams streams, Progress.Choice choice) {
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            choice.start(
                streams, "reading", pages.pager().durable().meta().pageCount(), " pages", 1)) {
      pages.show(progress);
      return of(pages);
    }
  }

  /** Surveys a store that could be opened. */
  public static Survey of(StorePages pages) {
    return of(pages, true);
  }

  /**
   * Surveys a store.
   *
   * @param isOfFile whether the pages are those of the file, not of its recovery
   */
  private static Survey of(StorePages pages, boolean isOfFile) {
    Meta meta = pages.pager().durable().meta();
    // A recovered store may be longer than its file.
    int inFile = (int) (pages.fileLength() / PageHeader.PAGE_SIZE);
    int count = Math.max(inFile, meta.pageCount());
    Survey survey = new Survey(count, meta, pages.pager().durable().catalogue().records());
    StoreCheck check = StoreCheck.of(pages.pager().durable(), survey);
    survey.problems = new ArrayList<>(check.problems());
    survey.problems.addAll(pages.checkRing(check.problems(), survey::recover));
    survey.commitsAfterCheckpoint = pages.commitsAfterCheckpoint();
    survey.shapes = check.shapes();
    survey.livePages = check.pages();
    survey.reservePages = pages.pager().stats().reservePages();
    for (int i = 0; i < meta.ring().pages(); i++) {
      survey.table.set(meta.ring().start() + i, Use.RING);
    }
    survey.markUnreached(meta.pageCount());
    survey.checkMetas(pages);
    if (isOfFile) {
      survey.problems.addAll(0, pages.metas().problems(meta));
    }
    for (CatalogueRecord record : pages.maps()) {
      survey.entries.put(record.id(), pages.entries(record));
      survey.estimates.put(record.id(), pages.estimate(record));
    }
    return survey;
  }

  /**
   * Surveys a file that cannot be opened, page by page, by the headers of the pages.
   *
   * @param damage the reason why it cannot be opened
   */
  public static Survey ofDamaged(CountedFile file, CorruptionException damage) throws IOException {
    int inFile = (int) Math.min(Integer.MAX_VALUE, file.length() / PageHeader.PAGE_SIZE);
    Meta newest = MetaCopies.read(file).newest();
    long count = newest == null ? inFile : Math.max(inFile, newest.pageCount());
    Survey survey =
        new Survey((int) Math.min(count, (long) inFile + MOST_MISSING), null, List.of());
    for (int number = inFile; number < survey.table.pages(); number++) {
      survey.table.set(number, Use.MISSING);
    }
    for (int number = 0; number < inFile; number++) {
      byte[] page = StorePages.read(file, number);
      Violation violation = PageCheck.checkStored(page, number);
      if (violation == null) {
        survey.table.set(number, page, 0);
      } else if (Memory.findNonZero(page, 0, PageHeader.PAGE_SIZE) >= 0) {
        survey.damaged(number, 0, 0, 0, "breaks rule " + violation);
      }
    }
    survey.problems = List.of(String.valueOf(damage.getMessage()));
    return survey;
  }

  private List<String> recover(StorePages pages) {
    Survey survey = of(pages, false);
    recovered = survey;
    return survey.problems();
  }

  private void damaged(int number, int owner, int level, int parent, String problem) {
    table.setDamaged(number, owner, level, parent);
    damage.putIfAbsent(number, problem);
  }

  /** If neither the trees nor the bitmaps can be read, a page must not count as free. */
  private void markUnreached(int pageCount) {
    for (int n = MetaPage.COUNT; n < Math.min(pageCount, table.pages()); n++) {
      boolean mayBeUsed = isTreeDamaged && !mapped.get(n / SpacePage.PAGES);
      if (table.use(n) == Use.FREE && (marked.get(n) || mayBeUsed)) {
        table.set(n, Use.UNREACHED);
      }
    }
  }

  private void checkMetas(StorePages pages) {
    MetaCopies metas = pages.metas();
    for (int number = 0; number < Math.min(MetaPage.COUNT, table.pages()); number++) {
      Violation violation = metas.violation(number);
      if (violation == null) {
        table.set(number, pages.read(number), 0);
      } else {
        damaged(number, 0, 0, 0, "breaks rule " + violation);
      }
    }
  }

  @Override
  public void page(PageRef ref, int owner, byte[] page) {
    int number = ref.number();
    table.set(number, page, parent(ref));
    above[ref.level()] = number;
    if (ref.level() > 0) {
      children.put(number, children(page));
    }
    if (owner != 0 && number < table.pages()) {
      trees.computeIfAbsent(owner, this::newTree).add(number, page, table.fill(number));
    }
    if (PageHeader.kindCode(page) == PageKind.SPACE.code()) {
      int first = (int) PageHeader.keyBase(page);
      mapped.set(first / SpacePage.PAGES);
      BitSet bits = BitSet.valueOf(SpacePage.words(page));
      bits.stream().forEach(bit -> marked.set(first + bit));
    }
  }

  @Override
  public void damaged(PageRef ref, int owner, String problem) {
    isTreeDamaged |= owner != 0;
    damaged(ref.number(), owner, ref.level(), parent(ref), problem);
  }

  private int parent(PageRef ref) {
    return roots.contains(ref.number()) ? 0 : above[ref.level() + 1];
  }

  private static Children children(byte[] page) {
    int count = PageHeader.count(page);
    int kind = PageHeader.kindCode(page);
    int[] pages = new int[count];
    long[] longs = TreePage.isOfLongs(page) ? new long[count] : null;
    byte[][] bytes = kind == PageKind.BYTES_BRANCH.code() ? new byte[count][] : null;
    for (int i = 0; i < count; i++) {
      if (longs != null) {
        longs[i] = BranchPage.separator(page, i);
        pages[i] = BranchPage.number(BranchPage.child(page, i));
      } else if (bytes != null) {
        bytes[i] = BytesPage.key(page, i);
        pages[i] = BranchPage.number(BytesPage.child(page, i));
      } else {
        pages[i] = BranchPage.number(ChildrenPage.child(page, i));
      }
    }
    return new Children(pages, longs, bytes);
  }

  public PageTable table() {
    return table;
  }

  /** Returns the state of the store, null if it cannot be opened. */
  public @Nullable Meta meta() {
    return meta;
  }

  /** Returns the collections, those of the store itself first. */
  public List<CatalogueRecord> records() {
    return records;
  }

  private TreeSurvey newTree(int owner) {
    for (CatalogueRecord record : records) {
      MapForm form = record.id() == owner ? MapForm.of(record.type()) : null;
      if (form != null) {
        return new TreeSurvey(form == MapForm.POSTINGS);
      }
    }
    return new TreeSurvey(false);
  }

  /** Returns the survey of a collection. It has no levels if the collection has no pages. */
  public TreeSurvey tree(int owner) {
    TreeSurvey tree = trees.get(owner);
    return tree == null ? newTree(owner) : tree;
  }

  /** Returns the children of each page that has some. */
  public Map<Integer, Children> children() {
    return children;
  }

  /** Returns the reason for each page that cannot be used. */
  public Map<Integer, String> damage() {
    return damage;
  }

  /** Returns the number of commits in the ring, which the pages do not contain. */
  public int commitsAfterCheckpoint() {
    return commitsAfterCheckpoint;
  }

  /** Returns a note if the pages lack commits, or null. */
  public @Nullable String note() {
    return note(commitsAfterCheckpoint);
  }

  /** Returns a note on a number of commits that pages lack, null for 0. */
  public static @Nullable String note(int commits) {
    return commits == 0
        ? null
        : "as of the last checkpoint; "
            + Text.count(commits, "commit", "commits")
            + " in the commit ring "
            + (commits == 1 ? "is" : "are")
            + " not yet in the pages";
  }

  /**
   * Returns the survey of the recovered store; this survey if there are no commits in the ring, or
   * they cannot be replayed.
   */
  public Survey recovered() {
    return recovered == null ? this : recovered;
  }

  public List<String> problems() {
    return problems;
  }

  /** Returns the shapes of the maps of users. */
  public Map<String, TreeShape> shapes() {
    return shapes;
  }

  /**
   * Returns the number of entries, or of posting lists; of a map with a front those of the main
   * tree.
   *
   * @return the number in the store, null if it is below a damaged page
   */
  public @Nullable Long entries(CatalogueRecord record) {
    return entries.getOrDefault(record.id(), record.entries());
  }

  /**
   * Returns about how many entries there are, or posting lists: exactly if no change waits in a
   * front.
   *
   * @return the number, null if it is below a damaged page
   */
  @Nullable Long estimate(CatalogueRecord record) {
    return estimates.getOrDefault(record.id(), record.entries());
  }

  /** Returns the form of a collection, null if it has none or is unknown. */
  @Nullable MapForm form(int owner) {
    return records.stream()
        .filter(record -> record.id() == owner)
        .findFirst()
        .map(record -> MapForm.of(record.type()))
        .orElse(null);
  }

  int livePages() {
    return livePages;
  }

  /** Returns the number of free pages of the reserve. */
  long reservePages() {
    return reservePages;
  }

  public boolean isDamaged() {
    return !problems.isEmpty();
  }

  /** Returns the names of the collections. */
  public CollectionNames names() {
    return new CollectionNames(records);
  }

  /** Returns the name of a collection for users. */
  public String nameOf(int owner) {
    return names().of(owner);
  }
}
