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
}
