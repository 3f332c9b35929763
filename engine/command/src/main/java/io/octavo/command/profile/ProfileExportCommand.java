package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.exports.Exports;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile export}: writes a range for another program. */
@Command(
    name = "export",
    header = "Write a range for another program.",
    description = {
      "Write the stacks of a range and their weights, neither scaled nor rounded: as collapsed"
          + " stacks, a line each, as many programs read them; as a compressed profile of pprof,"
          + " for go tool pprof; or as JSON for profiler.firefox.com.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile export app.oct --from -1h --format collapsed -o last-hour.txt",
      "  octavo profile export app.oct jvm --select type=cpu --format pprof -o cpu.pb.gz",
      "  octavo profile export app.oct jvm --select type=cpu --format firefox -o cpu.json"
    })
final class ProfileExportCommand extends ProfileVerb {
  /** What can be written. */
  enum Format {
    collapsed,
    pprof,
    firefox
  }

  @Mixin ProfileRange range;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description = "What to write: ${COMPLETION-CANDIDATES}.")
  Format format = Format.collapsed;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The file to write; default, or -: standard output.")
  String target = Target.STANDARD;

  @Mixin Target.Choice output;

  ProfileExportCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    output.require(target);
    if (format == Format.pprof && target.equals(Target.STANDARD)) {
      streams.requireNoTerminal("a pprof profile", "redirect it, > FILE, or give -o FILE");
    }
    FlameGraph graph;
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      graph = range.graph(profile(transaction));
    }
    output.write(streams, target, out -> write(graph, out));
    return Failure.OK;
  }

  private void write(FlameGraph graph, OutputStream out) throws IOException {
    if (format == Format.pprof) {
      Exports.pprof(graph, out);
      return;
    }
    // Not closed, which would close standard output.
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    if (format == Format.collapsed) {
      Exports.collapsed(graph, writer);
    } else {
      Exports.firefox(graph, writer);
    }
    writer.flush();
  }
}
