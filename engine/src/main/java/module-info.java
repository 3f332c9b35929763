/**
 * Octavo, an embedded transactional store of ordered maps in one file. Start at {@link
 * io.octavo.Store}.
 */
// JLine is no module; only the octavo command needs it.
@SuppressWarnings("requires-automatic")
module io.octavo {
  requires transitive io.octavo.page;
  requires static transitive org.jspecify;
  requires java.management;
  requires jdk.jfr;
  requires static info.picocli;
  requires static me.tongfei.progressbar;
  requires static org.jline.reader;
  requires static org.jline.terminal;

  exports io.octavo;
  exports io.octavo.codec;
  exports io.octavo.error;
  exports io.octavo.replay;
  exports io.octavo.trace;

  opens io.octavo.tool to
      info.picocli;
}
