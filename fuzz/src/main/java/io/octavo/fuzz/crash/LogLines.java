package io.octavo.fuzz.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** What the engine logs while this is open; it goes nowhere else. */
final class LogLines extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.octavo");

  private final List<String> texts = new ArrayList<>();
  private final @Nullable Level before = LOGGER.getLevel();
  private final boolean isHandledAbove = LOGGER.getUseParentHandlers();

  LogLines() {
    LOGGER.addHandler(this);
    LOGGER.setUseParentHandlers(false);
    LOGGER.setLevel(Level.ALL);
  }

  @Override
  public void publish(LogRecord line) {
    String text = new SimpleFormatter().format(line);
    synchronized (texts) {
      texts.add(text);
      texts.notifyAll();
    }
  }

  /** Waits for a line with a text. */
  void await(String part) throws InterruptedException {
    synchronized (texts) {
      while (found(part).isEmpty()) {
        texts.wait();
      }
    }
  }

  private List<String> found(String part) {
    synchronized (texts) {
      return texts.stream().filter(text -> text.contains(part)).toList();
    }
  }

  /** Returns the only warning that has a text, with the exception it tells of. */
  String requireOne(String part) {
    List<String> found = found(part);
    if (found.size() != 1 || !found.get(0).contains(Level.WARNING.getLocalizedName() + ": ")) {
      throw new AssertionError("not one warning \"" + part + "\" in " + texts);
    }
    return found.get(0);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(isHandledAbove);
    LOGGER.setLevel(before);
  }
}
