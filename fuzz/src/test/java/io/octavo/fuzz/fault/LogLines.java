package io.octavo.fuzz.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** What the engine logs while this is open; it goes nowhere else. */
final class LogLines extends Handler implements AutoCloseable {
  private static final String ROOT = "io.octavo";

  private final List<String> texts = new ArrayList<>();
  private final List<Listened> listened = new ArrayList<>();

  /** A logger, and how it was set. */
  private record Listened(Logger logger, @Nullable Level level, boolean isHandledAbove) {}

  /**
   * Listens to all loggers of the engine, not to the root of them alone: a full stack, which other
   * tests bring about, can keep the JDK from giving a logger its parent.
   */
  LogLines() {
    listen(ROOT);
    for (String name : Collections.list(LogManager.getLogManager().getLoggerNames())) {
      if (name.startsWith(ROOT + ".")) {
        listen(name);
      }
    }
  }

  private void listen(String name) {
    Logger logger = Logger.getLogger(name);
    listened.add(new Listened(logger, logger.getLevel(), logger.getUseParentHandlers()));
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.ALL);
  }

  @Override
  public void publish(LogRecord line) {
    String text = new SimpleFormatter().format(line);
    synchronized (texts) {
      texts.add(text);
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
    for (Listened each : listened) {
      each.logger().removeHandler(this);
      each.logger().setUseParentHandlers(each.isHandledAbove());
      each.logger().setLevel(each.level());
    }
  }
}
