package org.orderevidence.receipt.render;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;
import org.orderevidence.receipt.page.EvidenceSheet;
import org.orderevidence.receipt.page.ReceiptPage;
import org.orderevidence.receipt.timeline.Timeline;

/**
 * Receipts and evidence sheets as HTML. A page is complete: it contains its style sheet, and loads nothing. It is
 * well-formed XML, too.
 */
public final class PageHtml {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);
    private static final Stylesheet SCREEN = Stylesheet.read("page.css", "timeline.css");

    /**
     * The value of the header {@code Content-Security-Policy} for these pages: one style sheet, and nothing else. A browser
     * then runs no script and loads no image, whatever a page contains.
     */
    public static final String POLICY = "default-src 'none'; style-src " + SCREEN.policySource()
            + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private PageHtml() {}

    /** Returns a receipt as a page. */
    public static String receipt(ReceiptPage page) {
        return receipt(page, SCREEN);
    }

    /** Returns an evidence sheet as a page. */
    public static String sheet(EvidenceSheet sheet) {
        return sheet(sheet, SCREEN);
    }

    /** Returns a receipt without page around it, to be shown inside another page. */
    public static String receiptBody(ReceiptPage page) {
        return rendered("receipt/receiptBody.jte", Map.of("page", page));
    }

    /** Returns a timeline and its table, to be shown inside another page. */
    public static String timeline(Timeline timeline) {
        return rendered("receipt/timeline.jte", Map.of("timeline", timeline));
    }

    static String receipt(ReceiptPage page, Stylesheet style) {
        return rendered("receipt/receipt.jte", Map.of("page", page, "style", style.text()));
    }

    static String sheet(EvidenceSheet sheet, Stylesheet style) {
        return rendered("receipt/sheet.jte", Map.of("sheet", sheet, "style", style.text()));
    }

    private static String rendered(String template, Map<String, Object> values) {
        StringOutput output = new StringOutput();
        TEMPLATES.render(template, values, output);
        return PrintableText.of(output.toString());
    }
}
