/**
 * The pages of Octavo: everything that decides the position of a bit on disk. FORMAT.md. It is for
 * the engine and its command alone, and promises nothing to others.
 */
// Those that it is exported to are compiled later.
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
