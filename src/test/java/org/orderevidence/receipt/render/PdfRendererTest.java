package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.orderevidence.receipt.render.PdfCheck.assertAccessible;
import static org.orderevidence.receipt.render.PdfCheck.text;

import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;

/** Each PDF is judged by veraPDF, and its text by pdftotext. */
@Tag("slow")
class PdfRendererTest {
    private static final PdfRenderer RENDERER = new PdfRenderer(PdfFonts.own());
    /** From Debian's package fonts-droid-fallback. */
    private static final Path CJK = Path.of("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf");

    @TempDir
    private Path folder;

    private static byte[] receipt(String text) {
        return RENDERER.pdf(RENDERER.page(HostilePages.receipt(text)));
    }

    @ParameterizedTest
    @EnumSource
    void aReceiptIsAccessibleWhateverItsTexts(Hostile hostile) throws Exception {
        assertAccessible(receipt(hostile.text()));
    }

    @ParameterizedTest
    @EnumSource
    void anEvidenceSheetIsAccessibleWhateverItsTexts(Hostile hostile) throws Exception {
        assertAccessible(RENDERER.pdf(RENDERER.page(HostilePages.sheet(hostile.text()))));
    }

    @ParameterizedTest
    @EnumSource
    void aStatementForTheIssuerIsAccessibleAndOnePageWhateverItsTexts(Hostile hostile) throws Exception {
        byte[] pdf = RENDERER.pdf(RENDERER.page(HostilePages.statement(hostile.text())));

        assertAccessible(pdf);
        assertEquals(1, text(pdf).chars().filter(c -> c == '\f').count());
    }

    @Test
    void eachPageOfAWorksheetSaysThatItIsInternal() throws Exception {
        byte[] pdf = RENDERER.pdf(RENDERER.page(HostilePages.sheet("x ".repeat(900))));

        assertAccessible(pdf);
        String[] pages = text(pdf).split("\f", -1);
        assertTrue(pages.length > 2);
        for (int i = 0; i + 1 < pages.length; i++) {
            assertTrue(pages[i].contains("Internal, do not send"), pages[i]);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, KWD, 0.001 KWD", "1000000000000, USD, '10,000,000,000.00 USD'", "5, XTS, 5 XTS"})
    void aReceiptWithoutAnythingHasTheAmountInTheDigitsOfItsCurrency(long amount, String currency, String shown)
            throws Exception {
        byte[] pdf = RENDERER.pdf(
                RENDERER.page(HostilePages.receiptOf(HostilePages.bare(amount, currency), ReceiptView.CARDHOLDER)));

        assertAccessible(pdf);
        assertTrue(text(pdf).replace('\u00A0', ' ').contains(shown));
    }

    @Test
    void itemQuantityAndPriceAreReadInThisOrder() throws Exception {
        String text = PdfCheck.words(receipt("Green tea"));

        assertTrue(text.contains("Item Quantity Price Green tea Green tea 2 \u22125.00 USD"), text);
    }

    @Test
    void fiveHundredItemsHaveTheHeadingOnEachPage() throws Exception {
        byte[] pdf = RENDERER.pdf(RENDERER.page(
                HostilePages.receiptOf(HostilePages.large(500, "Tea of the season"), ReceiptView.CARDHOLDER)));

        assertAccessible(pdf);
        String[] pages = text(pdf).split("\f", -1);
        assertTrue(pages.length > 10);
        for (int i = 0; i < 10; i++) {
            assertTrue(pages[i].contains("Quantity"), "page " + i);
            assertTrue(pages[i].contains("Page " + (i + 1) + " of "), "page " + i);
        }
    }

    @Test
    void aPageThatIsTooLongHasShorterTextsOfItems() {
        String text = "x".repeat(2_000);
        String page = RENDERER.page(HostilePages.receiptOf(HostilePages.large(500, text), ReceiptView.CARDHOLDER));

        assertTrue(page.length() < PdfRenderer.MOST_CHARACTERS);
        assertTrue(page.contains(">" + "x".repeat(200) + "\u2026<"));
        assertTrue(RENDERER.page(HostilePages.receiptOf(HostilePages.large(20, text), ReceiptView.CARDHOLDER))
                .contains(text));
    }

    @Test
    void nothingIsLoadedFromAnywhere() throws Exception {
        List<String> requests = new CopyOnWriteArrayList<>();
        HttpServer canary = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        canary.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        canary.start();
        Path file = Files.writeString(folder.resolve("canary.css"), "body::before { content: 'canary-of-the-file' }");
        String host = "http://127.0.0.1:" + canary.getAddress().getPort();
        List<String> parts = new ArrayList<>();
        for (String where :
                List.of(host + "/x", file.toUri().toString(), file.toString(), "jar:" + file.toUri() + "!/x")) {
            parts.add("""
                    <link rel="stylesheet" href="%1$s"/><img src="%1$s" alt="x"/><img src="%1$s.svg" alt="x"/>
                    <img src="%1$s.pdf" alt="x"/><object type="image/png" data="%1$s"></object>
                    <p style="background: url(%1$s)">x</p><iframe src="%1$s"></iframe>
                    <style>@import url("%1$s"); @font-face { font-family: f; src: url("%1$s") }
                    .f { font-family: f; list-style-image: url("%1$s") }</style><p class="f">f</p>
                    <a href="%1$s" title="t" download="%1$s" data-content-type="text/plain">l</a>
                    """.formatted(where));
        }
        try {
            byte[] pdf = RENDERER.pdf(
                    "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><title>t</title></head><body>"
                            + String.join("", parts) + "</body></html>");

            assertEquals(List.of(), requests);
            assertFalse(text(pdf).contains("canary-of-the-file"));
            assertFalse(new String(pdf, StandardCharsets.ISO_8859_1).contains("canary-of-the-file"));
        } finally {
            canary.stop(0);
        }
    }

    @Test
    void entitiesOfAPageReadNoFile() throws Exception {
        Path file = Files.writeString(folder.resolve("secret.txt"), "canary-of-the-entity");
        String page = "<!DOCTYPE html [<!ENTITY x SYSTEM \"" + file.toUri() + "\">]>"
                + "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><title>t</title></head><body><p>&x;</p></body></html>";
        String text;
        try {
            text = text(RENDERER.pdf(page));
        } catch (IllegalStateException refused) {
            text = "";
        }

        assertFalse(text.contains("canary-of-the-entity"));
    }

    /** Returns the words of an accessible receipt of this item. */
    private static String drawn(PdfFonts fonts, String name) {
        PdfRenderer renderer = new PdfRenderer(fonts);
        byte[] pdf = renderer.pdf(
                renderer.page(HostilePages.receiptOf(HostilePages.large(1, name), ReceiptView.CARDHOLDER)));

        PdfCheck.assertAccessible(pdf);
        return PdfCheck.words(pdf);
    }

    private static void assertShows(PdfFonts fonts, String name, String shown) {
        String words = drawn(fonts, name);
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
        // pdftotext marks words from right to left, and lists words as they stand on the line.
        String words = Texts.without(drawn(PdfFonts.own(), name), Texts::isDirectionControl);
        assertTrue(words.contains("Price " + wordsFromTheLeft + " " + wordsFromTheLeft + " 1 19.99 USD"), words);
    }

    @ParameterizedTest
    @CsvSource({"שלום לכם", "دعاء محمد السلام", "شاي أخضر ٢٥٠ جم", "گچ پژو", "שָׁלוֹם مُحَمَّد"})
    void textFromRightToLeftIsDrawnAndAccessible(String name) {
        String words = drawn(PdfFonts.own(), name);
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
