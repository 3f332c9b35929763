package io.octavo.command.web;

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
public final class Resources {
  /**
   * A kind of pages.
   *
   * @param styles its style sheets
   * @param scripts its scripts, each after those that it needs
   * @param policy what else the page may load
   */
  public record Kind(List<String> styles, List<String> scripts, String policy) {
    /** The policy of a page that asks the server that it comes from. */
    public static final String SERVED = "; connect-src 'self'; img-src data:";
  }

  private Resources() {}

  /** Returns the text of a file, which is named below the package of the command. */
  public static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream("/io/octavo/command/" + name)) {
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
  public static String html(Kind kind, String title, String data) {
    return text("web/picture.html")
        .replace("<!--connect-->", kind.policy)
        .replace("<!--title-->", escape(title))
        .replace("/*style*/", all(kind.styles))
        .replace("/*data*/", packed(data.getBytes(StandardCharsets.UTF_8)))
        .replace("/*script*/", text("web/parts.js") + "\n" + all(kind.scripts));
  }

  private static String all(List<String> names) {
    return names.stream().map(Resources::text).collect(joining("\n"));
  }

  /**
   * Compresses bytes to a form without characters of HTML markup.
   *
   * @return the bytes compressed by zlib, in base64, which the script unpacks
   */
  public static String packed(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        new DeflaterOutputStream(bytes, new Deflater(Deflater.DEFAULT_COMPRESSION))) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Escapes text for XML, and replaces characters that XML cannot contain. */
  public static String escape(String raw) {
    StringBuilder safe = new StringBuilder();
    raw.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                default -> {
                  boolean isText = c == '\n' || (c >= ' ' && !isForbidden(c));
                  safe.appendCodePoint(isText ? c : 0xFFFD);
                }
              }
            });
    return safe.toString();
  }

  private static boolean isForbidden(int c) {
    boolean isNoCharacter = c >= 0xFFFE && c <= 0xFFFF;
    return Character.isISOControl(c)
        || Character.getType(c) == Character.SURROGATE
        || isNoCharacter;
  }
}
