package io.octavo.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What expiring maps promise in single cases, and what they refuse. */
class ExpiringMapTest {
  private final Store store = Store.inMemory();
  private Instant now = Instant.parse("2026-01-31T12:00:00Z");
  private final Expiry none = Expiry.none().clock(() -> now);

  @AfterEach
  void close() {
    store.close();
  }

  private static ExpiringMap<String, String> open(Transaction tx, Expiry expiry) {
    return ExpiringMap.open(tx, "m", Codecs.STRING, Codecs.STRING, expiry);
  }

  /** Readers do not remove, so the entry is there and must not be seen. */
  @Test
  void anEndedEntryIsNotSeenInAReadTransaction() {
    Expiry expiry = none.afterWrite(Duration.ofSeconds(10));
    store.write(tx -> open(tx, expiry).put("a", "1"));
    now = now.plusSeconds(10).minusNanos(1);
    store.view(tx -> assertThat(open(tx, expiry).get("a")).isEqualTo("1"));
    now = now.plusNanos(1);
    store.view(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          assertThat(map.get("a")).isNull();
          assertThat(map.entries()).isEmpty();
          assertThat(map.size()).isEqualTo(1);
        });
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          assertThat(map.touch("a")).isFalse();
          assertThat(map.size()).isZero();
          assertThat(tx.bytesMap("m").size()).isZero();
        });
  }

  /** In a full map of entries with the same end, the keys decide which of them are removed. */
  @Test
  void aPutNeverRemovesItsOwnEntry() {
    Expiry expiry = none.maxEntries(2).maxBytes(1_000);
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          for (String key : new String[] {"c", "b", "a", "aa"}) {
            map.put(key, key);
            assertThat(map.get(key)).isEqualTo(key);
          }
          map.put("aa", "x".repeat(974));
          assertThat(map.entries().map(Map.Entry::getKey)).containsExactly("aa");
          assertThatThrownBy(() -> map.put("aa", "x".repeat(975)))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessage("the entry has 1001 bytes, more than maxBytes=1000");
          assertThat(map.get("aa")).hasSize(974);
        });
  }

  @Test
  void withoutATimeTheLeastRecentlyTouchedEntryIsRemoved() {
    Expiry expiry = none.maxEntries(3);
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          for (String key : new String[] {"a", "b", "c"}) {
            now = now.plusNanos(1);
            map.put(key, key);
          }
          now = now.plusSeconds(1);
          assertThat(map.touch("a")).isTrue();
          map.put("d", "d");
          assertThat(map.entries().map(Map.Entry::getKey)).containsExactly("a", "c", "d");
        });
  }

  @Test
  void aChangeRemovesFewEntries() {
    Expiry expiry = none.afterAccess(Duration.ofSeconds(1));
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          for (int i = 0; i < 100; i++) {
            map.put("k" + i, "");
          }
          now = now.plusSeconds(1);
          map.put("new", "");
          assertThat(map.size()).isEqualTo(101 - ExpiringMap.STEP);
          assertThat(map.remove("none")).isFalse();
          assertThat(map.size()).isEqualTo(101 - 2 * ExpiringMap.STEP);
          assertThat(map.sweep(10)).isEqualTo(10);
          assertThat(map.sweep(1_000)).isEqualTo(100 - 2 * ExpiringMap.STEP - 10);
          assertThat(map.entries().map(Map.Entry::getKey)).containsExactly("new");
        });
  }

  @Test
  void wrongArgumentsAreRefused() {
    assertThatThrownBy(() -> none.afterWrite(Duration.ZERO))
        .hasMessageContaining("afterWrite=PT0S");
    assertThatThrownBy(() -> none.afterAccess(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageContaining("at most 365000 days");
    assertThatThrownBy(() -> none.afterAccess(Duration.ofNanos(-1)))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> none.maxEntries(0)).hasMessage("maxEntries=0 is less than 1");
    assertThatThrownBy(() -> none.maxBytes(-1)).hasMessage("maxBytes=-1 is less than 1");
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, none);
          map.put("k".repeat(1_988), "");
          assertThatThrownBy(() -> map.put("k".repeat(1_989), ""))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessage("key.length=1989 is more than 1988 bytes");
          assertThatThrownBy(() -> ExpiringMap.open(tx, "m", Codecs.STRING, Codecs.LONG, none))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("name=m is a map from STRING to TUPLE(INSTANT,INSTANT,STRING)");
          assertThatThrownBy(() -> tx.map("m", Codecs.STRING, Codecs.STRING))
              .isExactlyInstanceOf(IllegalArgumentException.class);
        });
    store.view(
        tx -> {
          ExpiringMap<String, String> map = open(tx, none);
          assertThatThrownBy(() -> map.put("a", "")).hasMessageContaining("only reads");
          assertThatThrownBy(() -> map.remove("a")).hasMessageContaining("only reads");
          assertThatThrownBy(() -> map.touch("a"))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("only reads");
          assertThat(map.size()).isEqualTo(1);
        });
  }

  @Test
  void mapsOfTheProgramAreNotTakenForItsOwn() {
    for (String own : new String[] {"x.ends", "x.total"}) {
      store.write(tx -> tx.map(own, Codecs.STRING, Codecs.LONG).put("a", 1L));
      store.write(
          tx ->
              assertThatThrownBy(() -> ExpiringMap.open(tx, "x", Codecs.STRING, Codecs.LONG, none))
                  .isExactlyInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("name=" + own));
      assertThat(store.map(own, Codecs.STRING, Codecs.LONG)).containsEntry("a", 1L);
      store.write(tx -> tx.drop(own));
    }
  }

  /** Pairs whose entries another program has changed must not stop the removal of the others. */
  @Test
  void whatAnotherProgramHasChangedIsSwept() {
    Expiry expiry = none.afterWrite(Duration.ofSeconds(1));
    store.write(
        tx -> {
          ExpiringMap<String, String> map = open(tx, expiry);
          map.put("a", "1");
          byte[] other = tx.bytesMap("m").get(Codecs.STRING.encode("a"));
          map.put("b", "2");
          now = now.plusSeconds(1);
          map.put("c", "3");
          byte[] later = tx.bytesMap("m").get(Codecs.STRING.encode("c"));
          assertThat(map.size()).isEqualTo(1);

          now = now.plusSeconds(10);
          tx.bytesMap("m").remove(Codecs.STRING.encode("c"));
          assertThat(map.sweep(10)).isEqualTo(1);
          map.put("a", "1");
          map.put("b", "2");
          tx.bytesMap("m").put(Codecs.STRING.encode("a"), later);
          assertThat(map.get("a")).isNull();
          now = now.plusSeconds(1);
          assertThat(map.sweep(10)).isEqualTo(2);
          assertThat(map.get("b")).isNull();
          assertThat(tx.bytesMap("m.ends").size()).isZero();
          assertThat(other).isNotEqualTo(later);
        });
  }
}
