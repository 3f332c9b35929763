/**
 * Octavo, an embedded transactional store of ordered maps in one file. Start at {@link
 * io.octavo.Store}.
 */
module io.octavo {
  requires io.octavo.page;
  requires static transitive org.jspecify;
  requires static info.picocli;
  requires static me.tongfei.progressbar;

  exports io.octavo;
  exports io.octavo.error;

  opens io.octavo.tool to
      info.picocli;
}
