/** The {@code octavo} command, which is a program and exports nothing. */
// JLine has no module descriptor
@SuppressWarnings("requires-automatic")
module io.octavo.command {
  requires io.octavo;
  requires io.octavo.page;
  requires java.management;
  requires jdk.httpserver;
  requires jdk.jfr;
  // Needed by octavo profile record only, which says so if they are missing.
  requires static jdk.attach;
  requires static jdk.management.jfr;
  requires static org.jspecify;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.jline.reader;
  requires org.jline.terminal;

  opens io.octavo.tool to
      info.picocli;
}
