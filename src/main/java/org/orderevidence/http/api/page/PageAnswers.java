package org.orderevidence.http.api.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.wire.Problem;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PdfRenderer;

/** Answers with pages. */
final class PageAnswers {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String PDF = "application/pdf";

    /** Everything that a file name or a header could not have. */
    private static final Pattern SPECIAL = Pattern.compile("[^A-Za-z0-9_-]");

    private PageAnswers() {}

    /**
     * Returns the format of the answer; {@code null} if the client accepts none.
     *
     * @param named the format that the path names; {@code null} if it names none
     */
    static @Nullable PageFormat format(Exchange exchange, @Nullable PageFormat named) {
        return named != null ? named : PageFormat.preferred(exchange.headers("Accept"));
    }

    static Answer notAcceptable(Exchange exchange) {
        return exchange.problem(
                Problem.NOT_ACCEPTABLE,
                "This exists as text/html and application/pdf; accept one of them, or add .html or .pdf to the path.");
    }

    static Answer html(Exchange exchange, String page) {
        exchange.body().append(page.getBytes(StandardCharsets.UTF_8));
        return new Answer(200, HTML, headers("Content-Security-Policy", PageHtml.POLICY));
    }

    /**
     * Answers with a PDF.
     *
     * @param name the file name without its end, of any characters
     */
    static Answer pdf(Exchange exchange, PdfRenderer renderer, String page, String name) {
        exchange.share().hold(RequestMemory.ofPdf(page.length()));
        byte[] pdf;
        try (LargeWorkTurns.Turn _ = exchange.turn()) {
            pdf = renderer.pdf(page);
        }
        exchange.body().append(pdf);
        String file = SPECIAL.matcher(name).replaceAll("_") + ".pdf";
        return new Answer(200, PDF, headers("Content-Disposition", "inline; filename=\"" + file + '"'));
    }

    private static List<String> headers(String name, String value) {
        return List.of(
                name,
                value,
                "Referrer-Policy",
                "no-referrer",
                "X-Robots-Tag",
                "noindex, nofollow",
                "Vary",
                "Accept, X-API-Key");
    }
}
