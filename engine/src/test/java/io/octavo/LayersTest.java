package io.octavo;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.ENUMS;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.RECORDS;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Imports go down only, and each dangerous thing has one place. */
@AnalyzeClasses(packages = "io.octavo", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  /** They use a replay, and so stand above the store whose package they are in. */
  private static final DescribedPredicate<JavaClass> CHECKS_OF_TRACES =
      nameMatching("io\\.octavo\\.(TraceCheck|FailingTrace)(\\$.*)?").forSubtype();

  @ArchTest
  static final ArchRule IMPORTS_GO_DOWN =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("tool")
          .definedBy("io.octavo.tool")
          .layer("replay")
          .definedBy("io.octavo.replay")
          .layer("api")
          .definedBy("io.octavo")
          .layer("view")
          .definedBy("io.octavo.view")
          .layer("posting")
          .definedBy("io.octavo.posting")
          .layer("codec")
          .definedBy("io.octavo.codec")
          .layer("tree")
          .definedBy("io.octavo.tree")
          .layer("pager")
          .definedBy("io.octavo.pager")
          .layer("trace")
          .definedBy("io.octavo.trace")
          .layer("file")
          .definedBy("io.octavo.file")
          .layer("event")
          .definedBy("io.octavo.event")
          .layer("error")
          .definedBy("io.octavo.error")
          .layer("page")
          .definedBy("io.octavo.page")
          .layer("packed")
          .definedBy("io.octavo.packed")
          .layer("memory")
          .definedBy("io.octavo.memory")
          .whereLayer("tool")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("tool")
          .whereLayer("api")
          .mayOnlyBeAccessedByLayers("tool", "replay")
          .whereLayer("view")
          .mayOnlyAccessLayers("codec")
          .whereLayer("posting")
          .mayOnlyAccessLayers("tree", "page", "packed", "memory")
          .whereLayer("codec")
          .mayOnlyAccessLayers("error")
          .whereLayer("tree")
          .mayOnlyBeAccessedByLayers("tool", "replay", "api", "posting")
          .whereLayer("pager")
          .mayOnlyBeAccessedByLayers("tool", "replay", "api", "tree")
          .whereLayer("trace")
          .mayOnlyBeAccessedByLayers("tool", "replay", "api", "pager")
          .whereLayer("file")
          .mayOnlyBeAccessedByLayers("tool", "replay", "api", "tree", "pager")
          .whereLayer("error")
          .mayOnlyBeAccessedByLayers(
              "tool", "replay", "api", "codec", "tree", "pager", "trace", "file")
          .whereLayer("event")
          .mayNotAccessAnyLayer()
          .whereLayer("error")
          .mayNotAccessAnyLayer()
          .whereLayer("page")
          .mayOnlyAccessLayers("packed", "memory")
          .whereLayer("packed")
          .mayOnlyAccessLayers("memory")
          .whereLayer("memory")
          .mayNotAccessAnyLayer()
          .ignoreDependency(CHECKS_OF_TRACES, resideInAPackage("io.octavo.replay"));

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices()
          .matching("io.(**)")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(CHECKS_OF_TRACES, resideInAPackage("io.octavo.replay"));

  @ArchTest
  static final ArchRule THE_ENGINE_HAS_ONE_DOOR_TO_THE_STORE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.replay")
          .and()
          .doNotHaveFullyQualifiedName(EngineAccess.class.getName())
          .should()
          .dependOnClassesThat()
          .areAssignableTo(EngineAccess.class)
          .because("what a replay may do with a store, no other package has to");

  @ArchTest
  static final ArchRule RAW_MEMORY_HAS_ONE_DOOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.memory")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.lang\\.invoke\\.(VarHandle|MethodHandles)(\\$.*)?|sun\\.misc\\.Unsafe"
                  + "|jdk\\.internal\\..*|java\\.lang\\.foreign\\..*")
          .because("one class is enough to review for memory safety");

  @ArchTest
  static final ArchRule CHANNELS_BELONG_TO_FILES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.file")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.nio.channels..")
          .because("an interrupt closes a channel, and only ChannelFile opens it again");

  @ArchTest
  static final ArchRule STORES_ARE_OPENED_NOT_CONSTRUCTED =
      constructors()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage("io.octavo", "io.octavo.codec", "io.octavo.replay")
          .and()
          .areDeclaredInClassesThat()
          .areTopLevelClasses()
          .and()
          .areDeclaredInClassesThat(not(RECORDS).and(not(ENUMS)))
          .should()
          .notBePublic()
          .because("a public constructor is a promise that cannot be taken back");

  @ArchTest
  static final ArchRule PACKAGES_ARE_NAMED_FOR_WHAT_THEY_HOLD =
      noClasses()
          .should()
          .resideInAnyPackage("..internal..", "..impl..", "..util..", "..utils..", "..common..")
          .because("such a name says nothing about what belongs there");
}
