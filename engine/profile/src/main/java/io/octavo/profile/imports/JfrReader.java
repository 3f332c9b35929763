package io.octavo.profile.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads recordings of the JDK Flight Recorder. */
final class JfrReader {
  /** The first bytes of each chunk. */
  static final int MAGIC = ('F' << 24) | ('L' << 16) | ('R' << 8);

  private static final int HEADER = 68;
  private static final int LENGTH_OFFSET = 8;

  private JfrReader() {}

  /**
   * Throws unless a recording consists of whole chunks. A truncated recording is rejected before
   * the first commit: the whole recording would be another file, whose import would add the samples
   * again.
   */
  static void requireWhole(Path file, String source) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      long length = Files.size(file);
      long chunks = 0;
      for (long at = 0; at < length || chunks == 0; chunks++) {
        byte[] bytes = in.readNBytes(HEADER);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length >= Integer.BYTES && header.getInt(0) != MAGIC) {
          throw ImportException.at(source, "byte " + at, "no chunk of a JFR recording begins here");
        }
        long chunk = bytes.length < HEADER ? HEADER : header.getLong(LENGTH_OFFSET);
        if (chunk < HEADER || chunk > length - at) {
          throw truncated(source, at, chunks, length);
        }
        in.skipNBytes(chunk - HEADER);
        at += chunk;
      }
    }
  }

  private static ImportException truncated(String source, long at, long chunks, long length) {
    return ImportException.at(
        source,
        "byte " + at,
        "the chunk of the recording that begins here does not end within the "
            + length
            + " bytes of the file: the recording still goes on, or the file was cut off; copy it"
            + " again when it is whole"
            + (chunks == 0 ? "" : ", or import a file of the " + at + " bytes before"));
  }

  /**
   * Reads all events.
   *
   * @param source the name of the file, for messages
   * @param every after how many events the listener is called again
   * @param listener receives the number of events read
   */
  static void read(Path file, String source, SampleSink sink, int every, LongConsumer listener)
      throws IOException {
    JfrSamples samples = new JfrSamples(sink);
    long number = 0;
    try (RecordingFile recording = open(file, source)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = next(source, recording, ++number);
        add(source, samples, event, number);
        if (number % every == 0) {
          listener.accept(number);
        }
      }
    }
    listener.accept(number);
  }

  /** The fields of an event are decoded when they are asked for. */
  private static void add(String source, JfrSamples samples, RecordedEvent event, long number) {
    try {
      samples.add(event);
    } catch (IllegalArgumentException
        | NullPointerException
        | ClassCastException
        | IndexOutOfBoundsException
        | VirtualMachineError e) {
      throw malformed(source, number, e);
    }
  }

  private static RecordingFile open(Path file, String source) {
    try {
      return new RecordingFile(file);
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      throw malformed(source, 1, e);
    }
  }

  private static RecordedEvent next(String source, RecordingFile recording, long number) {
    try {
      return recording.readEvent();
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      throw malformed(source, number, e);
    }
  }

  /**
   * If a recording is damaged, the parser of the JDK throws any exception, and also Errors: if a
   * type has an impossible name, has a field of its own type, or an array is impossibly long.
   */
  private static ImportException malformed(String source, long number, Throwable e) {
    return new ImportException(
        source
            + ": event "
            + number
            + ": the recording is damaged"
            + (e instanceof OutOfMemoryError ? ", or memory is too small for it (" : " (")
            + e
            + "); copy the file again; jfr summary shows what is readable",
        e);
  }
}
