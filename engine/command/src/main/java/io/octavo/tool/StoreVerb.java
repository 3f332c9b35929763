package io.octavo.tool;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A verb about one store. */
abstract class StoreVerb extends Verb {
  @Parameters(index = "0", paramLabel = "FILE", description = "The store.")
  Path file;

  StoreVerb(Streams streams) {
    super(streams);
  }
}
