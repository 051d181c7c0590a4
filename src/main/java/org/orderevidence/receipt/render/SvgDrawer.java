package org.orderevidence.receipt.render;

import com.openhtmltopdf.css.parser.FSRGBColor;
import com.openhtmltopdf.css.style.CssContext;
import com.openhtmltopdf.extend.FSSupplier;
import com.openhtmltopdf.extend.OutputDevice;
import com.openhtmltopdf.extend.SVGDrawer;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.render.Box;
import com.openhtmltopdf.render.RenderingContext;
import java.awt.BasicStroke;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.GeneralPath;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphData;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Draws the SVG of timelines into PDFs: rectangles, lines, circles, polygons and text with presentation attributes. It
 * supports no other element, so no picture can load or run anything.
 */
record SvgDrawer(GlyphOutlines regular, GlyphOutlines bold) implements SVGDrawer {
    private static final double DEFAULT_FONT_SIZE = 12;
    private static final double FALLBACK_SIZE = 18;

    @Override
    public SVGImage buildSVGImage(
            Element svg, Box box, CssContext css, double cssWidth, double cssHeight, double dotsPerPixel) {
        double width = cssWidth > 0 ? cssWidth / dotsPerPixel : number(svg, "width", FALLBACK_SIZE);
        double height = cssHeight > 0 ? cssHeight / dotsPerPixel : number(svg, "height", FALLBACK_SIZE);
        return new Picture(this, svg, width, height, dotsPerPixel);
    }

    @Override
    public void importFontFaceRules(
            java.util.List<com.openhtmltopdf.css.sheet.FontFaceRule> rules,
            com.openhtmltopdf.layout.SharedContext context) {
        // Text is drawn with the outlines of the fonts of the program.
    }

    @Override
    public void addFontFile(File file, String family, Integer weight, FontStyle style) {
        // As above.
    }

    @Override
    public void addFontStream(FSSupplier<InputStream> font, String family, Integer weight, FontStyle style) {
        // As above.
    }

    @Override
    public void close() {
        // It holds nothing.
    }

    private record Picture(SvgDrawer fonts, Element svg, double width, double height, double dotsPerPixel)
            implements SVGImage {
        @Override
        public int getIntrinsicWidth() {
            return (int) Math.round(width * dotsPerPixel);
        }

        @Override
        public int getIntrinsicHeight() {
            return (int) Math.round(height * dotsPerPixel);
        }

        @Override
        public void drawSVG(OutputDevice device, RenderingContext context, double x, double y) {
            AffineTransform toDots = new AffineTransform(dotsPerPixel, 0, 0, dotsPerPixel, x, y);
            children(svg, device, toDots, 0, 0);
        }

        private void children(Element parent, OutputDevice device, AffineTransform toDots, double x, double y) {
            for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
                if (node instanceof Element element && element.getTagName().equals("svg")) {
                    children(element, device, toDots, x + length(element, "x"), y + length(element, "y"));
                } else if (node instanceof Element element) {
                    Shape shape = shape(element, x, y);
                    if (shape != null) {
                        paint(element, shape, device, toDots);
                    }
                }
            }
        }

        /** Titles are not drawn. */
        private @Nullable Shape shape(Element element, double x, double y) {
            double radius = length(element, "r");
            return switch (element.getTagName()) {
                case "rect" ->
                    new Rectangle2D.Double(
                            x + length(element, "x"),
                            y + length(element, "y"),
                            length(element, "width"),
                            length(element, "height"));
                case "line" ->
                    new Line2D.Double(
                            x + length(element, "x1"),
                            y + length(element, "y1"),
                            x + length(element, "x2"),
                            y + length(element, "y2"));
                case "circle" -> new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
                case "polygon" -> path(element, x, y, true);
                case "polyline" -> path(element, x, y, false);
                case "text" -> text(element, x, y);
                default -> null;
            };
        }

        private Shape text(Element element, double x, double y) {
            boolean isBold = element.getAttribute("font-weight").equals("bold");
            GlyphOutlines font = isBold ? fonts.bold : fonts.regular;
            double size = number(element, "font-size", DEFAULT_FONT_SIZE);
            String text = element.getTextContent();
            double shift = switch (element.getAttribute("text-anchor")) {
                case "middle" -> font.width(text, size) / 2;
                case "end" -> font.width(text, size);
                default -> 0;
            };
            return font.of(text, x + length(element, "x") - shift, y + length(element, "y"), size);
        }

        private void paint(Element element, Shape shape, OutputDevice device, AffineTransform toDots) {
            FSRGBColor fill = colour(element.getAttribute("fill"));
            if (fill != null && !(shape instanceof Line2D)) {
                device.setColor(fill);
                device.fill(toDots.createTransformedShape(shape));
            }
            FSRGBColor stroke = colour(element.getAttribute("stroke"));
            if (stroke != null) {
                device.setColor(stroke);
                device.fill(toDots.createTransformedShape(stroke(element).createStrokedShape(shape)));
            }
        }

        /** Returns a length in pixels. Percentages are of the width of the picture. */
        private double length(Element element, String attribute) {
            String value = element.getAttribute(attribute);
            return value.endsWith("%")
                    ? width * Double.parseDouble(value.substring(0, value.length() - 1)) / 100
                    : number(element, attribute, 0);
        }
    }

    private static Path2D path(Element element, double x, double y, boolean closed) {
        Path2D path = new Path2D.Double();
        for (String point : element.getAttribute("points").split(" ", -1)) {
            int comma = point.indexOf(',');
            double px = x + Double.parseDouble(point.substring(0, comma));
            double py = y + Double.parseDouble(point.substring(comma + 1));
            if (path.getCurrentPoint() == null) {
                path.moveTo(px, py);
            } else {
                path.lineTo(px, py);
            }
        }
        if (closed) {
            path.closePath();
        }
        return path;
    }

    private static BasicStroke stroke(Element element) {
        float width = (float) number(element, "stroke-width", 1);
        String dashes = element.getAttribute("stroke-dasharray");
        if (dashes.isEmpty()) {
            return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER);
        }
        String[] lengths = dashes.split(" ", -1);
        float[] pattern = new float[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            pattern[i] = Float.parseFloat(lengths[i]);
        }
        return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, pattern, 0);
    }

    private static double number(Element element, String attribute, double otherwise) {
        String value = element.getAttribute(attribute);
        return value.isEmpty() || value.endsWith("%") ? otherwise : Double.parseDouble(value);
    }

    /** Returns a colour that is written as six hexadecimal digits; {@code null} if there is none. */
    private static @Nullable FSRGBColor colour(String text) {
        if (!text.startsWith("#")) {
            return null;
        }
        int rgb = Integer.parseInt(text.substring(1), 16);
        return new FSRGBColor(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
    }

    /**
     * The outlines of the characters of a font, for text in pictures. The text of a picture is drawn and not written, because
     * a reader reads the description of the picture.
     */
    static final class GlyphOutlines {
        private static final String CHARACTERS = printableAscii() + "\u2190\u2192";

        /**
         * A character of which everything is known.
         *
         * @param outline in units of the font; up is positive
         * @param advance width in units of the font
         */
        private record Glyph(GeneralPath outline, int advance) {}

        private final Map<Integer, Glyph> glyphs = new HashMap<>();
        private final double unitsPerEm;

        private GlyphOutlines(double unitsPerEm) {
            this.unitsPerEm = unitsPerEm;
        }

        static GlyphOutlines of(byte[] bytes) {
            try (TrueTypeFont font = new TTFParser(true).parse(new RandomAccessReadBuffer(bytes))) {
                GlyphOutlines outlines = new GlyphOutlines(font.getUnitsPerEm());
                CmapLookup table = font.getUnicodeCmapLookup();
                CHARACTERS.codePoints().forEach(c -> outlines.add(font, table, c));
                return outlines;
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        private void add(TrueTypeFont font, CmapLookup table, int character) {
            try {
                int id = table.getGlyphId(character);
                GlyphData data = font.getGlyph().getGlyph(id);
                glyphs.put(
                        character,
                        new Glyph(data == null ? new GeneralPath() : data.getPath(), font.getAdvanceWidth(id)));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        /** Returns the width of a text. Characters without outline have none. */
        double width(String text, double size) {
            return text.codePoints()
                            .mapToObj(glyphs::get)
                            .filter(java.util.Objects::nonNull)
                            .mapToInt(Glyph::advance)
                            .sum()
                    * size
                    / unitsPerEm;
        }

        /**
         * Returns the outline of a text.
         *
         * @param x left end
         * @param y baseline; down is positive
         */
        Shape of(String text, double x, double y, double size) {
            GeneralPath all = new GeneralPath();
            double scale = size / unitsPerEm;
            double at = x;
            for (int c : text.codePoints().toArray()) {
                Glyph glyph = glyphs.get(c);
                if (glyph != null) {
                    all.append(
                            glyph.outline().createTransformedShape(new AffineTransform(scale, 0, 0, -scale, at, y)),
                            false);
                    at += glyph.advance() * scale;
                }
            }
            return all;
        }

        private static String printableAscii() {
            StringBuilder all = new StringBuilder();
            for (char c = ' '; c <= '~'; c++) {
                all.append(c);
            }
            return all.toString();
        }
    }
}
