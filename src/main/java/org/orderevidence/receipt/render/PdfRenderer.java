package org.orderevidence.receipt.render;

import com.openhtmltopdf.bidi.BidiSplitter;
import com.openhtmltopdf.bidi.BidiTextRun;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.outputdevice.helper.ExternalResourceControlPriority;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.text.Bidi;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.EvidenceSheet.IssuerStatement;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.render.PageHtml.Stylesheet;
import org.orderevidence.receipt.render.SvgDrawer.GlyphOutlines;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Makes PDFs of receipts and evidence sheets that follow PDF/UA-1, so screen readers can read them. It loads nothing but
 * its own fonts, whatever a page contains. Thread-safe.
 */
public final class PdfRenderer {
    private static final String FAMILY = "DejaVu Sans";
    private static final int NORMAL = 400;
    private static final int BOLD = 700;

    /** Longest page whose texts are not cut, in characters. A page of an order within the limits is shorter. */
    static final int MOST_CHARACTERS = 400_000;

    /** The length to which the texts of items on a longer page are cut. */
    private static final int CUT_TEXT = 200;

    /** After so many, the code is compiled well enough. */
    private static final int WARM_UP_ROUNDS = 20;

    private final PdfFonts fonts;
    private final Stylesheet style;
    private @Nullable SvgDrawer pictures;

    public PdfRenderer(PdfFonts fonts) {
        this.fonts = fonts;
        this.style =
                new Stylesheet(Stylesheet.read("pdf.css").text() + "body { font-family: " + families(fonts) + "; }");
        // Its messages repeat what a page contains.
        XRLog.setLoggingEnabled(false);
    }

    /** Returns the page of a receipt, to be passed to {@link #pdf}. Texts of items are cut if it would be too long. */
    public String page(ReceiptPage receipt) {
        String page = PageHtml.receiptOnPaper(receipt, style);
        return page.length() <= MOST_CHARACTERS
                ? page
                : PageHtml.receiptOnPaper(receipt.withItemTextsUpTo(CUT_TEXT), style);
    }

    /** Returns the page of an evidence sheet, to be passed to {@link #pdf}. */
    public String page(EvidenceSheet sheet) {
        return PageHtml.sheet(sheet, style);
    }

    /** Returns the page of a statement for the issuer, to be passed to {@link #pdf}. */
    public String page(IssuerStatement statement) {
        return PageHtml.statement(statement, style);
    }

    public byte[] pdf(String page) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        try {
            write(parsed(page), bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Makes a few PDFs, so that the first one that a client asks for is not the slow one. */
    public void warm() {
        String page = page(ReceiptPage.sample(MerchantInfo.EMPTY, false));
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            pdf(page);
        }
    }

    /** The outlines are read when the first PDF is made: a start does not wait for them. */
    private synchronized SvgDrawer pictures() {
        SvgDrawer made = pictures;
        if (made == null) {
            made = new SvgDrawer(GlyphOutlines.of(fonts.regular()), GlyphOutlines.of(fonts.bold()));
            pictures = made;
        }
        return made;
    }

    private void write(Document page, OutputStream to) throws IOException {
        PdfRendererBuilder builder = new PdfRendererBuilder()
                .usePdfUaAccessibility(true)
                .withProducer("Order Evidence")
                .useFont(() -> new ByteArrayInputStream(fonts.regular()), FAMILY, NORMAL, FontStyle.NORMAL, true)
                .useFont(() -> new ByteArrayInputStream(fonts.bold()), FAMILY, BOLD, FontStyle.NORMAL, true)
                .useSVGDrawer(pictures())
                .useUnicodeBidiSplitter(DirectionRuns::new)
                .useUnicodeBidiReorderer(new VisualOrder())
                .useUriResolver((base, uri) -> null)
                .useExternalResourceAccessControl(
                        (uri, type) -> false, ExternalResourceControlPriority.RUN_BEFORE_RESOLVING_URI)
                .useExternalResourceAccessControl(
                        (uri, type) -> false, ExternalResourceControlPriority.RUN_AFTER_RESOLVING_URI)
                .withW3cDocument(page, null)
                .toStream(to);
        for (int i = 0; i < fonts.added().size(); i++) {
            byte[] font = fonts.added().get(i);
            builder.useFont(() -> new ByteArrayInputStream(font), added(i), NORMAL, FontStyle.NORMAL, true);
        }
        builder.run();
    }

    /** Parses a page. Pictures get the description under the name that the PDF library reads. */
    private static Document parsed(String page) {
        try {
            Document document = parser().parse(new InputSource(new StringReader(page)));
            NodeList pictures = document.getElementsByTagName("svg");
            for (int i = 0; i < pictures.getLength(); i++) {
                Element picture = (Element) pictures.item(i);
                String label = picture.getAttribute("aria-label");
                picture.setAttribute("alt", label.isEmpty() ? "sign" : label);
            }
            return document;
        } catch (SAXException | IOException malformed) {
            throw new IllegalStateException("a template is not well-formed", malformed);
        }
    }

    private static DocumentBuilder parser() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // Without it, the PDF library does not find the style sheet.
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            DocumentBuilder parser = factory.newDocumentBuilder();
            // The default one writes to the standard error.
            parser.setErrorHandler(null);
            return parser;
        } catch (ParserConfigurationException missing) {
            throw new IllegalStateException("the JDK has no XML parser", missing);
        }
    }

    private static String families(PdfFonts fonts) {
        StringBuilder families = new StringBuilder("'" + FAMILY + "'");
        for (int i = 0; i < fonts.added().size(); i++) {
            families.append(", '").append(added(i)).append('\'');
        }
        return families.toString();
    }

    private static String added(int index) {
        return "added " + index;
    }

    /**
     * Splits a paragraph into runs from left to right and from right to left. A run from right to left has everything
     * between its first and its last such letter, numbers and Latin words included: {@link VisualOrder} arranges them. The
     * runs are never empty and cover the paragraph without gaps, because the PDF library would loop otherwise.
     */
    static final class DirectionRuns implements BidiSplitter {
        private final List<BidiTextRun> runs = new ArrayList<>();

        @Override
        public void setParagraph(String paragraph, byte cssDirection) {
            runs.clear();
            int length = paragraph.length();
            if (length == 0 || !Bidi.requiresBidi(paragraph.toCharArray(), 0, length)) {
                runs.add(new BidiTextRun(0, length, LTR));
                return;
            }
            // As a browser with dir="auto": the first letter with a direction decides.
            Bidi bidi = new Bidi(paragraph, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
            if (!bidi.baseIsLeftToRight()) {
                runs.add(new BidiTextRun(0, length, RTL));
                return;
            }
            int start = 0;
            for (int end = 1; end <= length; end++) {
                if (end == length || direction(bidi, end) != direction(bidi, start)) {
                    runs.add(new BidiTextRun(start, end - start, direction(bidi, start)));
                    start = end;
                }
            }
        }

        private static byte direction(Bidi bidi, int at) {
            return bidi.getLevelAt(at) == 0 ? LTR : RTL;
        }

        @Override
        public int countTextRuns() {
            return runs.size();
        }

        @Override
        public BidiTextRun getVisualRun(int index) {
            return runs.get(index);
        }

        @Override
        public byte getBaseDirection(String paragraph) {
            return LTR;
        }
    }
}
