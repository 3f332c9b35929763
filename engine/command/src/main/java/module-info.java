/** The {@code octavo} command, which is a program and exports nothing. */
// JLine has no module descriptor
@SuppressWarnings("requires-automatic")
module io.octavo.command {
  requires io.octavo;
  requires io.octavo.page;
  requires io.octavo.profile;
  requires java.management;
  requires jdk.httpserver;
  requires jdk.jfr;
  // Needed by octavo profile record only, which says so if they are missing.
  requires static jdk.attach;
  requires static jdk.management.jfr;
  requires static org.jspecify;
  requires info.picocli;
  requires de.siegmar.fastcsv;
  requires me.tongfei.progressbar;
  requires org.jline.reader;
  requires org.jline.terminal;

  opens io.octavo.command to
      info.picocli;
  opens io.octavo.command.cli to
      info.picocli;
  opens io.octavo.command.data to
      info.picocli;
  opens io.octavo.command.demo to
      info.picocli;
  opens io.octavo.command.load to
      info.picocli;
  opens io.octavo.command.picture to
      info.picocli;
  opens io.octavo.command.profile to
      info.picocli;
  opens io.octavo.command.series to
      info.picocli;
  opens io.octavo.command.survey to
      info.picocli;
  opens io.octavo.command.text to
      info.picocli;
  opens io.octavo.command.trace to
      info.picocli;
  opens io.octavo.command.web to
      info.picocli;
}
