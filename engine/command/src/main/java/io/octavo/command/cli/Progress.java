package io.octavo.command.cli;

import io.octavo.file.StoreThreads;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A progress bar on standard error, with rate and remaining time; none if standard error is not
 * watched, or if the work is short. Progress also ends a command that the user has interrupted.
 */
public final class Progress implements AutoCloseable {
  private static final int MOST_COLUMNS = 78;
  private static final int INTERVAL_MILLIS = 250;
  private static final long DELAY_NANOS = 300_000_000;

  private final Streams streams;
  private final ProgressBarBuilder builder;
  private final boolean isWanted;
  private final long start = System.nanoTime();
  private final long delay;
  private long most;
  private @Nullable ProgressBar bar;
  private @Nullable Thread watch;

  private Progress(Streams streams, ProgressBarBuilder builder, When when, long total) {
    this.streams = streams;
    this.builder = builder;
    this.most = total;
    this.isWanted = when == When.always || (when == When.auto && streams.screen().showsErrors());
    this.delay = when == When.always ? 0 : DELAY_NANOS;
  }

  /** When to draw. */
  enum When {
    always,
    never,
    auto
  }

  /** The option of all commands that may take long. */
  public static final class Choice {
    @Option(names = "--progress", hidden = true, description = "${COMPLETION-CANDIDATES}")
    When when = When.auto;

    /** Returns the choice of no bar. The command can be interrupted all the same. */
    public static Choice never() {
      Choice choice = new Choice();
      choice.when = When.never;
      return choice;
    }

    /**
     * Begins a bar.
     *
     * @param total the number of units, -1 if unknown
     * @param unit the name of the unit, after a space
     * @param unitSize the number of units that make one shown unit
     */
    public Progress start(Streams streams, String task, long total, String unit, long unitSize) {
      DecimalFormat speed =
          new DecimalFormat("#,##0.0", DecimalFormatSymbols.getInstance(Locale.ROOT));
      ProgressBarBuilder builder =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setUnit(unit, unitSize)
              .showSpeed(speed)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setUpdateIntervalMillis(INTERVAL_MILLIS);
      Progress progress = new Progress(streams, builder, when, total);
      if (when == When.always) {
        progress.show(0);
      }
      return progress;
    }
  }

  /** Keeps the bar on its line, which the bar of the library would end. */
  private static final class OneLine extends ConsoleProgressBarConsumer {
    // With a fixed width the library does not query the terminal, for which it would load JLine.
    OneLine(Streams streams, int columns) {
      super(streams.err(), columns);
    }

    @Override
    public void close() {}
  }

  /** Sets the number of units. */
  public synchronized void of(long total) {
    most = total;
    if (bar != null) {
      bar.maxHint(total);
    }
  }

  /** Shows the number of units done. Ends the command if the user has interrupted it. */
  public void to(long done) {
    streams.requireGoingOn();
    if (isWanted) {
      show(done);
    }
  }

  private synchronized void show(long done) {
    if (bar == null) {
      long past = System.nanoTime() - start;
      if (past < delay) {
        return;
      }
      bar =
          builder
              .setInitialMax(most)
              .startsFrom(done, Duration.ofNanos(past))
              .setConsumer(new OneLine(streams, columns()))
              .build();
    }
    bar.stepTo(done);
  }

  /**
   * Polls the progress of a task that reports none, and ends the task if the user interrupts it.
   *
   * @param done returns the number of units done
   * @param stop ends the task; {@code done} may throw an IllegalStateException from then on
   */
  public void watch(LongSupplier done, Runnable stop) {
    watch = StoreThreads.daemon(() -> look(done, stop), "octavo-progress");
    watch.start();
  }

  private void look(LongSupplier done, Runnable stop) {
    try {
      while (!streams.isStopped().getAsBoolean()) {
        if (isWanted) {
          show(done.getAsLong());
        }
        Thread.sleep(INTERVAL_MILLIS);
      }
      stop.run();
    } catch (InterruptedException | IllegalStateException e) {
      // The task has ended.
    }
  }

  private int columns() {
    return Math.min(MOST_COLUMNS, streams.screen().errorColumns() - 1);
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.interrupt();
      try {
        watch.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (bar != null) {
      bar.close();
      streams.err().print("\r" + " ".repeat(columns()) + "\r");
      streams.err().flush();
    }
  }
}
