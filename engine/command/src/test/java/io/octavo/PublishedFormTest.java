package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** What the poms and notices say of each other, which no tool of the build compares. */
class PublishedFormTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path LICENSES = Path.of("src/main/licenses");

  /** Returns the texts of the elements that a path leads to. */
  private static List<String> texts(String pom, String path) throws Exception {
    try (InputStream in = Files.newInputStream(ROOT.resolve(pom))) {
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      NodeList nodes =
          (NodeList)
              XPathFactory.newInstance()
                  .newXPath()
                  .evaluate(path, document, XPathConstants.NODESET);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < nodes.getLength(); i++) {
        texts.add(nodes.item(i).getTextContent());
      }
      return texts;
    }
  }

  @Test
  void theNoticeNamesEveryLibraryInTheJarOfAllAndItsLicence() throws Exception {
    String notice = Files.readString(LICENSES.resolve("THIRD-PARTY.txt"));
    List<String> libraries =
        texts(
            "engine/command/pom.xml",
            "/project/dependencies/dependency[not(scope) and groupId != 'io.octavo']/artifactId");
    assertThat(libraries).contains("picocli", "progressbar", "jline-reader");
    assertThat(notice).contains(libraries).contains("jline-terminal");
    try (var files = Files.list(LICENSES)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        assertThat(texts("engine/command/pom.xml", "//transformer/file"))
            .contains("${project.basedir}/src/main/licenses/" + name);
        assertThat(notice).contains(name.equals("THIRD-PARTY.txt") ? "" : "licenses/" + name);
      }
    }
  }

  @Test
  void theBomNamesWhatIsPublishedInTheVersionOfTheBuild() throws Exception {
    assertThat(texts("engine/bom/pom.xml", "/project/version"))
        .isEqualTo(texts("pom.xml", "/project/version"));
    assertThat(texts("engine/bom/pom.xml", "/project/properties/octavo.home"))
        .isEqualTo(texts("pom.xml", "/project/properties/octavo.home"));
    List<String> published = new ArrayList<>();
    for (String module : texts("pom.xml", "/project/modules/module")) {
      String pom = module + "/pom.xml";
      if (texts(pom, "/project/properties/assembly.skipAssembly").contains("false")) {
        published.addAll(texts(pom, "/project/artifactId"));
      }
    }
    assertThat(texts("engine/bom/pom.xml", "//dependencyManagement//artifactId"))
        .hasSize(6)
        .containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void theWrapperChecksWhatItLoads() throws Exception {
    Properties wrapper = new Properties();
    try (InputStream in =
        Files.newInputStream(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"))) {
      wrapper.load(in);
    }
    assertThat(wrapper.getProperty("distributionSha256Sum")).matches("[0-9a-f]{64}");
  }
}
