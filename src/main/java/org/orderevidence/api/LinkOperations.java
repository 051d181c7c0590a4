package org.orderevidence.api;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.SecretToken;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Sha256;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PageHtml.PageHeaders;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.service.ReceiptLinks.LinkChange;
import org.orderevidence.service.ReceiptLinks.OpenedLink;
import org.orderevidence.service.ReceiptLinks.ReceiptLink;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Makes, lists, revokes and opens links that show one receipt to anyone who has them.
 *
 * @param publicUrl the address for a link, by the header {@code Host} of the request; empty if it is not known
 */
public record LinkOperations(
        ReceiptLinks links, Function<String, Optional<URI>> publicUrl, VisitorLimit visitors, Failures failures) {
    private static final int MOST_DAYS = 100_000;

    /** Makes a link. An unknown field is an error: the link could be valid for another time. */
    Answer create(Exchange exchange) {
        return new RequestBody(exchange).answer(LinkOperations::life, good -> create(exchange, good.value()));
    }

    private static Read<Duration> life(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            Long days = fields.integer("days", 0, MOST_DAYS);
            if (days != null) {
                fields.error(
                        "days",
                        FaultCode.UNKNOWN_FIELD,
                        "is not a field; send expiresIn in seconds: " + days + " days are "
                                + Duration.ofDays(days).toSeconds());
            }
            Long seconds =
                    fields.integer("expiresIn", ReceiptLinks.SHORTEST.toSeconds(), ReceiptLinks.LONGEST.toSeconds());
            return seconds == null ? ReceiptLinks.USUAL : Duration.ofSeconds(seconds);
        });
    }

    private Answer create(Exchange exchange, Duration life) {
        OrderId order = exchange.orderId();
        if (order == null) {
            return exchange.orderNotFound();
        }
        Optional<URI> base = exchange.headers("Host").stream().findFirst().flatMap(publicUrl);
        if (base.isEmpty()) {
            return exchange.problem(
                    Problem.RECEIPT_LINK_CONFLICT,
                    "Links need the address for browsers. The operator must set public.url, or allow the host of this request"
                            + " with public.hosts.");
        }
        return switch (links.create(exchange.actor(), exchange.space(), order, life)) {
            case LinkChange.Made(SecretToken token, ReceiptLink link) ->
                exchange.object(201, Answers.NEW_LINK, new Answers.NewLink(link, base.get() + "/r/" + token.text()));
            case LinkChange.OrderNotFound() -> exchange.orderNotFound();
            case LinkChange.TooMany() ->
                exchange.problem(
                        Problem.RECEIPT_LINK_CONFLICT,
                        "An order has at most " + ReceiptLinks.MAX_PER_ORDER
                                + " receipt links. Revoke one, or use an existing link.");
        };
    }

    Answer list(Exchange exchange) {
        return exchange.ofOrder(order -> links.list(exchange.space(), order))
                .map(found -> exchange.object(200, Answers.LINKS, found))
                .orElseGet(exchange::orderNotFound);
    }

    Answer revoke(Exchange exchange) {
        return exchange.ofOrder(
                        order -> links.revoke(exchange.actor(), exchange.space(), order, exchange.parameter("linkId")))
                .map(revoked -> exchange.object(200, Answers.LINK, revoked))
                .orElseGet(() -> exchange.problem(
                        Problem.RECEIPT_LINK_NOT_FOUND,
                        "This order has no valid receipt link with this ID. List the links of the order to see their"
                                + " IDs."));
    }

    /**
     * Shows the receipt of a link to anyone who has it. All answers are pages. A query is ignored, because mail programs
     * and newsletters add some.
     */
    Answer open(Exchange exchange) {
        long seconds = visitors.take(exchange.peer(), exchange.headers(TrustedProxies.HEADER));
        if (seconds > 0) {
            return Notice.TOO_OFTEN.answer(exchange, "Retry-After", Long.toString(seconds));
        }
        try {
            Optional<SecretToken> token =
                    SecretToken.parse(exchange.rawPath().substring("/r/".length()), SecretToken.OF_LINK);
            return token.isEmpty() ? Notice.UNKNOWN.answer(exchange) : open(exchange, token.get());
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            Answer failure = failures.answer(exchange, thrown);
            return Notice.UNAVAILABLE.answer(
                    exchange, failure.status(), failure.headers().toArray(new String[0]));
        }
    }

    private Answer open(Exchange exchange, SecretToken token) {
        return switch (links.open(token)) {
            case OpenedLink.Unknown() -> Notice.UNKNOWN.answer(exchange);
            case OpenedLink.Expired() -> Notice.EXPIRED.answer(exchange);
            case OpenedLink.Found found -> {
                Account account = found.account();
                exchange.proven(account.id(), 0);
                exchange.share().hold(RequestMemory.FETCH);
                ReceiptPage page =
                        ReceiptPage.of(found.order(), account.profile(), account.showsLogo(), ReceiptView.PUBLIC);
                exchange.body().append(PageHtml.receipt(page).getBytes(StandardCharsets.UTF_8));
                yield new Answer(200, "text/html; charset=utf-8", PageHeaders.of(PageHtml.policy(page)));
            }
        };
    }

    /** What a visitor sees instead of a receipt. The pages have no text from outside. */
    private enum Notice {
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
        TOO_OFTEN(
                429,
                "Too many requests",
                "Too many pages were opened from your network.",
                "Open it again in a minute."),
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

        private static final String POLICY =
                "default-src 'none'; style-src 'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(STYLE))
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
    }
}
