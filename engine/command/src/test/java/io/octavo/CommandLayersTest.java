package io.octavo;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

/** The rules of the engine for the command and all below it. */
@AnalyzeClasses(packages = "io.octavo", importOptions = CommandLayersTest.MainClasses.class)
class CommandLayersTest {
  /** Leaves out the tests of the engine too, which may lie in a jar. */
  static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return new DoNotIncludeTests().includes(location) && !location.contains("-tests.jar");
    }
  }

  @ArchTest static final ArchTests RULES = ArchTests.in(LayersTest.class);
}
