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
  /** The scripts of a page, each after those that it needs. */
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
   * Makes a self-contained page of HTML.
   *
   * @param title its title
   * @param data the data for its script, as JSON
   */
  static String html(String title, String data) {
    return text("picture.html")
        .replace("<!--title-->", Svg.escape(title))
        .replace("/*style*/", text("palette.css") + text("picture.css") + text("html.css"))
        .replace("/*data*/", packed(data))
        .replace("/*script*/", SCRIPTS.stream().map(Resources::text).collect(joining("\n")));
  }

  /**
   * Compresses text to a form without characters of HTML markup.
   *
   * @return the text compressed by zlib, in base64, which the script unpacks
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
