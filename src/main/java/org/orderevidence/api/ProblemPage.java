package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.wire.Problem;

/** The page that the {@code type} of a problem answer leads to. Its words are those of {@link Problem}. */
final class ProblemPage {
    private static final String HTML = "text/html; charset=utf-8";

    /** The page has no scripts, styles, images or frames, so it may load nothing. */
    private static final String POLICY =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private ProblemPage() {}

    /** Answers with the page of the problem in the path. */
    static Answer answer(Exchange exchange) {
        String page = html(Problem.ofType(exchange.rawPath()));
        exchange.body().append(page.getBytes(StandardCharsets.UTF_8));
        return new Answer(200, HTML, List.of("Content-Security-Policy", POLICY, "Referrer-Policy", "no-referrer"));
    }

    /** Several problems share a page if they share a code. */
    private static String html(List<Problem> problems) {
        String code = problems.getFirst().code();
        StringBuilder sections = new StringBuilder();
        for (Problem problem : problems) {
            sections.append("""
                    <h2>%s (status %d)</h2>
                    <p>%s</p>
                    <p>What to do: %s</p>
                    """.formatted(problem.title(), problem.status(), problem.meaning(), problem.remedy()));
        }
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                </head>
                <body>
                <h1>%s</h1>
                %s<p><a href="/openapi.json">Description of the interface</a></p>
                </body>
                </html>
                """.formatted(code, code, sections);
    }
}
