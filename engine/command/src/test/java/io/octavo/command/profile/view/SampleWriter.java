package io.octavo.command.profile.view;

import io.octavo.Store;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that writes a profile as it is told: each line of its input is the number of a slot, a
 * weight, a stack whose symbols semicolons separate, and anything if it counts bytes; each is a
 * commit.
 */
final class SampleWriter {
  private SampleWriter() {}

  /**
   * Writes until the input ends.
   *
   * @param arguments the store
   */
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Store store = Store.open(Path.of(arguments[0]))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(" ", -1);
        new ProfileSample()
            .add(
                fields.length > 3 ? ProfileSample.ALLOC : ProfileSample.CPU,
                Integer.parseInt(fields[0]),
                List.of(fields[2].split(";", -1)),
                Long.parseLong(fields[1]))
            .write(store, "p");
      }
    }
  }
}
