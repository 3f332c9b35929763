package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.octavo.command.Main;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of the engine for the command and all below it. */
@AnalyzeClasses(packages = "io.octavo", importOptions = LayersTest.MainClasses.class)
class CommandLayersTest {
  @ArchTest static final ArchTests RULES = ArchTests.in(LayersTest.class);

  /** On the module path only what is opened can be filled in; tests lie on the class path. */
  @ArchTest
  static void whatPicocliFillsInIsOpened(JavaClasses classes) throws URISyntaxException {
    Path command = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> opened =
        ModuleFinder.of(command)
            .find("io.octavo.command")
            .orElseThrow()
            .descriptor()
            .opens()
            .stream()
            .map(ModuleDescriptor.Opens::source)
            .collect(Collectors.toSet());
    Set<String> filledIn =
        classes.stream()
            .filter(
                type ->
                    Stream.<HasAnnotations<?>>concat(Stream.of(type), type.getMembers().stream())
                        .flatMap(place -> place.getAnnotations().stream())
                        .anyMatch(
                            annotation ->
                                annotation.getRawType().getPackageName().startsWith("picocli")))
            .map(JavaClass::getPackageName)
            .collect(Collectors.toSet());
    assertThat(opened).containsExactlyInAnyOrderElementsOf(filledIn);
  }
}
