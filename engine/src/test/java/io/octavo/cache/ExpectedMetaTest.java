package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Pager;
import io.octavo.error.StoreFailedException;
import io.octavo.file.KeptFile;
import io.octavo.page.meta.Meta;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which meta pages a store takes for its own, asked beside the checkpoint that writes one. */
class ExpectedMetaTest {
  private final KeptFile file = new KeptFile();
  private final Health health = new Health("kept", false);
  private Ownership ownership;
  private Meta last;
  private Meta next;

  @BeforeEach
  void createStore() throws IOException {
    Pager.create(file, new UUID(1, 2));
    PageLoader loader = new PageLoader(file, new PageCache(1));
    ownership = new Ownership(file, loader, health);
    last = MetaPages.read(file, loader, false).meta();
    next =
        new Meta(
            last.storeId(),
            last.compatible(),
            last.readOnlyCompatible(),
            last.incompatible(),
            last.epoch() + 1,
            last.pageCount(),
            last.catalogue(),
            last.space(),
            last.nextCollectionId(),
            last.sequence() + 1,
            last.ring());
    ownership.wrote(last);
  }

  @Test
  void theOneThatIsBeingWrittenIsItsOwnBeforeAndAfter() throws IOException {
    ownership.willWrite(last, next);
    ownership.require();
    ownership.requireNow();
    MetaPages.write(file, next);
    ownership.require();
    ownership.requireNow();
    ownership.wrote(next);
    ownership.require();
    ownership.requireNow();
    assertThat(health.isFailed()).isFalse();
  }

  @Test
  void oneThatWasNotAnnouncedIsAnotherOwners() throws IOException {
    MetaPages.write(file, next);
    assertThatThrownBy(ownership::require)
        .isExactlyInstanceOf(StoreFailedException.class)
        .hasMessageContaining("the file was written by something else");
    assertThat(health.isFailed()).isTrue();
  }

  @Test
  void oneThatTookThePlaceOfTheComingOneIsAnotherOwners() throws IOException {
    ownership.willWrite(last, next);
    MetaPages.write(file, next);
    ownership.wrote(next);
    Meta other =
        new Meta(
            new UUID(3, 4),
            0,
            0,
            0,
            next.epoch(),
            next.pageCount(),
            next.catalogue(),
            next.space(),
            next.nextCollectionId(),
            next.sequence(),
            next.ring());
    MetaPages.write(file, other);
    assertThatThrownBy(ownership::requireNow).isExactlyInstanceOf(StoreFailedException.class);
  }
}
