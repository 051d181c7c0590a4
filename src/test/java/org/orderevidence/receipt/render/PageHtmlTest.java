package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.openhtmltopdf.bidi.BidiSplitter;
import com.openhtmltopdf.bidi.BidiTextRun;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.receipt.render.PdfRenderer.DirectionRuns;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pages of receipts, and the direction of texts. */
class PageHtmlTest {
    private static final Set<String> ELEMENTS =
            Set.of(("html head meta title style body main div p h1 h2 span bdi wbr table"
                            + " caption thead tbody tr th td ul li a svg rect line circle polygon polyline text")
                    .split(" "));

    private static final VisualOrder ORDER = new VisualOrder();

    /** The page as XML: an element or an attribute that a text smuggled in would be seen here. */
    private static List<Element> elements(String page) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setExpandEntityReferences(false);
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
        NodeList all = document.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    private static void assertHarmless(String page) throws Exception {
        for (Element element : elements(page)) {
            assertTrue(ELEMENTS.contains(element.getTagName()), element.getTagName());
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                String name = element.getAttributes().item(i).getNodeName();
                assertFalse(name.startsWith("on"), name);
                assertFalse(Set.of("style", "src", "srcset", "background").contains(name), name);
            }
            if (element.getTagName().equals("a")) {
                assertTrue(element.getAttribute("href").startsWith("http"), element.getAttribute("href"));
                assertEquals("noopener noreferrer nofollow", element.getAttribute("rel"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noTextBecomesMarkupOnAReceipt(Hostile hostile) throws Exception {
        assertHarmless(PageHtml.receipt(HostilePages.receipt(hostile.text())));
    }

    @ParameterizedTest
    @EnumSource
    void noTextBecomesMarkupOnAnEvidenceSheet(Hostile hostile) throws Exception {
        assertHarmless(PageHtml.sheet(HostilePages.sheet(hostile.text())));
    }

    @Test
    void aPageLoadsNothingAndAllowsOnlyItsOwnStyle() {
        String page = PageHtml.receipt(HostilePages.receipt("x"));

        assertFalse(page.contains("url("));
        assertFalse(page.contains("@import"));
        assertTrue(PageHtml.POLICY.startsWith("default-src 'none'; style-src 'sha256-"), PageHtml.POLICY);
        assertFalse(PageHtml.POLICY.contains("unsafe"));
    }

    @Test
    void controlsThatReorderTextAreRemoved() {
        String page = PageHtml.receipt(HostilePages.receipt(Hostile.OVERRIDES.text()));

        assertTrue(page.contains("abcgnp.exe x y"));
    }

    private static List<BidiTextRun> runs(String paragraph) {
        DirectionRuns splitter = new DirectionRuns();
        splitter.setParagraph(paragraph, BidiSplitter.LTR);
        List<BidiTextRun> runs = new ArrayList<>();
        for (int i = 0; i < splitter.countTextRuns(); i++) {
            runs.add(splitter.getVisualRun(i));
        }
        return runs;
    }

    private static String words(String paragraph) {
        StringBuilder words = new StringBuilder();
        for (BidiTextRun run : runs(paragraph)) {
            String text = paragraph.substring(run.getStart(), run.getStart() + run.getLength());
            words.append('[')
                    .append(run.getDirection() == BidiSplitter.RTL ? "<" : ">")
                    .append(text)
                    .append(']');
        }
        return words.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            Tea|[>Tea]
            שלום|[<שלום]
            שלום Tea|[<שלום Tea]
            Tea שלום 12 שקל cup|[>Tea ][<שלום 12 שקל][> cup]
            12 שקל|[<12 שקל]
            12 + 3|[>12 + 3]
            """)
    void theFirstLetterDecidesTheDirection(String paragraph, String expected) {
        assertEquals(expected, words(paragraph));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            שלום|םולש
            שלום 12 שקל|לקש 12 םולש
            שלום (a-1) ב|ב (a-1) םולש
            Tea|Tea
            \u05E9\u05B8\u05DC|\u05DC\u05B8\u05E9
            a😀ב|ב😀a
            """)
    void numbersAndLatinWordsKeepTheirOrder(String text, String expected) {
        assertEquals(expected, ORDER.reorderRTLTextToLTR(text));
    }

    @ParameterizedTest
    @CsvSource({
        "سلام, \uFEB3\uFEFC\u0645",
        "محمد, \uFEE3\uFEA4\uFEE4\uFEAA",
        "دعاء, \u062F\uFECB\uFE8E\u0621",
        "بِت, \uFE91\u0650\uFE96",
        "لا, \uFEFB",
        "ـب, \u0640\uFE90",
        "گچ, \uFB94\uFB7B",
        "Tea שלום 12, Tea שלום 12"
    })
    void arabicLettersJoin(String text, String expected) {
        assertEquals(expected, ORDER.shapeText(text));
    }

    @Test
    void aFormThatTheFontDoesNotHaveIsItsLetters() {
        assertEquals("لا", ORDER.deshapeText("\uFEFB"));
        assertEquals("م", ORDER.deshapeText("\uFEE3"));
    }

    /** The PDF library loops forever over a gap, and over a run without characters. */
    @Test
    void runsCoverEveryParagraphWithoutGaps() {
        // Half a surrogate pair is a piece of its own.
        String[] pieces =
                "a1 \n\r\t\u05D0\u0628\u064B\u05B0()\uD83D\uDE00\uD83A\uDD00\uDC00-,\u2029\u0085\u001C\u00A0\u0660\u06F1\u200D\u202E\u2067\u2069\uD800"
                        .codePoints()
                        .mapToObj(Character::toString)
                        .toArray(String[]::new);
        Random random = new Random(20261124);
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            for (int i = 0; i < 20_000; i++) {
                StringBuilder paragraph = new StringBuilder();
                int length = random.nextInt(30);
                for (int j = 0; j < length; j++) {
                    paragraph.append(pieces[random.nextInt(pieces.length)]);
                }
                int at = 0;
                for (BidiTextRun run : runs(paragraph.toString())) {
                    assertEquals(at, run.getStart());
                    assertTrue(run.getLength() > 0 || paragraph.isEmpty());
                    at += run.getLength();
                }
                assertEquals(paragraph.length(), at);
                String visual = ORDER.reorderRTLTextToLTR(paragraph.toString());
                assertEquals(paragraph.length(), visual.length());
                ORDER.shapeText(paragraph.toString());
            }
        });
    }
}
