package io.octavo.command;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.error.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.completer.FileNameCompleter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completes the lines of the shell: verbs, options and their values, files and names of maps. */
@SuppressWarnings("deprecation") // the newer completer of files is in a jar of its own
final class ShellCompleter implements Completer {
  /** The labels of parameters that are files. */
  private static final Set<String> FILES = Set.of("INPUT", "OUT");

  private static final Set<String> MAPS = Set.of("MAP", "OLD", "DICT");

  private final Streams streams;
  private final Path store;
  private final Collection<String> others;
  private final Completer files = new FileNameCompleter();

  /**
   * Creates a completer.
   *
   * @param store the store of the shell
   * @param others words of the shell other than commands
   */
  ShellCompleter(Streams streams, Path store, Collection<String> others) {
    this.streams = streams;
    this.store = store;
    this.others = others;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    CommandLine command = Main.command(streams);
    if (line.wordIndex() == 0) {
      command.getSubcommands().keySet().forEach(verb -> add(verb, candidates));
      others.forEach(word -> add(word, candidates));
      return;
    }
    List<String> words = line.words().subList(0, line.wordIndex());
    int index = 0;
    while (index < words.size()) {
      CommandLine below = command.getSubcommands().get(words.get(index));
      if (below == null) {
        break;
      }
      command = below;
      index++;
    }
    if (index == 0) {
      return;
    }
    command.getSubcommands().keySet().forEach(verb -> add(verb, candidates));
    CommandSpec verb = command.getCommandSpec();
    OptionSpec before = valued(verb, words.get(words.size() - 1));
    if (before != null) {
      values(before, "", reader, line, candidates);
    } else if (line.word().startsWith("-")) {
      option(verb, reader, line, candidates);
    } else {
      int place = place(verb, words.subList(index, words.size()));
      for (PositionalParamSpec parameter : verb.positionalParameters()) {
        if (parameter.index().contains(place)) {
          values(parameter, "", reader, line, candidates);
        }
      }
    }
  }

  /** A line of one word, with the cursor at its end. */
  private record Word(String word) implements ParsedLine {
    @Override
    public int wordCursor() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word);
    }

    @Override
    public String line() {
      return word;
    }

    @Override
    public int cursor() {
      return word.length();
    }
  }

  private static void add(String word, List<Candidate> candidates) {
    candidates.add(new Candidate(word));
  }

  /** Returns the option of a word, if the next word is its value. */
  private static @Nullable OptionSpec valued(CommandSpec verb, String word) {
    OptionSpec option = verb.findOption(word);
    return option != null && option.arity().min() > 0 ? option : null;
  }

  /**
   * Returns the position of the next parameter; the store is the first parameter and is not typed.
   */
  private static int place(CommandSpec verb, List<String> words) {
    int place = verb.userObject() instanceof StoreVerb ? 1 : 0;
    for (int i = 0; i < words.size(); i++) {
      boolean isValue = i > 0 && valued(verb, words.get(i - 1)) != null;
      place += isValue || words.get(i).startsWith("-") ? 0 : 1;
    }
    return place;
  }

  private void option(
      CommandSpec verb, LineReader reader, ParsedLine line, List<Candidate> candidates) {
    int equals = line.word().indexOf('=');
    if (equals >= 0) {
      OptionSpec option = verb.findOption(line.word().substring(0, equals));
      if (option != null) {
        values(option, line.word().substring(0, equals + 1), reader, line, candidates);
      }
      return;
    }
    for (OptionSpec option : verb.options()) {
      if (!option.hidden()) {
        add(option.longestName(), candidates);
      }
    }
  }

  /**
   * Adds the possible values of an argument.
   *
   * @param head the text before it in the same word
   */
  private void values(
      ArgSpec argument,
      String head,
      LineReader reader,
      ParsedLine line,
      List<Candidate> candidates) {
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(value -> add(head + value, candidates));
    }
    String label = argument.paramLabel();
    if (argument.typeInfo().getType() == Path.class || FILES.contains(label)) {
      List<Candidate> found = new ArrayList<>();
      files.complete(reader, new Word(line.word().substring(head.length())), found);
      found.forEach(
          file ->
              candidates.add(
                  new Candidate(
                      head + file.value(), file.displ(), null, null, null, null, file.complete())));
    }
    if (MAPS.contains(label)) {
      maps().forEach(map -> add(head + map, candidates));
    }
    if (label.equals("COMMAND")) {
      Main.command(streams).getSubcommands().keySet().forEach(verb -> add(verb, candidates));
    }
  }

  /**
   * Returns the names of the maps; none if the store cannot be opened, which a command will report.
   */
  private Collection<String> maps() {
    try (Store opened = Stores.openToRead(store);
        Transaction transaction = opened.beginRead()) {
      return transaction.names();
    } catch (Failure | StoreException e) {
      return List.of();
    }
  }
}
