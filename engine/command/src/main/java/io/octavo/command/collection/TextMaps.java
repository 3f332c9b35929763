package io.octavo.command.collection;

import io.octavo.CollectionType;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.text.Notation;
import io.octavo.page.meta.CodecName;
import io.octavo.page.meta.CodecNames;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the maps of a store, as text. */
public final class TextMaps {
  private static final CodecNames LONGS = new CodecNames("LONG", "LONG");
  private static final CodecNames BYTES = new CodecNames("BYTES", "BYTES");

  private TextMaps() {}

  /**
   * Finds a map that must exist.
   *
   * @param notation the requested notation, null if none
   */
  public static TextMap map(
      Transaction transaction, Path file, String map, @Nullable Notation notation) {
    Stores.requireName(map);
    TextMap found = anyMap(transaction, file, map, notation == null ? Notation.UTF8 : notation);
    requireNotation(found, notation);
    return found;
  }

  private static void requireNotation(TextMap found, @Nullable Notation notation) {
    if (notation != null && !found.takes(notation)) {
      String option = notation == Notation.UTF8 ? "--utf8 or --raw" : "--" + notation.label();
      throw Failure.wrongType(option, found.name(), found.contents(), "bytes; omit " + option);
    }
  }

  /** Finds a map that must exist. The notation is used if it is a map of byte strings. */
  public static TextMap anyMap(Transaction transaction, Path file, String map, Notation notation) {
    if (!transaction.exists(map)) {
      throw Stores.noMap(file, map, transaction.names());
    }
    CollectionType type = type(transaction, map);
    if (type == CollectionType.SERIES) {
      return SeriesTextMap.of(transaction, map);
    }
    return MapForm.of(type).map(map, notation, MapCodecs.of(transaction, map), false);
  }

  private static CollectionType type(Transaction transaction, String map) {
    CollectionType type = transaction.type(map);
    if (type == null) {
      throw new IllegalStateException("map " + map + " was there a moment ago");
    }
    return type;
  }

  /**
   * Finds a map to write, before the store is opened for writing or created.
   *
   * @param notation the requested notation, null if none
   * @param forNew the notation of a map that will be created; null if it will be a map of longs
   * @param codecs the requested codecs, {@link CodecNames#NONE} if none
   */
  public static TextMap mapToWrite(
      Path file,
      String map,
      @Nullable Notation notation,
      @Nullable Notation forNew,
      CodecNames codecs) {
    Stores.requireName(map);
    Notation form = notation == null ? Notation.UTF8 : notation;
    TextMap found = existing(file, map, form);
    if (found == null || !codecs.equals(CodecNames.NONE)) {
      TextMap made = make(map, forNew == null ? form : forNew, forNew == null, codecs);
      requireNotation(made, notation);
      return found == null ? made : requireCodecs(found, made, codecs);
    }
    requireNotation(found, notation);
    return writable(found);
  }

  /** A map of longs or of bytes has no codecs, but is that of a program with such codecs. */
  private static TextMap make(String map, Notation form, boolean isOfLongs, CodecNames codecs) {
    if (codecs.equals(LONGS) || (codecs.equals(CodecNames.NONE) && isOfLongs)) {
      return new LongTextMap(map, true);
    }
    CodecNames kept = codecs.equals(BYTES) ? CodecNames.NONE : codecs;
    return new BytesTextMap(map, form, kept, false);
  }

  /** Throws if a map that exists has other codecs than those that were asked for. */
  private static TextMap requireCodecs(TextMap found, TextMap made, CodecNames codecs) {
    CodecNames kept = found.codecs();
    boolean fits =
        found.form().equals(made.form())
            && isOpenedBy(made.codecs().key(), kept.key(), true)
            && isOpenedBy(made.codecs().value(), kept.value(), false);
    if (!fits) {
      throw new Failure(
          Failure.WRONG_TYPE,
          "map "
              + found.name()
              + " holds "
              + found.contents()
              + ", not keys of "
              + codecs.key()
              + " and values of "
              + codecs.value()
              + "; omit --keys and --values");
    }
    return made;
  }

  private static boolean isOpenedBy(String codec, String kept, boolean isKey) {
    CodecName.Relation relation = CodecName.compare(codec, kept, isKey);
    return relation == CodecName.Relation.SAME || relation == CodecName.Relation.EXTENSION;
  }

  /** Returns a map if the command can write it. Throws otherwise. */
  public static TextMap writable(TextMap found) {
    if (found instanceof BytesTextMap map) {
      map.requireWritable();
    }
    return found;
  }

  /** Finds a map. Returns null if the map or the store does not exist. */
  public static @Nullable TextMap existing(Path file, String map, Notation notation) {
    Stores.requireRegular(file);
    if (!Files.exists(file) || Stores.length(file) == 0) {
      return null;
    }
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      return transaction.exists(map) ? anyMap(transaction, file, map, notation) : null;
    }
  }
}
