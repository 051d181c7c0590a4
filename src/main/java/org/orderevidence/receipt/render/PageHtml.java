package org.orderevidence.receipt.render;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.IssuerStatement;
import org.orderevidence.receipt.ReceiptPage;

/**
 * Receipts and evidence sheets as HTML. A page is complete: it contains its style sheet, and loads nothing. It is
 * well-formed XML, too.
 */
public final class PageHtml {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);
    private static final Stylesheet SCREEN = Stylesheet.read("page.css", "timeline.css");

    private static final String STYLE_ONLY =
            "default-src 'none'; style-src " + SCREEN.policySource() + "; base-uri 'none'; form-action 'none'; ";

    /**
     * The value of the header {@code Content-Security-Policy} for these pages: one style sheet, and nothing else. A browser
     * then runs no script and loads no image, whatever a page contains.
     */
    public static final String POLICY = STYLE_ONLY + "frame-ancestors 'none'";

    private PageHtml() {}

    /** Returns a receipt as a page. */
    public static String receipt(ReceiptPage page) {
        return rendered("receipt/receipt.jte", Map.of("page", page, "style", SCREEN.text(), "showsImages", true));
    }

    /** Returns the policy for a receipt: {@link #POLICY}, and images of the origin of its logo if it shows one. */
    public static String policy(ReceiptPage page) {
        return withLogo(page, POLICY);
    }

    /** Returns the policy for a receipt that pages of this service show in a frame. */
    public static String policyInFrame(ReceiptPage page) {
        return withLogo(page, STYLE_ONLY + "frame-ancestors 'self'");
    }

    private static String withLogo(ReceiptPage page, String policy) {
        return page.logo() == null
                ? policy
                : policy + "; img-src " + page.logo().origin();
    }

    /** Returns an evidence sheet as a page. */
    public static String sheet(EvidenceSheet sheet) {
        return sheet(sheet, SCREEN);
    }

    /** Returns a statement for the issuer as a page. */
    public static String statement(IssuerStatement statement) {
        return statement(statement, SCREEN);
    }

    /** Returns a receipt for paper, which has no images. */
    static String receiptOnPaper(ReceiptPage page, Stylesheet style) {
        return rendered("receipt/receipt.jte", Map.of("page", page, "style", style.text(), "showsImages", false));
    }

    static String sheet(EvidenceSheet sheet, Stylesheet style) {
        return rendered("receipt/sheet.jte", Map.of("sheet", sheet, "style", style.text()));
    }

    static String statement(IssuerStatement statement, Stylesheet style) {
        return rendered("receipt/statement.jte", Map.of("statement", statement, "style", style.text()));
    }

    private static String rendered(String template, Map<String, Object> values) {
        StringOutput output = new StringOutput();
        TEMPLATES.render(template, values, output);
        return PrintableText.of(output.toString());
    }
}
