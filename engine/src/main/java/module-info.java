/**
 * Octavo, an embedded transactional store of ordered maps in one file. Start at {@link
 * io.octavo.Store}.
 */
// The command, which sees what users do not, is compiled later.
@SuppressWarnings({"module", "requires-automatic"}) // Agrona has a name, but no descriptor
module io.octavo {
  requires io.octavo.page;
  // Not transitive: a user's javac would then ask for it.
  requires static org.jspecify;
  // For io.octavo.agrona alone: without it, nothing else misses it.
  requires static org.agrona;
  requires java.management;
  requires jdk.jfr;

  exports io.octavo;
  exports io.octavo.agrona;
  exports io.octavo.codec;
  exports io.octavo.error;
  exports io.octavo.replay;
  exports io.octavo.trace;
  exports io.octavo.file to
      io.octavo.command;
  exports io.octavo.pager to
      io.octavo.command;
  exports io.octavo.tree to
      io.octavo.command;
}
