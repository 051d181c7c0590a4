package org.orderevidence.receipt.render;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.fontbox.ttf.OTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * The fonts in PDFs: DejaVu Sans for Latin, Greek, Cyrillic and a few more scripts, and those that the operator adds.
 *
 * @param added fonts for characters that the first two do not have, in the order in which they are asked
 */
@SuppressWarnings("ArrayRecordComponent") // Fonts are megabytes, and are compared by no one.
public record PdfFonts(byte[] regular, byte[] bold, List<byte[]> added) {
    private static final String FOLDER = "/net/sf/jasperreports/fonts/dejavu/";

    /** Positions in the directory of tables at the start of a font. */
    private static final int TABLE_COUNT_AT = 4;

    private static final int FIRST_ENTRY_AT = 12;
    private static final int ENTRY_BYTES = 16;
    private static final String SUBSTITUTIONS = "GSUB";

    /** Most bytes of a font; fonts of Chinese, Japanese and Korean have up to 20 MB. */
    private static final long MAX_BYTES = 32L * 1024 * 1024;

    /** A font cannot be used. The message names the file and the reason. */
    public static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        private Unusable(Path file, String reason) {
            super(file + " " + reason);
        }
    }

    public static PdfFonts own() {
        return new PdfFonts(
                withoutLigatures(PageHtml.packed(FOLDER + "DejaVuSans.ttf")),
                withoutLigatures(PageHtml.packed(FOLDER + "DejaVuSans-Bold.ttf")),
                List.of());
    }

    /**
     * Returns the fonts of the program and the fonts of the operator.
     *
     * @param files TrueType or OpenType fonts
     * @throws Unusable if one of them cannot be read, or may not be embedded
     */
    public static PdfFonts with(List<Path> files) throws Unusable {
        List<byte[]> added = new ArrayList<>();
        for (Path file : files) {
            added.add(read(file));
        }
        PdfFonts own = own();
        return new PdfFonts(own.regular, own.bold, added);
    }

    private static byte[] read(Path file) throws Unusable {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new Unusable(file, "has more than " + MAX_BYTES / (1024 * 1024) + " MB");
            }
            byte[] bytes = Files.readAllBytes(file);
            // A font that cannot be read is refused at the start, and not when the first PDF needs it.
            try (TrueTypeFont font = new OTFParser(true).parse(new RandomAccessReadBuffer(bytes))) {
                if (font.getUnicodeCmapLookup() == null) {
                    throw new Unusable(file, "has no table of Unicode characters");
                }
            }
            return bytes;
        } catch (IOException unreadable) {
            throw new Unusable(file, "cannot be read as a TrueType or OpenType font");
        }
    }

    /**
     * Hides the table of glyph substitutions, with which the PDF library replaces "ff" by one glyph. A search for "coffee"
     * would not find that glyph, and a copy would not have the letters.
     */
    private static byte[] withoutLigatures(byte[] font) {
        int tables = Short.toUnsignedInt(ByteBuffer.wrap(font).getShort(TABLE_COUNT_AT));
        for (int i = 0; i < tables; i++) {
            int entry = FIRST_ENTRY_AT + i * ENTRY_BYTES;
            if (new String(font, entry, SUBSTITUTIONS.length(), StandardCharsets.US_ASCII).equals(SUBSTITUTIONS)) {
                // No reader knows a table of this name.
                font[entry] = 'x';
            }
        }
        return font;
    }
}
