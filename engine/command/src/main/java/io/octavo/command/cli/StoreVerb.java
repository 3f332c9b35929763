package io.octavo.command.cli;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A verb about one store. */
public abstract class StoreVerb extends Verb {
  @Parameters(index = "0", paramLabel = "FILE", description = "The store.")
  public Path file;

  protected StoreVerb(Streams streams) {
    super(streams);
  }
}
