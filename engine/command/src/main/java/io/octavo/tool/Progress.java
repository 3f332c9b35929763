package io.octavo.tool;

import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A bar on standard error with rate and remaining time; nothing if nobody watches. */
final class Progress implements AutoCloseable {
  private static final int WIDTH = 78;
  private static final int INTERVAL_MILLIS = 250;

  private final @Nullable ProgressBar bar;

  private Progress(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  /** When to draw. */
  enum When {
    always,
    never,
    auto
  }

  /** The option of all verbs that take their time. */
  static final class Choice {
    @Option(names = "--progress", hidden = true, description = "${COMPLETION-CANDIDATES}")
    When when = When.auto;

    /**
     * Begins a bar.
     *
     * @param total how many units there are, -1 where that is not known
     * @param unit what is counted, with a space before it
     * @param unitSize how many make a unit that is shown
     */
    Progress start(Streams streams, String task, long total, String unit, long unitSize) {
      boolean drawn =
          when == When.always || (when == When.auto && streams.isErrTerminal().getAsBoolean());
      if (!drawn) {
        return new Progress(null);
      }
      DecimalFormat speed =
          new DecimalFormat("#,##0.0", DecimalFormatSymbols.getInstance(Locale.ROOT));
      return new Progress(
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(total)
              .setUnit(unit, unitSize)
              .showSpeed(speed)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setUpdateIntervalMillis(INTERVAL_MILLIS)
              // With a width of its own it need not ask the terminal, for which it would load
              // JLine.
              .setConsumer(new ConsoleProgressBarConsumer(streams.err(), WIDTH))
              .clearDisplayOnFinish()
              .build());
    }
  }

  /** Changes how many units there are. */
  void of(long total) {
    if (bar != null) {
      bar.maxHint(total);
    }
  }

  void to(long done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  /**
   * Returns whether a stream of the process is a terminal. Java cannot: its console is about
   * standard input and output, and on some versions there is one where both are redirected. The
   * shell can, wherever there is one.
   *
   * @param descriptor 1 is standard output, 2 standard error
   */
  static boolean isTerminal(int descriptor) {
    if ("dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try {
      return new ProcessBuilder("sh", "-c", "test -t " + descriptor).inheritIO().start().waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
