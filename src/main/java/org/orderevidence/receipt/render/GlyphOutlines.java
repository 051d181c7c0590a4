package org.orderevidence.receipt.render;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.GeneralPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphData;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * The outlines of the characters of a font, for text in pictures. The text of a picture is drawn and not written, because
 * a reader reads the description of the picture.
 */
final class GlyphOutlines {
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
                    character, new Glyph(data == null ? new GeneralPath() : data.getPath(), font.getAdvanceWidth(id)));
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
                        glyph.outline().createTransformedShape(new AffineTransform(scale, 0, 0, -scale, at, y)), false);
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
