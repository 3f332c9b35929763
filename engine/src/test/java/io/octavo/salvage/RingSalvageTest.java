package io.octavo.salvage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.CollectionType;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.OperationLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits of the ring that do, and that do not, fit what was salvaged before. */
class RingSalvageTest {
  private static final int LONGS = 1;
  private static final int BYTES = 2;
  private static final int STRINGS = 3;
  private static final int PAIRS = 5;
  private static final int STACKS = 7;
  private static final int SERIES = 8;
  private static final int NEXT = 9;

  private static final byte[] NONE = {};

  @TempDir Path directory;

  private Store store;
  private Transaction transaction;
  private SalvageTarget target;

  @BeforeEach
  void begin() {
    store = Store.inMemory();
    transaction = store.beginWrite();
    target = new SalvageTarget(transaction);
    target.create(LONGS, "longs", CollectionType.LONG_MAP);
    target.create(BYTES, "bytes", CollectionType.BYTES_MAP);
    target.create(STRINGS, "strings", CollectionType.STRINGS);
    target.create(PAIRS, "pairs", CollectionType.PAIRS);
    target.create(STACKS, "stacks", CollectionType.STACKS);
    target.create(SERIES, "series", CollectionType.SERIES);
    transaction.handOver();
  }

  @AfterEach
  void end() {
    store.close();
  }

  private RingSalvage ring(boolean isCatalogueWhole) {
    Meta meta =
        new Meta(
            new UUID(1, 2), 0, 0, 0, 1, 4, PageRef.NONE, PageRef.NONE, NEXT, 1, Meta.Ring.NONE);
    return new RingSalvage(target, meta, List.of(), isCatalogueWhole);
  }

  private static byte[] log(Consumer<OperationLog> operations) {
    OperationLog log = new OperationLog(1 << 16);
    operations.accept(log);
    return log.toBytes();
  }

  private static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void whatFitsIsDone() {
    RingSalvage ring = ring(true);
    ring.replay(
        log(
            log -> {
              log.put(LONGS, 1, 2);
              log.put(LONGS, 3, 4);
              log.put(LONGS, 5, 6);
              log.remove(LONGS, 3);
              log.removeRange(LONGS, 5, 9);
              log.putBytes(BYTES, key("a"), key("1"));
              log.putBytes(BYTES, key("b"), key("2"));
              log.putBytes(BYTES, key("c"), key("3"));
              log.removeBytes(BYTES, key("a"));
              log.removeBytesRange(BYTES, key("c"), null);
            }));
    ring.replay(
        log(
            log -> {
              log.putBytes(STRINGS, key("ada"), NONE);
              log.put(PAIRS, 77, 0);
              log.put(STACKS, -1, 5);
              log.put(STACKS, 0, 6);
              log.put(SERIES, 1, 10);
              log.put(SERIES, 2, 20);
              log.removeRange(SERIES, 2, 3);
            }));
    ring.replay(
        log(
            log -> {
              log.create(NEXT, CatalogueRecord.LONG_MAP, "made");
              log.put(NEXT, 7, 8);
              log.rename(NEXT, "renamed");
              log.create(NEXT + 1, CatalogueRecord.SERIES, "cleared");
              log.put(NEXT + 1, 1, 1);
              log.clear(NEXT + 1);
              log.create(NEXT + 2, CatalogueRecord.PAIRS, "gone");
              log.put(NEXT + 2, 1, 0);
              log.clear(NEXT + 2);
              log.drop(NEXT + 2);
              log.create(NEXT + 4, CatalogueRecord.BYTES_MAP, "empty");
              log.putBytes(NEXT + 4, key("x"), key("y"));
              log.clear(NEXT + 4);
            }));

    assertThat(ring.losses()).isEmpty();
    assertThat(ring.replayed()).isEqualTo(3).isEqualTo(ring.commits());
    target.finish(loss -> assertThat(loss).as("a loss").isNull());
    assertThat(transaction.names())
        .containsExactlyInAnyOrder(
            "longs", "bytes", "strings", "pairs", "stacks", "series", "renamed", "cleared",
            "empty");
    assertThat(transaction.longMap("longs").size()).isEqualTo(1);
    assertThat(transaction.bytesMap("bytes").get(key("b"))).isEqualTo(key("2"));
    assertThat(transaction.strings("strings").find("ada")).isZero();
    assertThat(transaction.pairs("pairs").find(77)).isZero();
    assertThat(transaction.stacks("stacks").frame(1)).isEqualTo(6);
    assertThat(transaction.series("series").size()).isEqualTo(1);
    assertThat(transaction.longMap("renamed").get(7, -1)).isEqualTo(8);
  }

  @Test
  void whatDoesNotFitIsSkippedAndSaid() {
    Map<String, byte[]> refused = new LinkedHashMap<>();
    refused.put("id=1 is not of bytes", log(log -> log.putBytes(LONGS, key("a"), NONE)));
    refused.put("id=2 is not of longs", log(log -> log.put(BYTES, 1, 1)));
    refused.put("id=8 is not of bytes", log(log -> log.removeBytes(SERIES, key("a"))));
    refused.put("id=3 is not of longs", log(log -> log.remove(STRINGS, 1)));
    refused.put("id=99 is not a collection", log(log -> log.clear(99)));
    refused.put("id=98 is not a collection", log(log -> log.drop(98)));
    refused.put("id=97 is not a collection", log(log -> log.rename(97, "x")));
    refused.put(
        "key.length=2001 is more than 2000", log(log -> log.putBytes(BYTES, new byte[2001], NONE)));
    refused.put("id=5 cannot have the item 1, 1", log(log -> log.put(PAIRS, 1, 1)));
    refused.put("id=7 cannot have the item 3, 1", log(log -> log.put(STACKS, 3, 1)));
    refused.put("id=7 cannot have the item -2, 1", log(log -> log.put(STACKS, -2, 1)));
    refused.put("id=7 cannot have the item -1, -1", log(log -> log.put(STACKS, -1, -1)));
    refused.put(
        "id=3 cannot have the item of 1 and 1 bytes",
        log(log -> log.putBytes(STRINGS, key("a"), key("b"))));
    refused.put(
        "id=50 is not the next", log(log -> log.create(50, CatalogueRecord.LONG_MAP, "fifty")));
    refused.put(
        "name=longs is taken", log(log -> log.create(NEXT, CatalogueRecord.LONG_MAP, "longs")));
    refused.put(
        "is reserved for the store",
        log(log -> log.create(NEXT, CatalogueRecord.LONG_MAP, CatalogueRecord.OWN + "x")));
    refused.put("map odd is of unknown type 200", log(log -> log.create(NEXT, 200, "odd")));
    refused.put("name=bytes is taken", log(log -> log.rename(LONGS, "bytes")));
    refused.put("is reserved", log(log -> log.rename(LONGS, CatalogueRecord.OWN + "x")));
    RingSalvage ring = ring(true);
    refused.values().forEach(ring::replay);

    assertThat(ring.replayed()).isZero();
    List<String> reasons = new ArrayList<>(refused.keySet());
    assertThat(ring.losses()).hasSameSizeAs(reasons);
    for (int i = 0; i < reasons.size(); i++) {
      assertThat(ring.losses().get(i).toString())
          .startsWith("commit " + (i + 2) + " of the ring is skipped or applied in part: ")
          .contains(reasons.get(i));
    }
    ring.replay(
        log(
            log -> {
              log.clear(96);
              log.clear(97);
            }));
    assertThat(ring.losses().get(reasons.size())).asString().endsWith(", and 1 more");
  }

  @Test
  void withoutACatalogueAnyCollectionMayBeMeant() {
    RingSalvage ring = ring(false);
    ring.replay(
        log(
            log -> {
              log.put(70, 1, 2);
              log.putBytes(71, key("a"), key("b"));
              log.clear(72);
              log.create(73, CatalogueRecord.LONG_MAP, "longs");
              log.rename(70, "seventy");
              log.describe(SERIES, 0, 0, NONE);
              log.describe(BYTES, 0, 0, NONE);
            }));

    assertThat(ring.losses()).isEmpty();
    assertThat(transaction.names()).contains("seventy", "lost-71", "lost-72", "lost-73");
    assertThat(transaction.longMap("seventy").get(1, -1)).isEqualTo(2);
  }

  /** Posting lists, units and codecs, of pages and of the ring behind them. */
  @Test
  void allTypesAreSaved() throws IOException {
    Path path = directory.resolve("killed.oct");
    Path copy = directory.resolve("copy.oct");
    try (Store open = Store.open(path)) {
      open.write(
          tx -> {
            for (long list = 0; list < 20; list++) {
              tx.postings("lists").addAll(list, new long[] {list, 100, 10_000, 1L << 40});
            }
            tx.series("series").describe(TimeUnit.MILLISECONDS, 2);
            tx.map("typed", Codecs.STRING, Codecs.LONG).put("ada", 1L);
          });
      open.checkpoint();
      open.write(tx -> tx.postings("lists").remove(3, 100));
      open.write(tx -> tx.postings("new").add(5, 6));
      open.write(tx -> tx.postings("gone").add(5, 6));
      open.write(tx -> tx.drop("gone"));
      open.write(tx -> tx.map("later", Codecs.INSTANT, Codecs.STRING).clear());
      open.write(tx -> tx.series("events").describeEvents(TimeUnit.SECONDS));
      Files.copy(path, copy);
    }
    Path saved = directory.resolve("saved.oct");
    assertThat(Salvage.copy(copy, saved).isWhole()).isTrue();
    assertThat(SalvagePages.problems(saved)).isEmpty();
    verify(saved);

    byte[] file = Files.readAllBytes(copy);
    for (int number = 4; number < file.length / PageHeader.PAGE_SIZE; number++) {
      boolean isCatalogue =
          PageHeader.kindCode(SalvagePages.page(file, number)) == PageKind.CATALOGUE.code();
      file[number * PageHeader.PAGE_SIZE + 100] ^= (byte) (isCatalogue ? 1 : 0);
    }
    Files.write(copy, file);
    Path others = directory.resolve("others.oct");
    SalvageReport report = Salvage.copy(copy, others);
    assertThat(report.isWhole()).isFalse();
    assertThat(SalvagePages.problems(others)).isEmpty();
  }

  private static void verify(Path saved) {
    try (Store open = Store.open(saved, StoreOptions.defaults().readOnly(true));
        Transaction tx = open.beginRead()) {
      assertThat(tx.names())
          .containsExactlyInAnyOrder("lists", "series", "typed", "new", "later", "events");
      assertThat(tx.postings("lists").count(3)).isEqualTo(3);
      assertThat(tx.postings("lists").contains(19, 1L << 40)).isTrue();
      assertThat(tx.postings("new").contains(5, 6)).isTrue();
      assertThat(tx.map("typed", Codecs.STRING, Codecs.LONG)).containsEntry("ada", 1L);
      assertThat(tx.codecs("later")).containsExactly("INSTANT", "STRING");
    }
  }
}
