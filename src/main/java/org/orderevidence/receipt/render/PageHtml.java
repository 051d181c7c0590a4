package org.orderevidence.receipt.render;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.EvidenceSheet.IssuerStatement;
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

    public static String sheet(EvidenceSheet sheet) {
        return sheet(sheet, SCREEN);
    }

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
        return Texts.without(output.toString(), c -> !isAllowed(c));
    }

    /**
     * Returns false for a character that no page may contain: those that XML forbids, noncharacters, byte order marks, and
     * the controls with which a text can reorder the text around it. They are removed from complete documents, so that no
     * value can be forgotten.
     */
    private static boolean isAllowed(int c) {
        if (c < ' ') {
            return c == '\n' || c == '\t' || c == '\r';
        }
        return c <= '~'
                || (!Character.isISOControl(c)
                        && Character.getType(c) != Character.SURROGATE
                        && (c & 0xFFFE) != 0xFFFE
                        && (c < 0xFDD0 || c > 0xFDEF)
                        && !Texts.isDirectionControl(c)
                        && c != '\uFEFF');
    }

    static byte[] packed(String path) {
        try (InputStream file = PageHtml.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException(path + " is not packed");
            }
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A style sheet that is written into pages. */
    record Stylesheet(String text) {
        private static final String FOLDER = "/org/orderevidence/receipt/";

        /** Reads style sheets of the program, which together are one. */
        static Stylesheet read(String... names) {
            StringBuilder text = new StringBuilder();
            for (String name : names) {
                text.append(new String(packed(FOLDER + name), StandardCharsets.UTF_8));
            }
            return new Stylesheet(text.toString());
        }

        /** Returns the source for a Content-Security-Policy that allows this style sheet and no other. */
        String policySource() {
            return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
        }
    }

    /**
     * The headers of pages and PDFs about orders, outside the console. Other sites cannot embed them, open them in a window
     * that they control, or learn their address; search engines do not list them.
     */
    public static final class PageHeaders {
        /** The content security policy of a document that is no page: no site may embed it. */
        public static final String NOT_FRAMED = "frame-ancestors 'none'";

        private PageHeaders() {}

        /**
         * Returns the headers.
         *
         * @param policy the value of {@code Content-Security-Policy}
         * @param more names and values of further headers, in turn
         */
        public static List<String> of(String policy, String... more) {
            List<String> headers = new ArrayList<>(List.of(
                    "Content-Security-Policy",
                    policy,
                    "Referrer-Policy",
                    "no-referrer",
                    "X-Robots-Tag",
                    "noindex, nofollow",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cross-Origin-Resource-Policy",
                    "same-origin"));
            headers.addAll(List.of(more));
            return headers;
        }
    }
}
