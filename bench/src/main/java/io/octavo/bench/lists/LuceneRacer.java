package io.octavo.bench.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.DocIdStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.jspecify.annotations.Nullable;

/**
 * An index of Lucene, of one segment in the default format, in a mapped directory. A list is a term
 * of a field that has no norms and no frequencies. An id is a document, whose number is the
 * distance from the least id of all lists; there are empty documents between them.
 *
 * <p>The bytes are those of the files of postings, {@code .doc} and {@code .psm}, and of the
 * dictionary of terms, {@code .tim}, {@code .tip} and {@code .tmd}.
 *
 * <p>A list is read by its postings. A work on two lists is a query without scores, run by its bulk
 * scorer, without a cache. Each run makes the queries and looks up the terms, as Octavo looks up
 * the keys of lists.
 *
 * <p>A build by JDK 17 has Lucene 9; a build by JDK 21 or later has Lucene 10, which needs JDK 21.
 * There, {@code --add-modules jdk.incubator.vector} lets Lucene use the Vector API, and {@code
 * --enable-native-access=ALL-UNNAMED} avoids a warning of the JDK.
 */
final class LuceneRacer implements Racer {
  private static final String FIELD = "list";
  private static final int LIST_BITS = 16;

  /** Silences warnings about missing flags; a logger without a reference loses its level. */
  private static final Logger LOGGER = Logger.getLogger("org.apache.lucene");

  static {
    LOGGER.setLevel(Level.SEVERE);
  }

  private final long base;
  private final Term[] terms;
  private final Directory directory;
  private final DirectoryReader reader;
  private final LeafReaderContext leaf;
  private final IndexSearcher searcher;
  private @Nullable PostingsEnum postings;

  LuceneRacer(long[][] lists, Path path) throws IOException {
    base = Arrays.stream(lists).mapToLong(ids -> ids[0]).min().orElseThrow();
    terms =
        IntStream.range(0, lists.length)
            .mapToObj(list -> new Term(FIELD, Integer.toString(list)))
            .toArray(Term[]::new);
    directory = new MMapDirectory(path);
    IndexWriterConfig config =
        new IndexWriterConfig(null)
            .setUseCompoundFile(false)
            .setRAMBufferSizeMB(1024)
            .setMergePolicy(new LogDocMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Iterable<List<Field>> documents = () -> new Documents(lists);
      writer.addDocuments(documents);
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    if (reader.leaves().size() != 1) {
      throw new IllegalStateException(reader.leaves().size() + " segments");
    }
    leaf = reader.leaves().get(0);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  @Override
  public long bytes() throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      if (file.matches(".*\\.(doc|psm|tim|tip|tmd)")) {
        bytes += directory.fileLength(file);
      }
    }
    return bytes;
  }

  @Override
  public Tally run(Work work, int[] lists) throws IOException {
    if (work == Work.READ) {
      return read(lists);
    }
    Sum sum = work == Work.COUNT ? new Count() : new Sum();
    for (int list : lists) {
      BulkScorer scorer = weight(work, list).bulkScorer(leaf);
      if (scorer != null) {
        scorer.score(sum, null, 0, DocIdSetIterator.NO_MORE_DOCS);
      }
    }
    return tally(work, sum.ids, sum.sum);
  }

  private Tally tally(Work work, long ids, long sum) {
    return new Tally(ids, work == Work.COUNT ? 0 : sum + base * ids);
  }

  private Tally read(int[] lists) throws IOException {
    long ids = 0;
    long sum = 0;
    TermsEnum dictionary = leaf.reader().terms(FIELD).iterator();
    for (int list : lists) {
      if (dictionary.seekExact(terms[list].bytes())) {
        postings = dictionary.postings(postings, PostingsEnum.NONE);
        for (int id = postings.nextDoc();
            id != DocIdSetIterator.NO_MORE_DOCS;
            id = postings.nextDoc()) {
          ids++;
          sum += id;
        }
      }
    }
    return tally(Work.READ, ids, sum);
  }

  private Weight weight(Work work, int list) throws IOException {
    Occur first = work == Work.UNION ? Occur.SHOULD : Occur.FILTER;
    Occur second = work == Work.DIFFERENCE ? Occur.MUST_NOT : first;
    Query query =
        new BooleanQuery.Builder()
            .add(new TermQuery(terms[list]), first)
            .add(new TermQuery(terms[list + 1]), second)
            .build();
    return searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }

  private static class Sum implements LeafCollector {
    long ids;
    long sum;

    @Override
    public final void setScorer(Scorable scorer) {
      // There are no scores.
    }

    @Override
    public void collect(int id) {
      ids++;
      sum += id;
    }
  }

  private static final class Count extends Sum {
    @Override
    public void collect(int id) {
      ids++;
    }

    @Override
    public void collect(DocIdStream stream) throws IOException {
      ids += stream.count();
    }
  }

  /** The documents of all numbers up to the greatest, each with the lists that have its id. */
  private final class Documents implements Iterator<List<Field>> {
    private static final FieldType TYPE = new FieldType();

    static {
      TYPE.setIndexOptions(IndexOptions.DOCS);
      TYPE.setOmitNorms(true);
      TYPE.setTokenized(false);
      TYPE.freeze();
    }

    /** The numbers of documents, each with a list in the low bits, ascending. */
    private final long[] pairs;

    private int at;
    private long document;

    Documents(long[][] lists) {
      pairs =
          IntStream.range(0, lists.length)
              .boxed()
              .flatMapToLong(
                  list -> Arrays.stream(lists[list]).map(id -> ((id - base) << LIST_BITS) | list))
              .sorted()
              .toArray();
    }

    @Override
    public boolean hasNext() {
      return at < pairs.length;
    }

    @Override
    public List<Field> next() {
      if (pairs[at] >> LIST_BITS != document++) {
        return List.of();
      }
      List<Field> fields = new ArrayList<>();
      for (; hasNext() && pairs[at] >> LIST_BITS < document; at++) {
        int list = (int) pairs[at] & ((1 << LIST_BITS) - 1);
        fields.add(new Field(FIELD, terms[list].text(), TYPE));
      }
      return fields;
    }
  }
}
