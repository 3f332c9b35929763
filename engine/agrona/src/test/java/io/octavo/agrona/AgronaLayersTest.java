package io.octavo.agrona;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.octavo.LayersTest;

/** The rules of the engine for this module and all below it. */
@AnalyzeClasses(packages = "io.octavo", importOptions = LayersTest.MainClasses.class)
class AgronaLayersTest {
  @ArchTest static final ArchTests RULES = ArchTests.in(LayersTest.class);
}
