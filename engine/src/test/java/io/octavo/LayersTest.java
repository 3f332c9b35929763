package io.octavo;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Imports go down only. */
@AnalyzeClasses(packages = "io.octavo", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule IMPORTS_GO_DOWN =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("tool")
          .definedBy("io.octavo.tool")
          .layer("api")
          .definedBy("io.octavo")
          .layer("error")
          .definedBy("io.octavo.error")
          .layer("page")
          .definedBy("io.octavo.page", "io.octavo.packed", "io.octavo.memory")
          .whereLayer("tool")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("error")
          .mayNotAccessAnyLayer();
}
