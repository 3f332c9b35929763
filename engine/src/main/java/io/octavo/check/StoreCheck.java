package io.octavo.check;

import io.octavo.collection.Types;
import io.octavo.commit.LastCheckpoint;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.ids.ListCheck;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.check.Rule;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.series.SeriesTreeCheck;
import io.octavo.transaction.KeyRange;
import io.octavo.transaction.TreeCheck;
import io.octavo.transaction.TreeCheck.EntryCheck;
import io.octavo.transaction.TreeTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks a whole store against the rules of FORMAT.md: every page reachable from the last
 * checkpoint is read from the file, bypassing the cache, and the pages in use are compared with
 * those reached. A problem does not end the check, which skips only pages below a damaged page.
 */
public final class StoreCheck {
  private static final int MAX_PROBLEMS = 100;

  private final LastCheckpoint durable;
  private final TreeTypes types;
  private final Visitor visitor;

  /** The checkpoint to check, read once because another thread may complete another checkpoint. */
  private final Meta meta;

  private final List<CatalogueRecord> records = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final BitSet reached = new BitSet();
  private final SpaceCheck space;
  private final Map<String, TreeShape> shapes = new LinkedHashMap<>();
  private final Map<String, TreeShape> valueShapes = new HashMap<>();
  private final ValueCheck values = new ValueCheck();
  private @Nullable ListCheck list;

  /** Collections whose lists cannot be read by ids. */
  private final Set<Integer> unsoundLists = new HashSet<>();

  /**
   * Collections of which a page cannot be used; 0 for the store itself. The check skips only what
   * depends on such a page.
   */
  private final Set<Integer> damaged = new HashSet<>();

  private int problemCount;

  private StoreCheck(LastCheckpoint durable, TreeTypes types, Visitor visitor) {
    this.durable = durable;
    this.types = types;
    this.visitor = visitor;
    this.meta = durable.meta();
    this.space = new SpaceCheck(meta.pageCount());
  }

  /**
   * Receives every page in order: trees from the root down, children in order, so that the page
   * above is the last one visited of the next level.
   */
  public interface Visitor {
    /**
     * Visits a page that keeps all rules that can be checked with the page alone.
     *
     * @param ref the reference to it
     * @param owner the collection; 0 for pages of the store
     * @param page the page, which the visitor may keep
     */
    void page(PageRef ref, int owner, byte[] page);

    /**
     * Visits the reference to a page that cannot be used. Pages below it are not visited.
     *
     * @param ref the reference to it
     * @param owner the collection; 0 for pages of the store
     * @param problem the problem
     */
    void damaged(PageRef ref, int owner, String problem);
  }

  private static final Visitor NOBODY =
      new Visitor() {
        @Override
        public void page(PageRef ref, int owner, byte[] page) {}

        @Override
        public void damaged(PageRef ref, int owner, String problem) {}
      };

  /**
   * Checks a store; for the holder of the writer slot.
   *
   * @param durable the pages of its last checkpoint
   * @return the result
   */
  public static StoreCheck of(LastCheckpoint durable) {
    return of(durable, NOBODY);
  }

  /**
   * Checks a store and passes its pages to a visitor; for the holder of the writer slot.
   *
   * @param durable the pages of its last checkpoint
   * @param visitor receives the pages
   * @return the result
   */
  public static StoreCheck of(LastCheckpoint durable, Visitor visitor) {
    return of(durable, Types.ALL, visitor);
  }

  /**
   * Checks a store of some types of collections; for the holder of the writer slot.
   *
   * @param durable the pages of its last checkpoint
   * @param types the types
   * @return the result
   */
  public static StoreCheck of(LastCheckpoint durable, TreeTypes types) {
    return of(durable, types, NOBODY);
  }

  private static StoreCheck of(LastCheckpoint durable, TreeTypes types, Visitor visitor) {
    StoreCheck check = new StoreCheck(durable, types, visitor);
    check.run();
    return check;
  }

  /**
   * Returns the problems.
   *
   * @return a sentence for each problem; none if the store is sound
   */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * Returns the number of pages read and found in their place, including meta pages.
   *
   * @return the count
   */
  public int pages() {
    return reached.cardinality();
  }

  /**
   * Returns the shape of every map.
   *
   * @return shapes by name
   */
  public Map<String, TreeShape> shapes() {
    return shapes;
  }

  private void run() {
    reached.set(0, MetaPage.COUNT);
    metas();
    reached.set(meta.ring().start(), meta.ring().start() + meta.ring().pages());
    children(meta.catalogue(), PageKind.CATALOGUE);
    Set<Integer> identifiers = new HashSet<>();
    for (CatalogueRecord record : records) {
      collection(record, identifiers);
    }
    if (!damaged.contains(0)) {
      // Else records may be missing.
      records.forEach(this::index);
    }
    Set<String> parts = partsOfValues();
    values.problems(name -> !parts.contains(name)).forEach(text -> problem(Rule.R29, text));
    children(meta.space(), PageKind.SPACE);
    space.sequenceProblems().forEach(text -> problem(Rule.R21, text));
    space.useProblems(reached, damaged.isEmpty()).forEach(text -> problem(Rule.R25, text));
  }

  /**
   * Reports meta pages of other stores. Damaged meta pages may be cut-off writes, and are no
   * problem.
   */
  private void metas() {
    for (int number = 0; number < MetaPage.COUNT; number++) {
      UUID storeId;
      try {
        byte[] page = durable.read(new PageRef(number, 0, 0), PageKind.META, 0);
        storeId = MetaPage.read(page).storeId();
      } catch (StoreException e) {
        continue;
      }
      if (!storeId.equals(meta.storeId())) {
        problem(
            Rule.R37,
            "meta page "
                + number
                + " is of store "
                + storeId
                + ", the file of store "
                + meta.storeId());
      }
    }
  }

  private void collection(CatalogueRecord record, Set<Integer> identifiers) {
    if (!identifiers.add(record.id())) {
      problem(Rule.R20, "two maps have the identifier " + record.id());
    }
    if (!record.isFront() && Integer.compareUnsigned(record.id(), meta.nextCollectionId()) >= 0) {
      problem(
          Rule.R20,
          "map "
              + record.name()
              + " has the identifier "
              + record.id()
              + ", the next to give out is "
              + meta.nextCollectionId());
    }
    if (record.typeVersion() == CatalogueRecord.TYPE_VERSION) {
      report(Rule.R20, record, types.of(record).tailProblems(record));
    }
    TreeShape shape = new TreeShape();
    (record.isOwn() ? valueShapes : shapes).put(record.name(), shape);
    // Names of the store itself order first, so the trees of large values have been checked.
    TreeShape ownValues = valueShapes.get(CatalogueRecord.piecesOf(record.id()));
    if (ownValues != null) {
      shape.addValues(ownValues);
    }
    TreeShape ownIndex = valueShapes.get(CatalogueRecord.indexOf(record.id()));
    if (ownIndex != null) {
      shape.addIndex(ownIndex);
    }
    for (String part :
        List.of(CatalogueRecord.frontOf(record.id()), CatalogueRecord.deletedOf(record.id()))) {
      TreeShape ownFront = valueShapes.get(part);
      if (ownFront != null) {
        shape.addFront(ownFront);
      }
    }
    if (!record.root().isNone() && types.isKnown(record)) {
      types.of(record).check(record, new CheckedTree(record, shape));
    } else if (!record.root().isNone()) {
      unknown(record, record.root(), shape);
    }
    if (isWhole(record) && types.isKnown(record) && shape.entries() != record.entries()) {
      unsoundLists.add(record.id());
      problem(
          Rule.R24,
          "map "
              + record.name()
              + " has "
              + shape.entries()
              + " entries, the catalogue says "
              + record.entries());
    }
  }

  /** Checks that a part of a front belongs to a map, and compares the two parts. */
  private void front(CatalogueRecord record) {
    int id = record.id() & CatalogueRecord.MAX_FRONTED;
    boolean isDeleted = record.id() == (CatalogueRecord.DELETED | id);
    boolean isPut = record.id() == (CatalogueRecord.FRONT | id);
    String name = isDeleted ? CatalogueRecord.deletedOf(id) : CatalogueRecord.frontOf(id);
    String otherName = isDeleted ? CatalogueRecord.frontOf(id) : CatalogueRecord.deletedOf(id);
    CatalogueRecord other = durable.catalogue().find(otherName);
    boolean hasMap =
        records.stream()
            .anyMatch(
                map -> map.id() == id && (types.of(map).canHave(record) || !types.isKnown(map)));
    if (!(isDeleted || isPut) || !name.equals(record.name()) || !hasMap) {
      problem(Rule.R38, record.name().trim() + " is a part of the front of no map");
    } else if (other == null || !other.isOf(record.type())) {
      problem(Rule.R38, record.name().trim() + " has no other part");
    } else if (isDeleted && isWhole(record) && isWhole(other)) {
      types
          .of(record)
          .indexProblems(durable, meta.storeId(), other, record)
          .forEach(text -> problem(Rule.R38, "map " + id + ": " + text));
    }
  }

  /** Compares a collection with its index, and an index with the collections. */
  private void index(CatalogueRecord record) {
    if (record.isFront()) {
      front(record);
      return;
    }
    if (record.isOf(CatalogueRecord.INDEX)) {
      boolean hasOwner =
          records.stream()
              .anyMatch(
                  other ->
                      (types.of(other).hasIndex() || !types.isKnown(other))
                          && CatalogueRecord.indexOf(other.id()).equals(record.name()));
      if (!hasOwner) {
        problem(Rule.R33, record.name().trim() + " is the index of no collection");
      }
      return;
    }
    if (!types.of(record).hasIndex() || !types.isKnown(record)) {
      return;
    }
    CatalogueRecord index = durable.catalogue().find(CatalogueRecord.indexOf(record.id()));
    if (index == null || !index.isOf(CatalogueRecord.INDEX)) {
      report(Rule.R33, record, List.of("the index is missing"));
    } else if (isWhole(record) && isWhole(index) && !unsoundLists.contains(record.id())) {
      report(
          Rule.R33, record, types.of(record).indexProblems(durable, meta.storeId(), record, index));
    }
  }

  /** Returns whether all pages of a collection that were met so far could be read. */
  private boolean isWhole(CatalogueRecord record) {
    return !damaged.contains(record.id());
  }

  /**
   * Returns the names of collections of pieces that cannot be compared with values: some of either
   * were not read, or the values are those of a type that is not known.
   */
  private Set<String> partsOfValues() {
    Set<String> parts = new HashSet<>();
    for (CatalogueRecord record : records) {
      boolean isWhole = isWhole(record) && !damaged.contains(0);
      if (!isWhole || !types.isKnown(record)) {
        parts.add(CatalogueRecord.piecesOf(record.id()));
      }
      if (!isWhole && record.isOf(CatalogueRecord.PIECES)) {
        parts.add(record.name());
      }
    }
    return parts;
  }

  /** Reports problems of a collection. */
  private void report(Rule rule, CatalogueRecord record, List<String> texts) {
    texts.forEach(text -> problem(rule, "map " + record.name() + ": " + text));
  }

  /** The tree of a collection. */
  private final class CheckedTree implements TreeCheck {
    private final CatalogueRecord record;
    private final TreeShape shape;

    CheckedTree(CatalogueRecord record, TreeShape shape) {
      this.record = record;
      this.shape = shape;
    }

    @Override
    public void longs() {
      tree(record, record.root(), Long.MIN_VALUE, Long.MAX_VALUE, shape);
    }

    @Override
    public void bytes(@Nullable EntryCheck lists) {
      bytesTree(record, record.root(), new byte[0], null, shape, lists);
    }

    @Override
    public void list(ListForm form) {
      ListCheck check = new ListCheck(form);
      list = check;
      longs();
      list = null;
      if (isWhole()) {
        report(Rule.R31, check.problems());
      }
      if (!check.problems().isEmpty()) {
        unsoundLists.add(record.id());
      }
    }

    @Override
    public void stacks() {
      if (isWhole() && !unsoundLists.contains(record.id())) {
        report(Rule.R34, ListCheck.nodeProblems(durable, record));
      }
    }

    @Override
    public void series() {
      SeriesTreeCheck.Source source =
          (ref, from, to) ->
              read(ref, kind(record, ref), record.id(), () -> place(record, KeyRange.of(from, to)));
      new SeriesTreeCheck(record, source, shape::add, StoreCheck.this::problem).check();
    }

    @Override
    public boolean isWhole() {
      return StoreCheck.this.isWhole(record);
    }

    @Override
    public void report(Rule rule, List<String> texts) {
      StoreCheck.this.report(rule, record, texts);
    }
  }

  /**
   * Checks a subtree of a type that is not known. Its pages are of known kinds, as all pages are of
   * a file without unknown features; what their contents mean is left to the program that knows it.
   */
  private void unknown(CatalogueRecord record, PageRef ref, TreeShape shape) {
    Supplier<String> place = () -> place(record, KeyRange.of(Long.MIN_VALUE, Long.MAX_VALUE));
    byte[] page = read(ref, null, record.id(), place);
    if (page.length == 0) {
      return;
    }
    shape.add(page);
    for (int i = 0; ref.level() > 0 && i < PageHeader.count(page); i++) {
      unknown(record, below(ref, TreePage.child(page, i)), shape);
    }
  }

  private static PageRef below(PageRef ref, long child) {
    return new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
  }

  /** Checks a subtree, whose keys must be within bounds, both inclusive. */
  private void tree(CatalogueRecord record, PageRef ref, long from, long to, TreeShape shape) {
    byte[] page =
        read(ref, kind(record, ref), record.id(), () -> place(record, KeyRange.of(from, to)));
    if (page.length == 0) {
      return;
    }
    shape.add(page);
    int count = PageHeader.count(page);
    if (ref.level() == 0 && PageHeader.kindCode(page) == PageKind.OVERFLOW.code()) {
      values.add(record.name(), OverflowPage.piece(page), OverflowPage.length(page));
      if (OverflowPage.piece(page) < from || OverflowPage.piece(page) > to) {
        outOfBounds(record, ref, from, to);
      }
      return;
    }
    if (ref.level() == 0 && list != null) {
      list.add(page);
      if (ListPage.first(page) < from || ListPage.first(page) + ListPage.items(page) - 1 > to) {
        outOfBounds(record, ref, from, to);
      }
      return;
    }
    if (ref.level() == 0) {
      if (count == 0) {
        problem(Rule.R17, "leaf " + ref.number() + " of map " + record.name() + " is empty");
      } else if (LeafPage.key(page, 0) < from || LeafPage.key(page, count - 1) > to) {
        outOfBounds(record, ref, from, to);
      }
      return;
    }
    if (BranchPage.separator(page, 0) < from || BranchPage.separator(page, count - 1) > to) {
      outOfBounds(record, ref, from, to);
    }
    if (count < 2) {
      problem(Rule.R17, "branch " + ref.number() + " of map " + record.name() + " has one child");
    }
    for (int i = 0; i < count; i++) {
      long child = BranchPage.child(page, i);
      long last = i + 1 < count ? BranchPage.separator(page, i + 1) - 1 : to;
      tree(record, below(ref, child), i == 0 ? from : BranchPage.separator(page, i), last, shape);
    }
  }

  /**
   * Checks a subtree of byte strings.
   *
   * @param from the lower bound of the keys, inclusive
   * @param to the upper bound of the keys, exclusive; null for none
   * @param lists checks the entries of posting lists; null for other maps
   */
  private void bytesTree(
      CatalogueRecord record,
      PageRef ref,
      byte[] from,
      byte @Nullable [] to,
      TreeShape shape,
      @Nullable EntryCheck lists) {
    byte[] page =
        read(
            ref,
            kind(record, ref),
            record.id(),
            () -> place(record, types.of(record).keys(from, to)));
    if (page.length == 0) {
      return;
    }
    shape.add(page);
    int count = PageHeader.count(page);
    if (count < (ref.level() == 0 ? 1 : 2)) {
      problem(
          Rule.R17,
          "page " + ref.number() + " of map " + record.name() + " has " + count + " entries");
    }
    if (count == 0) {
      return;
    }
    byte[] last = BytesPage.key(page, count - 1);
    if (Arrays.compareUnsigned(BytesPage.key(page, 0), from) < 0
        || (to != null && Arrays.compareUnsigned(last, to) >= 0)) {
      problem(
          Rule.R23,
          "page "
              + ref.number()
              + " of map "
              + record.name()
              + " has keys outside of its bounds, "
              + types.of(record).keys(from, to).text());
    }
    for (int i = 0; i < count; i++) {
      if (ref.level() == 0) {
        if (lists != null) {
          lists.add(page, i);
        }
        if (BytesPage.isLarge(page, i)) {
          values.refer(
              CatalogueRecord.piecesOf(record.id()),
              BytesPage.referencePiece(page, i),
              BytesPage.referenceLength(page, i));
        }
        continue;
      }
      long child = BytesPage.child(page, i);
      byte[] least = i == 0 ? from : BytesPage.key(page, i);
      byte[] bound = i + 1 < count ? BytesPage.key(page, i + 1) : to;
      bytesTree(record, below(ref, child), least, bound, shape, lists);
    }
  }

  private PageKind kind(CatalogueRecord record, PageRef ref) {
    return types.of(record).kinds().kind(ref.level());
  }

  private String place(CatalogueRecord record, KeyRange range) {
    return PageFinder.place(record, records, range);
  }

  private void outOfBounds(CatalogueRecord record, PageRef ref, long from, long to) {
    problem(
        Rule.R23,
        "page "
            + ref.number()
            + " of map "
            + record.name()
            + " has keys outside of its bounds, "
            + KeyRange.of(from, to).text());
  }

  /** Checks the pages of the catalogue or of the space. */
  private void children(PageRef ref, PageKind bottom) {
    if (ref.isNone()) {
      return;
    }
    PageKind inner = bottom == PageKind.SPACE ? PageKind.SPACE_BRANCH : PageKind.CATALOGUE_BRANCH;
    String place = bottom == PageKind.SPACE ? "bitmap of the pages in use" : "catalogue of maps";
    byte[] page = read(ref, ref.level() == 0 ? bottom : inner, 0, () -> place);
    if (page.length == 0) {
      if (bottom == PageKind.SPACE) {
        space.lost();
      }
    } else if (ref.level() > 0) {
      for (int i = 0; i < PageHeader.count(page); i++) {
        children(below(ref, ChildrenPage.child(page, i)), bottom);
      }
    } else if (bottom == PageKind.SPACE) {
      space.add(page);
    } else {
      records.addAll(CataloguePage.records(page));
    }
  }

  /**
   * Reads a page. If the page cannot be used, reports the problem and returns an empty array.
   *
   * @param kind its kind, null for any kind of page that a collection can have
   * @param place describes the keys below the page
   */
  private byte[] read(PageRef ref, @Nullable PageKind kind, int owner, Supplier<String> place) {
    if (ref.number() >= meta.pageCount()) {
      unusable(ref, owner, Rule.R19, place.get(), "behind the end, " + meta.pageCount() + " pages");
      return new byte[0];
    }
    if (reached.get(ref.number())) {
      unusable(ref, owner, Rule.R25, place.get(), "referred to twice");
      return new byte[0];
    }
    try {
      byte[] page = durable.read(ref, kind, owner);
      if (PageHeader.epoch(page) > meta.epoch()) {
        problem(
            Rule.R8,
            "page "
                + ref.number()
                + " is of epoch "
                + PageHeader.epoch(page)
                + ", the store of "
                + meta.epoch());
      }
      reached.set(ref.number());
      visitor.page(ref, owner, page);
      return page;
    } catch (CorruptionException e) {
      unusable(ref, owner, place.get(), text(e));
    } catch (StoreException e) {
      unusable(ref, owner, place.get(), String.valueOf(e.getMessage()));
    }
    return new byte[0];
  }

  /**
   * Describes damage as a check does, without the file and advice.
   *
   * @param damage the damage
   * @return a sentence
   */
  public static String text(CorruptionException damage) {
    return "page "
        + damage.page()
        + " breaks rule "
        + damage.rule()
        + " at byte "
        + damage.offset()
        + ": found "
        + damage.found()
        + ", expected "
        + damage.expected();
  }

  private void unusable(PageRef ref, int owner, Rule rule, String place, String what) {
    damaged.add(owner);
    String text = "page " + ref.number() + " is " + what;
    problem(rule, place + ": " + text);
    visitor.damaged(ref, owner, text);
  }

  private void unusable(PageRef ref, int owner, String place, String problem) {
    damaged.add(owner);
    report(place + ": " + problem);
    visitor.damaged(ref, owner, problem);
  }

  private void problem(Rule rule, String text) {
    report(text + " (" + rule + ", " + rule.subject() + ")");
  }

  private void report(String text) {
    problemCount++;
    if (problemCount <= MAX_PROBLEMS) {
      problems.add(text);
    } else if (problemCount == MAX_PROBLEMS + 1) {
      problems.add("more problems are not listed");
    }
  }
}
