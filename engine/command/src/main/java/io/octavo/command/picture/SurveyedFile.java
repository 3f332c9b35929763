package io.octavo.command.picture;

import io.octavo.command.cli.CountedFile;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.survey.StorePages;
import io.octavo.command.survey.Survey;
import io.octavo.commit.OpenedFile;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.page.meta.Meta;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file and the survey of its pages, even if it is too damaged to be opened. */
final class SurveyedFile {
  private final CountedFile file;
  private final @Nullable Meta meta;
  private byte @Nullable [] ring;

  private SurveyedFile(CountedFile file, @Nullable Meta meta) {
    this.file = file;
    this.meta = meta;
  }

  /** Uses a file and its survey. */
  interface Viewer<T> {
    T view(Survey survey, SurveyedFile pages) throws IOException;
  }

  /** Surveys a file. The file is open while the viewer runs. */
  static <T> T look(Path file, Streams streams, Progress.Choice choice, Viewer<T> viewer)
      throws IOException {
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            choice.start(
                streams, "reading", pages.pager().durable().meta().pageCount(), " pages", 1)) {
      pages.show(progress);
      return viewer.view(
          Survey.of(pages), new SurveyedFile(pages.file(), pages.pager().durable().meta()));
    } catch (Failure e) {
      if (e.getCause() instanceof CorruptionException damage) {
        return lookAtDamaged(file, damage, viewer);
      }
      throw e;
    }
  }

  private static <T> T lookAtDamaged(Path file, CorruptionException damage, Viewer<T> viewer)
      throws IOException {
    try (OpenedFile opened = Stores.openPages(file);
        CountedFile bytes = new CountedFile(opened.file())) {
      return viewer.view(Survey.ofDamaged(bytes, damage), new SurveyedFile(bytes, null));
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    }
  }

  /** Divides a page into parts. */
  PageView view(int number) throws IOException {
    if (meta == null || !PageView.isInRing(number, meta)) {
      return PageView.of(number, StorePages.read(file, number));
    }
    if (ring == null) {
      ring = PageView.readRing(file, meta);
    }
    return PageView.ofRing(number, meta, ring);
  }
}
