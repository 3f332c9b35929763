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

/** Files that the command has with it, and pages made of them. */
final class Resources {
  /** The scripts of a page, in the order in which they need each other. */
  private static final List<String> SCRIPTS =
      List.of("bytes.js", "tree.js", "view.js", "overview.js", "tiles.js", "picture.js");

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
   * Makes a page of HTML that needs nothing else.
   *
   * @param title its title
   * @param data what its script shows, as JSON
   */
  static String html(String title, String data) {
    return text("picture.html")
        .replace("<!--title-->", Svg.escape(title))
        .replace("/*style*/", text("palette.css") + text("picture.css") + text("html.css"))
        .replace("/*data*/", packed(data))
        .replace("/*script*/", SCRIPTS.stream().map(Resources::text).collect(joining("\n")));
  }

  /**
   * Packs text so that it is short and nothing in it can be taken for HTML.
   *
   * @return what the script unpacks: base64 of what zlib made of the text
   */
  static String packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        new DeflaterOutputStream(bytes, new Deflater(Deflater.DEFAULT_COMPRESSION))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
