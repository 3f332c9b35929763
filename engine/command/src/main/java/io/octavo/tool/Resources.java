package io.octavo.tool;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Files in the jar of the command, and pages of HTML made of them. */
final class Resources {
  /**
   * A kind of pages.
   *
   * @param styles its style sheets
   * @param scripts its scripts, each after those that it needs
   * @param policy what else the page may load
   */
  record Kind(List<String> styles, List<String> scripts, String policy) {
    private static final String SERVED = "; connect-src 'self'; img-src data:";

    /** A store, or a page of it. */
    static final Kind PICTURE =
        new Kind(
            List.of("palette.css", "picture.css", "html.css"),
            List.of("bytes.js", "tree.js", "view.js", "overview.js", "tiles.js", "picture.js"),
            "");

    /** Series, whose server the page asks. */
    static final Kind TIMELINE =
        new Kind(
            List.of("html.css", "timeline.css"),
            List.of(
                "served.js",
                "sight.js",
                "windows.js",
                "axis.js",
                "colours.js",
                "band.js",
                "brush.js",
                "hand.js",
                "timeline.js"),
            SERVED);

    /** A profile, whose server the page asks. */
    static final Kind PROFILE =
        new Kind(
            List.of("html.css", "timeline.css", "profile.css"),
            List.of(
                "served.js",
                "sight.js",
                "axis.js",
                "colours.js",
                "lists.js",
                "stacks.js",
                "frames.js",
                "brush.js",
                "strip.js",
                "flame.js",
                "symbols.js",
                "profile.js"),
            SERVED);
  }

  private Resources() {}

  static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes a self-contained page of HTML.
   *
   * @param title its title
   * @param data the data for its script, as JSON
   */
  static String html(Kind kind, String title, String data) {
    return text("picture.html")
        .replace("<!--connect-->", kind.policy)
        .replace("<!--title-->", Svg.escape(title))
        .replace("/*style*/", all(kind.styles))
        .replace("/*data*/", packed(data.getBytes(StandardCharsets.UTF_8)))
        .replace("/*script*/", text("parts.js") + "\n" + all(kind.scripts));
  }

  private static String all(List<String> names) {
    return names.stream().map(Resources::text).collect(joining("\n"));
  }

  /**
   * Compresses bytes to a form without characters of HTML markup.
   *
   * @return the bytes compressed by zlib, in base64, which the script unpacks
   */
  static String packed(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        new DeflaterOutputStream(bytes, new Deflater(Deflater.DEFAULT_COMPRESSION))) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
