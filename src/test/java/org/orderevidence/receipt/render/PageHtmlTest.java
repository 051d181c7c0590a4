package org.orderevidence.receipt.render;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.receipt.ReceiptView;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PageHtmlTest {
    private static final Set<String> ELEMENTS = Set.of(
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "main",
            "div",
            "p",
            "h1",
            "h2",
            "span",
            "bdi",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "ul",
            "li",
            "a",
            "svg",
            "rect",
            "line",
            "circle",
            "polygon",
            "polyline",
            "text");

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
    void theViewsHideTheCustomer() {
        String name = "Zyxwv";
        String open = PageHtml.receipt(HostilePages.receiptOf(PersonalOrder.made(), ReceiptView.PUBLIC));
        String cardholder = PageHtml.receipt(HostilePages.receiptOf(PersonalOrder.made(), ReceiptView.CARDHOLDER));
        String agent = PageHtml.receipt(HostilePages.receiptOf(PersonalOrder.made(), ReceiptView.AGENT));

        assertAll(
                () -> assertFalse(open.contains(name)),
                () -> assertTrue(cardholder.contains(name)),
                () -> assertTrue(agent.contains(name)));
        for (String hidden : PersonalOrder.CONTACT) {
            assertFalse(open.contains(hidden), hidden);
            assertTrue(cardholder.contains(hidden), hidden);
            assertTrue(agent.contains(hidden), hidden);
        }
        for (String hidden : PersonalOrder.IDENTITY) {
            assertFalse(open.contains(hidden), hidden);
            assertFalse(cardholder.contains(hidden), hidden);
            assertTrue(agent.contains(hidden), hidden);
        }
    }

    @Test
    void controlsThatReorderTextAreRemoved() {
        String page = PageHtml.receipt(HostilePages.receipt(Hostile.OVERRIDES.text()));

        assertTrue(page.contains("abcgnp.exe x y"));
    }
}
