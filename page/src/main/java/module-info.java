/** The pages of Octavo: everything that decides the position of a bit on disk. FORMAT.md. */
module io.octavo.page {
  requires static transitive org.jspecify;

  exports io.octavo.memory;
  exports io.octavo.packed;
  exports io.octavo.page;
}
