/** Continuous profiles in stores of Octavo, and the formats of profilers. */
module io.octavo.profile {
  requires transitive io.octavo;
  requires static org.jspecify;
  requires jdk.jfr;

  exports io.octavo.profile;
  exports io.octavo.profile.exports;
  exports io.octavo.profile.imports;
}
