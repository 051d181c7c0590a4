package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.receipt.render.PageHeaders;
import org.orderevidence.wire.Problem;

/** Answers with pages. */
final class PageAnswers {
    private static final String HTML = "text/html; charset=utf-8";

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

    static Answer html(Exchange exchange, String page, String policy) {
        exchange.body().append(page.getBytes(StandardCharsets.UTF_8));
        return new Answer(200, HTML, PageHeaders.of(policy, "Vary", "Accept, X-API-Key"));
    }
}
