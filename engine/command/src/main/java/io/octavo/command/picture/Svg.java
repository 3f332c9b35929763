package io.octavo.command.picture;

import io.octavo.command.web.Resources;
import java.util.Locale;

/** Builds a picture, with the colours of all pictures. */
final class Svg {
  /** The average width of a letter of the heading, with a margin. */
  private static final int HEAD_LETTER = 9;

  private final StringBuilder text = new StringBuilder();

  void open(String element, String attributes) {
    text.append('<').append(element).append(' ').append(attributes).append('>');
  }

  void close(String element) {
    text.append("</").append(element).append(">\n");
  }

  /** Adds a tooltip. */
  void title(String title) {
    text.append("<title>").append(Resources.escape(title)).append("</title>");
  }

  void rect(String styleClass, int x, int y, int width, int height) {
    text.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            styleClass,
            x,
            y,
            width,
            height));
  }

  void label(String styleClass, int x, int y, String label) {
    label(styleClass, x, y, label, "");
  }

  void label(String styleClass, int x, int y, String label, String attributes) {
    text.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%d\" y=\"%d\"%s>%s</text>%n",
            styleClass,
            x,
            y,
            attributes.isEmpty() ? "" : " " + attributes,
            Resources.escape(label)));
  }

  /** Adds the heading. The letters of a long heading are closer together. */
  void head(int x, int y, String title, int width) {
    boolean isLong = title.length() * HEAD_LETTER > width;
    String fitted = "textLength=\"" + width + "\" lengthAdjust=\"spacingAndGlyphs\"";
    label("head", x, y, title, isLong ? fitted : "");
  }

  /** Returns the whole picture. */
  String toDocument(int width, int height, String title) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
        + width
        + "\" height=\""
        + height
        + "\" viewBox=\"0 0 "
        + width
        + " "
        + height
        + "\">\n<title>"
        + Resources.escape(title)
        + "</title>\n<style>\n"
        + Resources.text("picture/palette.css")
        + Resources.text("picture/picture.css")
        + "</style>\n<rect class=\"ground\" width=\""
        + width
        + "\" height=\""
        + height
        + "\"/>\n"
        + text
        + "</svg>\n";
  }
}
