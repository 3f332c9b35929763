package io.octavo.command.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.survey.PageTable.Use;
import io.octavo.command.web.Resources;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a picture shows side by side has colours that a person distinguishes. */
class PaletteTest {
  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{ fill: #([0-9a-f]{6}); }");
  private static final Pattern STYLE = Pattern.compile("\\.([a-z0-9-]+)");

  /** The least distance of two colours in Oklab, of which 0.02 is just noticed. */
  private static final double LEAST = 0.055;

  /** Uses that keep their colours where colours show something else than the kind. */
  private static final List<Use> PLAIN =
      List.of(Use.FREE, Use.RING, Use.DAMAGED, Use.UNREACHED, Use.MISSING, Use.OTHER);

  @Test
  void noTwoKindsOfBytesOrPagesLookAlikeInEitherTheme() {
    String css = Resources.text("picture/palette.css");
    int dark = css.indexOf("@media");
    for (String theme : List.of(css.substring(0, dark), css.substring(dark))) {
      Map<String, double[]> colours = colours(theme);
      Stream<String> roles =
          Arrays.stream(Role.values())
              .filter(role -> role != Role.NOTE)
              .map(role -> "r-" + Palette.name(role));
      assertDistinct(colours, roles);
      assertDistinct(colours, styles(Arrays.asList(Use.values())));
      assertDistinct(
          colours,
          Stream.concat(Stream.concat(steps("m-"), styles(List.of(Use.META))), styles(PLAIN)));
      assertDistinct(colours, Stream.concat(steps("fill-"), styles(PLAIN)));
      assertDistinct(colours, Stream.concat(steps("age-"), styles(PLAIN)));
      assertDistinct(colours, bytesOfMaps());
    }
  }

  /** Returns the styles of the picture of the bytes of a map, which the script names. */
  private static Stream<String> bytesOfMaps() {
    String script = Resources.text("picture/overview.js");
    int from = script.indexOf("const roles = [");
    String roles = script.substring(from, script.indexOf("];", from));
    return Pattern.compile("'([ru]-[a-z-]+)'").matcher(roles).results().map(one -> one.group(1));
  }

  private static Stream<String> styles(List<Use> uses) {
    return uses.stream().map(use -> "u-" + Palette.style(use));
  }

  private static Stream<String> steps(String name) {
    return IntStream.range(0, 10).mapToObj(step -> name + step);
  }

  private static void assertDistinct(Map<String, double[]> colours, Stream<String> names) {
    List<String> all = names.toList();
    assertThat(all).hasSizeGreaterThan(9).doesNotHaveDuplicates();
    assertThat(colours).containsKeys(all.toArray(new String[0]));
    for (String one : all) {
      for (String other : all.subList(0, all.indexOf(one))) {
        assertThat(distance(colours.get(one), colours.get(other)))
            .as("%s and %s", one, other)
            .isGreaterThan(LEAST);
      }
    }
  }

  private static double distance(double[] one, double[] other) {
    return Math.sqrt(IntStream.range(0, 3).mapToDouble(i -> Math.pow(one[i] - other[i], 2)).sum());
  }

  private static Map<String, double[]> colours(String css) {
    Map<String, double[]> colours = new HashMap<>();
    Matcher rules = RULE.matcher(css);
    while (rules.find()) {
      double[] colour = oklab(Integer.parseInt(rules.group(2), 16));
      STYLE.matcher(rules.group(1)).results().forEach(name -> colours.put(name.group(1), colour));
    }
    return colours;
  }

  /** Returns the place of a colour in Oklab: https://bottosson.github.io/posts/oklab. */
  private static double[] oklab(int rgb) {
    double r = linear(rgb >> 16);
    double g = linear(rgb >> 8 & 0xFF);
    double b = linear(rgb & 0xFF);
    double l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return new double[] {
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    };
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  @Test
  void noTwoKindsHaveOneColourInATerminal() {
    assertThat(Arrays.stream(Role.values()).filter(role -> role != Role.NOTE).map(Palette::colour))
        .doesNotHaveDuplicates();
    assertThat(Arrays.stream(Use.values()).map(Use::colour)).doesNotHaveDuplicates();
  }
}
