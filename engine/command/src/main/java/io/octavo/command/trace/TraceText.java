package io.octavo.command.trace;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationReader;
import io.octavo.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events of traces as lines of text with fields separated by tabs. TRACE.md describes the text. */
final class TraceText {
  static final String NAME = "octavo trace ";
  static final String HEADER = NAME + "1";
  static final String END = "end";

  private static final int MAX_CODEC = 0xFFFF;
  private static final int MAX_TYPE = 0xFF;

  private TraceText() {}

  /** Returns an event as a line without its line end. */
  static String of(TraceEvent event) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Output out =
        new Output(new Streams(InputStream.nullInputStream(), stream, stream, Screen.NONE), false);
    write(event, out);
    out.flush();
    stream.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Writes an event without a line end. */
  static void write(TraceEvent event, Output out) {
    Line line = new Line(out);
    if (event instanceof TraceEvent.Opened opened) {
      out.ascii(
          "opened\tformat="
              + opened.formatVersion()
              + "\tstore="
              + opened.storeId()
              + "\tsequence="
              + opened.sequence()
              + "\tcacheBytes="
              + opened.cacheBytes()
              + "\tdurability="
              + opened.durability()
              + "\tmaxBytes="
              + opened.maxBytes()
              + "\tleafLimit="
              + opened.leafLimit()
              + "\tbranchLimit="
              + opened.branchLimit());
      if (opened.movePercent() != TraceEvent.Opened.DEFAULT_MOVE_PERCENT) {
        out.ascii("\tcompactWhileOpen=" + opened.movePercent());
      }
    } else if (event instanceof TraceEvent.Value value) {
      line.select(value.collection());
      line.begin("value").field(value.key()).field(value.length());
    } else if (event instanceof TraceEvent.ValuePart part) {
      out.ascii("part");
      line.field(part.bytes());
    } else if (event instanceof TraceEvent.Operation operation) {
      line.select(operation.collection());
      operation.doBy(line);
    } else if (event instanceof TraceEvent.Committed commit) {
      out.ascii("committed\t" + commit.sequence());
    } else if (event instanceof TraceEvent.RolledBack) {
      out.ascii("rolled-back");
    } else if (event instanceof TraceEvent.Checkpointed checkpoint) {
      out.ascii(checkpoint.isOfCommit() ? "checkpoint-of-commit" : "checkpoint");
    } else if (event instanceof TraceEvent.Compacted step) {
      out.ascii("compacted\t" + step.maxBytes());
    } else {
      out.ascii("closed");
    }
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if the line is malformed
   */
  static TraceEvent read(String line) {
    Fields fields = new Fields(line);
    String name = fields.next("the event");
    TraceEvent event =
        switch (name) {
          case "opened" -> opened(fields);
          case "committed" -> new TraceEvent.Committed(fields.number("the number of the commit"));
          case "rolled-back" -> new TraceEvent.RolledBack();
          case "checkpoint" -> new TraceEvent.Checkpointed(false);
          case "checkpoint-of-commit" -> new TraceEvent.Checkpointed(true);
          case "compacted" -> new TraceEvent.Compacted(fields.number("the number of bytes"));
          case "closed" -> new TraceEvent.Closed();
          case "part" -> new TraceEvent.ValuePart(fields.bytes("the part"));
          default -> operation(name, fields);
        };
    fields.requireEnd();
    return event;
  }

  private static TraceEvent opened(Fields fields) {
    int format = fields.int32("format");
    UUID store = fields.uuid("store");
    long sequence = fields.natural("sequence");
    long cacheBytes = fields.natural("cacheBytes");
    String durability = fields.named("durability");
    if (!durability.matches("[A-Z_]{1,100}")) {
      throw new IllegalArgumentException("durability= is not a name in capitals");
    }
    return new TraceEvent.Opened(
        format,
        store,
        sequence,
        cacheBytes,
        durability,
        fields.natural("maxBytes"),
        fields.int32("leafLimit"),
        fields.int32("branchLimit"),
        fields.hasNext()
            ? fields.int32("compactWhileOpen")
            : TraceEvent.Opened.DEFAULT_MOVE_PERCENT);
  }

  private static TraceEvent operation(String name, Fields fields) {
    if (!OPERATIONS.contains(name)) {
      throw new IllegalArgumentException(
          "'" + Text.printable(name) + "' is not an event; engine/TRACE.md lists all");
    }
    int collection = fields.collection();
    return switch (name) {
      case "put" ->
          new TraceEvent.Put(collection, fields.integer("the key"), fields.integer("the value"));
      case "remove" -> new TraceEvent.Remove(collection, fields.integer("the key"));
      case "remove-range" ->
          new TraceEvent.RemoveRange(
              collection, fields.integer("the first key"), fields.integer("the last key"));
      case "put-bytes" ->
          new TraceEvent.PutBytes(collection, fields.bytes("the key"), fields.bytes("the value"));
      case "remove-bytes" -> new TraceEvent.RemoveBytes(collection, fields.bytes("the key"));
      case "remove-bytes-range" ->
          new TraceEvent.RemoveBytesRange(
              collection,
              fields.bytes("the first key"),
              fields.hasNext() ? fields.bytes("the end") : null);
      case "value" ->
          new TraceEvent.Value(
              collection, fields.bytes("the key"), fields.number("the length of the value"));
      case "clear" -> new TraceEvent.Clear(collection);
      case "drop" -> new TraceEvent.Drop(collection);
      case "create" -> new TraceEvent.Create(collection, fields.type(), fields.name());
      case "rename" -> new TraceEvent.Rename(collection, fields.name());
      default ->
          new TraceEvent.Describe(
              collection,
              fields.upTo(MAX_CODEC, "the codec of the keys"),
              fields.upTo(MAX_CODEC, "the codec of the values"),
              fields.tail());
    };
  }

  private static final List<String> OPERATIONS =
      List.of(
          "put",
          "remove",
          "remove-range",
          "put-bytes",
          "remove-bytes",
          "remove-bytes-range",
          "value",
          "clear",
          "create",
          "describe",
          "drop",
          "rename");

  /** Returns whether a text is the name of a type, not the number of an unknown one. */
  private static boolean isType(String text) {
    return text.matches("[a-z]+");
  }

  /** Writes the operation on which it is called. */
  private static final class Line implements OperationReader.Target {
    private final Output out;
    private int collection;

    Line(Output out) {
      this.out = out;
    }

    Line begin(String name) {
      out.ascii(name + "\t" + Integer.toUnsignedString(collection));
      return this;
    }

    Line field(long number) {
      out.ascii("\t" + number);
      return this;
    }

    Line field(byte[] bytes) {
      out.put('\t');
      Notation.UTF8.write(bytes, bytes.length, out);
      return this;
    }

    Line field(String name) {
      return field(name.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void select(int selected) {
      collection = selected;
    }

    @Override
    public void put(long key, long value) {
      begin("put").field(key).field(value);
    }

    @Override
    public void remove(long key) {
      begin("remove").field(key);
    }

    @Override
    public void removeRange(long from, long to) {
      begin("remove-range").field(from).field(to);
    }

    @Override
    public void putBytes(byte[] key, byte[] value) {
      begin("put-bytes").field(key).field(value);
    }

    @Override
    public void removeBytes(byte[] key) {
      begin("remove-bytes").field(key);
    }

    @Override
    public void removeBytesRange(byte[] from, byte @Nullable [] to) {
      begin("remove-bytes-range").field(from);
      if (to != null) {
        field(to);
      }
    }

    @Override
    public void clear() {
      begin("clear");
    }

    @Override
    public void create(int type, String name) {
      String named = CatalogueRecord.typeName(type);
      begin("create").field(isType(named) ? named : Integer.toString(type)).field(name);
    }

    @Override
    public void describe(int keyCodec, int valueCodec, byte[] tail) {
      begin("describe").field(keyCodec).field(valueCodec).field(tail);
    }

    @Override
    public void drop() {
      begin("drop");
    }

    @Override
    public void rename(String name) {
      begin("rename").field(name);
    }
  }

  /** Reads the fields of a line one after the other. */
  private static final class Fields {
    private final Iterator<String> fields;

    Fields(String line) {
      fields = Arrays.asList(line.split("\t", -1)).iterator();
    }

    boolean hasNext() {
      return fields.hasNext();
    }

    String next(String what) {
      if (!fields.hasNext()) {
        throw new IllegalArgumentException(what + " is missing; tabs separate fields");
      }
      return fields.next();
    }

    void requireEnd() {
      if (fields.hasNext()) {
        throw new IllegalArgumentException("too many fields for the event");
      }
    }

    long integer(String what) {
      return integer(what, next(what));
    }

    private static long integer(String what, String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(what + " is not a 64-bit integer", e);
      }
    }

    long number(String what) {
      return number(what, next(what));
    }

    private static long number(String what, String text) {
      long number = integer(what, text);
      if (number < 0) {
        throw new IllegalArgumentException(what + " is negative");
      }
      return number;
    }

    int upTo(int most, String what) {
      return upTo(most, what, next(what));
    }

    private static int upTo(int most, String what, String text) {
      long number = number(what, text);
      if (number > most) {
        throw new IllegalArgumentException(what + " is more than " + most);
      }
      return (int) number;
    }

    int collection() {
      String what = "the collection";
      long number = number(what);
      if (number == 0 || number >>> Integer.SIZE != 0) {
        throw new IllegalArgumentException(what + " is not from 1 to 4294967295");
      }
      return (int) number;
    }

    /** Parses the name of a type, or the number of a type without a name. */
    int type() {
      String what = "the type";
      String text = next(what);
      for (int type = 0; type <= MAX_TYPE; type++) {
        if (isType(text) && text.equals(CatalogueRecord.typeName(type))) {
          return type;
        }
      }
      return upTo(MAX_TYPE, what, text);
    }

    byte[] bytes(String what) {
      return Notation.UTF8.read(what, next(what));
    }

    byte[] tail() {
      byte[] tail = bytes("the tail");
      if (tail.length > CatalogueRecord.MAX_TAIL) {
        throw new IllegalArgumentException(
            "the tail is longer than " + CatalogueRecord.MAX_TAIL + " bytes");
      }
      return tail;
    }

    String name() {
      byte[] encoded = bytes("the name");
      String name = new String(encoded, StandardCharsets.UTF_8);
      if (!Arrays.equals(CatalogueRecord.encodeName(name), encoded)) {
        throw new IllegalArgumentException("the name is not in UTF-8");
      }
      return name;
    }

    /** Parses a field that begins with its name. */
    String named(String name) {
      String what = name + "=";
      String field = next(what);
      if (!field.startsWith(what)) {
        throw new IllegalArgumentException(what + " is missing, found " + Text.printable(field));
      }
      return field.substring(what.length());
    }

    long natural(String name) {
      return number(name + "=", named(name));
    }

    int int32(String name) {
      return upTo(Integer.MAX_VALUE, name + "=", named(name));
    }

    UUID uuid(String name) {
      String text = named(name);
      // Java also accepts shorter forms.
      if (!text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
        throw new IllegalArgumentException(name + "= is not a UUID");
      }
      return UUID.fromString(text);
    }
  }
}
