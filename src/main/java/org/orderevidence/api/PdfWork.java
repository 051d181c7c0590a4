package org.orderevidence.api;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.receipt.render.PageHeaders;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.wire.Problem;

/**
 * Makes the PDFs of answers, a few at the same time. A PDF needs much memory. A request therefore first waits for its
 * turn, holding almost none, and only then reserves the memory.
 */
final class PdfWork {
    private static final String PDF = "application/pdf";
    private static final String RETRY_AFTER = "5";

    /** Everything that a file name or a header could not have. */
    private static final Pattern SPECIAL = Pattern.compile("[^A-Za-z0-9_-]");

    private final PdfRenderer renderer;
    private final LargeWorkTurns turns;
    private final Duration patience;

    /**
     * @param renderer makes PDFs
     * @param turns of PDFs alone: a request with a turn waits for memory, and then for a turn to do large work
     * @param patience how long a request waits for its turn
     */
    PdfWork(PdfRenderer renderer, LargeWorkTurns turns, Duration patience) {
        this.renderer = renderer;
        this.turns = turns;
        this.patience = patience;
    }

    PdfRenderer renderer() {
        return renderer;
    }

    /** Answers when the turn of the request has come, or with 503 if it does not come in time. */
    Answer inTurn(Exchange exchange, Supplier<Answer> answer) {
        LargeWorkTurns.Turn turn = turns.take(exchange.space().account(), patience);
        if (turn == null) {
            return exchange.problem(
                    Problem.OVERLOADED,
                    "There are too many requests for PDFs at the moment. Retrying is safe.",
                    "Retry-After",
                    RETRY_AFTER);
        }
        try (turn) {
            return answer.get();
        }
    }

    /**
     * Answers with a PDF, in the turn of the request.
     *
     * @param name the file name without its end, of any characters
     */
    Answer pdf(Exchange exchange, String page, String name) {
        exchange.share().hold(RequestMemory.ofPdf(page.length()));
        byte[] pdf;
        try (LargeWorkTurns.Turn _ = exchange.turn()) {
            pdf = renderer.pdf(page);
        }
        exchange.body().append(pdf);
        String file = SPECIAL.matcher(name).replaceAll("_") + ".pdf";
        return new Answer(
                200,
                PDF,
                PageHeaders.of(
                        PageHeaders.NOT_FRAMED,
                        "Content-Disposition",
                        "inline; filename=\"" + file + '"',
                        "Vary",
                        "Accept, X-API-Key"));
    }
}
