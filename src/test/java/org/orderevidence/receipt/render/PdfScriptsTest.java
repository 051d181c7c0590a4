package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;

/** Fonts and scripts of PDFs. */
class PdfScriptsTest {
    /** From Debian's package fonts-droid-fallback. */
    private static final Path CJK = Path.of("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf");

    @TempDir
    private Path folder;

    private static void assertShows(PdfFonts fonts, String name, String shown) {
        PdfRenderer renderer = new PdfRenderer(fonts);
        byte[] pdf = renderer.pdf(
                renderer.page(HostilePages.receiptOf(HostilePages.large(1, name), ReceiptView.CARDHOLDER)));

        PdfCheck.assertAccessible(pdf);
        String words = PdfCheck.words(pdf);
        assertTrue(words.contains("Item Quantity Price " + shown + " " + shown + " 1 19.99 USD"), words);
    }

    @ParameterizedTest
    @CsvSource({
        "Größe Łódź, Größe Łódź",
        "Coffee office fjord fluffy, Coffee office fjord fluffy",
        "Ελλάδα Москва, Ελλάδα Москва",
        "Tea 茶 cup, Tea # cup",
        "日本語 한국어, ### ###",
        "👩 हिन्दी, # ######",
        "ไทย, ###"
    })
    void aCharacterWithoutGlyphIsANumberSign(String name, String shown) {
        assertShows(PdfFonts.own(), name, shown);
    }

    @Test
    void aFontOfTheOperatorAddsChineseAndJapanese() throws Exception {
        // A font of the operator is no dependency of the build. .ci/run installs it, so it is tested there.
        assumeTrue(Files.exists(CJK), "apt-get install fonts-droid-fallback");
        PdfFonts fonts = PdfFonts.with(List.of(CJK));

        assertShows(fonts, "Tea 茶 cup", "Tea 茶 cup");
        assertShows(fonts, "日本語 한국어", "日本語 ###");
    }

    @ParameterizedTest
    @CsvSource({"שלום לכם, לכם שלום", "Tea שלום 12 שקל cup, Tea שקל 12 שלום cup"})
    void hebrewIsDrawnFromRightToLeft(String name, String wordsFromTheLeft) {
        PdfRenderer renderer = new PdfRenderer(PdfFonts.own());
        byte[] pdf = renderer.pdf(
                renderer.page(HostilePages.receiptOf(HostilePages.large(1, name), ReceiptView.CARDHOLDER)));

        PdfCheck.assertAccessible(pdf);
        // pdftotext marks words from right to left, and lists words as they stand on the line.
        String words = Texts.withoutDirectionControls(PdfCheck.words(pdf));
        assertTrue(words.contains("Price " + wordsFromTheLeft + " " + wordsFromTheLeft + " 1 19.99 USD"), words);
    }

    @ParameterizedTest
    @CsvSource({"שלום לכם", "دعاء محمد السلام", "شاي أخضر ٢٥٠ جم", "گچ پژو", "שָׁלוֹם مُحَمَّد"})
    void textFromRightToLeftIsDrawnAndAccessible(String name) {
        PdfRenderer renderer = new PdfRenderer(PdfFonts.own());
        byte[] pdf = renderer.pdf(
                renderer.page(HostilePages.receiptOf(HostilePages.large(1, name), ReceiptView.CARDHOLDER)));

        PdfCheck.assertAccessible(pdf);
        String words = PdfCheck.words(pdf);
        assertTrue(words.contains("1 19.99 USD Total 19.99 USD") && !words.contains("#"), words);
    }

    @Test
    void aFontOfTheOperatorIsAdded() throws Exception {
        byte[] font;
        try (InputStream packed =
                PdfFonts.class.getResourceAsStream("/net/sf/jasperreports/fonts/dejavu/DejaVuSerif.ttf")) {
            font = packed == null ? new byte[0] : packed.readAllBytes();
        }
        Path file = Files.write(folder.resolve("serif.ttf"), font);

        PdfFonts fonts = PdfFonts.with(List.of(file));

        assertEquals(1, fonts.added().size());
        assertArrayEquals(font, fonts.added().getFirst());
        PdfRenderer renderer = new PdfRenderer(fonts);
        assertTrue(renderer.page(HostilePages.receipt("x")).contains("font-family: 'DejaVu Sans', 'added 0';"));
        assertTrue(renderer.pdf(renderer.page(HostilePages.receipt("x"))).length > 10_000);
    }

    @Test
    void whatIsNoFontIsRefusedWithItsName() throws Exception {
        Path text = Files.writeString(folder.resolve("text.ttf"), "no font");
        Path missing = folder.resolve("missing.ttf");

        for (Path file : List.of(text, missing, folder)) {
            PdfFonts.Unusable refused = assertThrows(PdfFonts.Unusable.class, () -> PdfFonts.with(List.of(file)));
            assertEquals(file + " cannot be read as a TrueType or OpenType font", refused.getMessage());
        }
    }
}
