/**
 * The pages of Octavo: the code that defines every bit on disk. FORMAT.md. The packages are
 * exported to the engine and its command only, and are no API.
 */
// The modules that the packages are exported to are compiled later.
@SuppressWarnings("module")
module io.octavo.page {
  requires static org.jspecify;

  exports io.octavo.memory to
      io.octavo,
      io.octavo.command;
  exports io.octavo.packed to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.bytes to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.check to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.list to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.longs to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.meta to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.ring to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.series to
      io.octavo,
      io.octavo.command;
  exports io.octavo.page.tree to
      io.octavo,
      io.octavo.command;
}
