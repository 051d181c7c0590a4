package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.order.Bytes;
import org.orderevidence.receipt.render.PageHeaders;

/** What a visitor sees instead of a receipt. The pages have no text from outside. */
enum Notice {
    UNKNOWN(
            404,
            "This link does not work",
            "No receipt belongs to this link. The link may be incomplete, or the shop may have revoked it.",
            "Open the link again as you received it, or ask the shop for a new one."),
    EXPIRED(
            410,
            "This link has expired",
            "The shop shared this receipt for a limited time.",
            "Ask the shop for a new link."),
    TOO_OFTEN(429, "Too many requests", "Too many pages were opened from your network.", "Open it again in a minute."),
    UNAVAILABLE(
            503,
            "The receipt cannot be shown right now",
            "The service has a temporary problem.",
            "Open the link again in a few minutes.");

    private static final String STYLE = """
            :root{color-scheme:light dark}
            body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:#f6f7f9;color:#1b2330}
            main{max-width:32rem;margin:15vh auto 0;padding:2rem 1.5rem;background:#fff;border-radius:.75rem}
            h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}
            p{margin:0 0 .75rem}
            p:last-child{margin:0}
            @media(prefers-color-scheme:dark){body{background:#12161d;color:#e6e9ef}main{background:#1b212b}}
            """;

    private static final String POLICY = "default-src 'none'; style-src 'sha256-" + hash(STYLE)
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final int status;
    private final String title;
    private final String meaning;
    private final String remedy;

    Notice(int status, String title, String meaning, String remedy) {
        this.status = status;
        this.title = title;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** Answers with the page. */
    Answer answer(Exchange exchange, String... headers) {
        return answer(exchange, status, headers);
    }

    /** Answers with the page under another status. */
    Answer answer(Exchange exchange, int as, String... headers) {
        exchange.body().clear();
        exchange.body().append(page().getBytes(StandardCharsets.UTF_8));
        return new Answer(as, "text/html; charset=utf-8", PageHeaders.of(POLICY, headers));
    }

    private String page() {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <main>
                <h1>%s</h1>
                <p>%s</p>
                <p>%s</p>
                </main>
                </body>
                </html>
                """.formatted(title, STYLE, title, meaning, remedy);
    }

    private static String hash(String style) {
        byte[] digest = Bytes.sha256().digest(style.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }
}
