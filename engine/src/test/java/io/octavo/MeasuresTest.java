package io.octavo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints the measures of the main code: lines of each module, the fullest folder, the greatest
 * constructor, and for each package of page and engine how many floors its classes have. A class
 * stands one floor above the highest class of its package that it uses; classes that use each other
 * stand on one floor. {@code TidyTest}, {@code LayersTest} and {@code OnePutTest} hold the budgets.
 */
final class MeasuresTest {
  private static final List<String> MODULES =
      List.of(
          "page",
          "engine",
          "engine/agrona",
          "engine/profile",
          "engine/kafka",
          "engine/command",
          "engine/examples",
          "bench",
          "fuzz");

  @Test
  @EnabledIfSystemProperty(named = "octavo.measures", matches = "true")
  void measuresArePrinted() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    main(new String[] {root.toString()});
  }

  /**
   * Prints the measures.
   *
   * @param args the root of the repository
   * @throws IOException if it cannot be read
   */
  public static void main(String[] args) throws IOException {
    print(Path.of(args[0]), System.out);
  }

  private static void print(Path root, PrintStream out) throws IOException {
    out.println("| module | lines of main code |\n|---|---|");
    long sum = 0;
    Map<String, Long> folders = new TreeMap<>();
    for (String module : MODULES) {
      long lines = 0;
      for (Path source : sources(root.resolve(module).resolve("src/main/java"))) {
        lines += Files.readString(source, UTF_8).lines().count();
        folders.merge(root.relativize(source).getParent().toString(), 1L, Long::sum);
      }
      out.println("| " + module + " | " + lines + " |");
      sum += lines;
    }
    out.println("| all | " + sum + " |\n");
    Map.Entry<String, Long> fullest =
        folders.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    out.println("fullest folder: " + fullest.getKey() + ", " + fullest.getValue() + " files\n");
    JavaClasses classes =
        new ClassFileImporter()
            .importPaths(
                root.resolve("page/target/classes"), root.resolve("engine/target/classes"));
    int greatest =
        classes.stream()
            .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
            .flatMap(type -> type.getConstructors().stream())
            .mapToInt(constructor -> constructor.getRawParameterTypes().size())
            .max()
            .orElse(0);
    out.println("greatest constructor of page and engine: " + greatest + " parameters\n");
    printFloors(classes, out);
  }

  private static List<Path> sources(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static void printFloors(JavaClasses classes, PrintStream out) {
    Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
    for (JavaClass type : classes) {
      Set<String> used =
          packages
              .computeIfAbsent(type.getPackageName(), name -> new HashMap<>())
              .computeIfAbsent(outermost(type), name -> new HashSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .filter(target -> target.getPackageName().equals(type.getPackageName()))
          .map(MeasuresTest::outermost)
          .filter(target -> !target.equals(outermost(type)))
          .forEach(used::add);
    }
    out.println("| package | classes | floors | in cycles |\n|---|---|---|---|");
    packages.forEach(
        (name, graph) -> {
          Map<String, Set<String>> reached =
              graph.keySet().stream()
                  .collect(Collectors.toMap(type -> type, type -> reach(graph, type)));
          long inCycles =
              reached.entrySet().stream().filter(e -> e.getValue().contains(e.getKey())).count();
          int floors =
              graph.keySet().stream()
                  .map(type -> floor(graph, reached, type, new HashMap<>()))
                  .max(Comparator.naturalOrder())
                  .orElse(0);
          out.println(
              "| " + name + " | " + graph.size() + " | " + floors + " | " + inCycles + " |");
        });
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(MeasuresTest::outermost).orElse(type.getName());
  }

  /** Returns what a class uses, directly or not; itself only if it is in a cycle. */
  private static Set<String> reach(Map<String, Set<String>> graph, String type) {
    Set<String> reached = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(graph.get(type));
    while (!next.isEmpty()) {
      String used = next.pop();
      if (reached.add(used)) {
        next.addAll(graph.getOrDefault(used, Set.of()));
      }
    }
    return reached;
  }

  private static int floor(
      Map<String, Set<String>> graph,
      Map<String, Set<String>> reached,
      String type,
      Map<String, Integer> known) {
    Integer present = known.get(type);
    if (present != null) {
      return present;
    }
    int below = 0;
    for (String used : reached.get(type)) {
      boolean isCycle = reached.getOrDefault(used, Set.of()).contains(type);
      if (graph.containsKey(used) && !isCycle) {
        below = Math.max(below, floor(graph, reached, used, known));
      }
    }
    known.put(type, below + 1);
    return below + 1;
  }
}
