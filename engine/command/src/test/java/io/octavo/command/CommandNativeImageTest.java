package io.octavo.command;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.command.web.Resources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A native image of the command has the classes that picocli reaches by name, and the files of its
 * pages: picocli's annotation processor names most of the former, {@code reflect-config.json} those
 * of the JDK, {@code resource-config.json} the latter.
 */
class CommandNativeImageTest {
  private static final String OWN = "/META-INF/native-image/io.octavo/octavo-command/";
  private static final String GENERATED =
      "/META-INF/native-image/picocli-generated/io.octavo/octavo-command/";

  private final Map<String, Map<?, ?>> named = new TreeMap<>();
  private final List<CommandSpec> commands = commands(command());

  private static CommandLine command() {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return Main.command(new Streams(InputStream.nullInputStream(), nowhere, nowhere, Screen.NONE));
  }

  private static List<CommandSpec> commands(CommandLine line) {
    return Stream.concat(
            Stream.of(line.getCommandSpec()),
            line.getSubcommands().values().stream().flatMap(below -> commands(below).stream()))
        .toList();
  }

  @BeforeEach
  void readTheMetadata() throws IOException {
    for (String directory : List.of(OWN, GENERATED)) {
      for (Object entry : (List<?>) json(directory + "reflect-config.json")) {
        Map<?, ?> type = (Map<?, ?>) entry;
        named.put((String) type.get("name"), type);
      }
    }
  }

  private static Object json(String resource) throws IOException {
    try (InputStream in = CommandNativeImageTest.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return new JsonReader(new String(in.readAllBytes(), StandardCharsets.UTF_8)).document();
    }
  }

  /** The classes of commands, mixins and providers of versions, and their superclasses. */
  private Set<Class<?>> reflected() {
    return commands.stream()
        .flatMap(
            spec ->
                Stream.concat(
                    Stream.of(spec.userObject(), spec.versionProvider()),
                    spec.mixins().values().stream().map(CommandSpec::userObject)))
        .filter(Objects::nonNull)
        .flatMap(
            object ->
                Stream.<Class<?>>iterate(object.getClass(), Class::getSuperclass)
                    .takeWhile(type -> type != Object.class))
        .filter(type -> type.getName().startsWith("io.octavo."))
        .collect(toCollection(LinkedHashSet::new));
  }

  @Test
  void everyCommandIsNamedWithItsMembers() {
    Set<Class<?>> reflected = reflected();
    assertThat(reflected).hasSizeGreaterThan(40);
    for (Class<?> type : reflected) {
      Map<?, ?> entry = named.get(type.getName());
      assertThat(entry).as(type.getName()).isNotNull();
      assertThat(entry.get("allDeclaredConstructors")).isEqualTo(true);
      assertThat(entry.get("allDeclaredMethods")).isEqualTo(true);
      Set<String> set =
          Arrays.stream(type.getDeclaredFields())
              .filter(CommandNativeImageTest::isSetByPicocli)
              .map(Field::getName)
              .collect(toCollection(TreeSet::new));
      assertThat(fields(entry)).as(type.getName()).containsAll(set);
    }
  }

  private static boolean isSetByPicocli(Field field) {
    return Arrays.stream(field.getAnnotations())
        .anyMatch(annotation -> annotation.annotationType().getName().startsWith("picocli."));
  }

  private static List<String> fields(Map<?, ?> entry) {
    return list(entry, "fields").stream().map(field -> (String) field.get("name")).toList();
  }

  private static List<Map<?, ?>> list(Map<?, ?> entry, String key) {
    List<?> list = entry.get(key) instanceof List<?> there ? there : List.of();
    return list.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
  }

  @Test
  void whatIsNamedIsThere() throws ReflectiveOperationException {
    for (String name : named.keySet()) {
      Class<?> type = Class.forName(name);
      for (String field : fields(named.get(name))) {
        assertThat(type.getDeclaredField(field)).isNotNull();
      }
      for (Map<?, ?> method : list(named.get(name), "methods")) {
        List<?> types = (List<?>) method.get("parameterTypes");
        assertThat(members(type, (String) method.get("name")))
            .as(name + ": " + method)
            .anyMatch(member -> types.equals(typeNames(member)));
      }
    }
  }

  private static List<? extends Executable> members(Class<?> type, String name) {
    return name.equals("<init>")
        ? List.of(type.getConstructors())
        : Arrays.stream(type.getMethods()).filter(each -> each.getName().equals(name)).toList();
  }

  private static List<String> typeNames(Executable member) {
    return Arrays.stream(member.getParameterTypes()).map(Class::getTypeName).toList();
  }

  /**
   * Numbers, strings and enums picocli converts by code, others by methods that it finds by name.
   */
  @Test
  void everyTypeOfAnOptionIsConverted() {
    Set<String> types =
        commands.stream()
            .flatMap(spec -> spec.args().stream())
            .flatMap(CommandNativeImageTest::types)
            .filter(type -> !type.isPrimitive() && !type.isEnum())
            .map(Class::getName)
            .filter(name -> !name.startsWith("java.lang.") && !name.startsWith("java.util."))
            .collect(toCollection(TreeSet::new));
    assertThat(types).contains("java.nio.file.Path").allMatch(named::containsKey);
  }

  private static Stream<Class<?>> types(ArgSpec arg) {
    return Stream.concat(Stream.of(arg.type()), Arrays.stream(arg.auxiliaryTypes()))
        .map(type -> type.isArray() ? type.getComponentType() : type);
  }

  @Test
  void everyFileOfThePagesIsIncluded() throws IOException, URISyntaxException {
    Map<?, ?> resources =
        (Map<?, ?>) ((Map<?, ?>) json(OWN + "resource-config.json")).get("resources");
    List<String> patterns =
        ((List<?>) resources.get("includes"))
            .stream().map(include -> (String) ((Map<?, ?>) include).get("pattern")).toList();
    Path html = Path.of(Resources.class.getResource("/io/octavo/command/web/picture.html").toURI());
    Path classes = html.toAbsolutePath().resolve("../../../../..").normalize();
    try (Stream<Path> files = Files.walk(classes.resolve("io"))) {
      List<String> names =
          files
              .filter(Files::isRegularFile)
              .map(file -> classes.relativize(file).toString().replace('\\', '/'))
              .filter(name -> !name.endsWith(".class"))
              .toList();
      assertThat(names).anyMatch(name -> name.endsWith("picture/palette.css"));
      assertThat(names)
          .allSatisfy(name -> assertThat(patterns).anyMatch(pattern -> name.matches(pattern)));
    }
  }
}
