package org.orderevidence.api;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptView;
import org.orderevidence.receipt.render.PageHeaders;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.service.ReceiptLinks.LinkChange;
import org.orderevidence.account.SecretToken;
import org.orderevidence.service.ReceiptLinks.OpenedLink;
import org.orderevidence.service.ReceiptLinks.ReceiptLink;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Makes, lists, revokes and opens links that show one receipt to anyone who has them. */
public final class LinkOperations {
    private static final int MOST_DAYS = 100_000;

    private final ReceiptLinks links;
    private final Function<String, Optional<URI>> publicUrl;
    private final VisitorLimit visitors;
    private final Failures failures;

    /**
     * @param publicUrl the address for a link, by the header {@code Host} of the request; empty if it is not known
     * @param visitors limits requests without a key
     */
    public LinkOperations(
            ReceiptLinks links, Function<String, Optional<URI>> publicUrl, VisitorLimit visitors, Failures failures) {
        this.links = links;
        this.publicUrl = publicUrl;
        this.visitors = visitors;
        this.failures = failures;
    }

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
        KeyCheck.Accepted key = exchange.key();
        if (key == null) {
            return exchange.keyUnknown();
        }
        return switch (links.create(key.actor(), exchange.space(), order, life)) {
            case LinkChange.Made(SecretToken token, ReceiptLink link) ->
                exchange.object(201, json -> {
                    json.writeStringProperty("id", link.id());
                    json.writeStringProperty("url", base.get() + "/r/" + token.text());
                    json.writeStringProperty("expiresAt", link.expiresAt().toString());
                });
            case LinkChange.OrderNotFound() -> exchange.orderNotFound();
            case LinkChange.TooMany() ->
                exchange.problem(
                        Problem.RECEIPT_LINK_CONFLICT,
                        "An order has at most " + ReceiptLinks.MAX_PER_ORDER
                                + " receipt links. Revoke one, or use an existing link.");
        };
    }

    /** Lists the links that can be opened. */
    Answer list(Exchange exchange) {
        OrderId order = exchange.orderId();
        Optional<List<ReceiptLink>> found = order == null ? Optional.empty() : links.list(exchange.space(), order);
        return found.isEmpty()
                ? exchange.orderNotFound()
                : exchange.list("links", found.get(), LinkOperations::write, null);
    }

    /** Revokes a link. */
    Answer revoke(Exchange exchange) {
        OrderId order = exchange.orderId();
        KeyCheck.Accepted key = exchange.key();
        if (key == null) {
            return exchange.keyUnknown();
        }
        Optional<ReceiptLink> revoked = order == null
                ? Optional.empty()
                : links.revoke(key.actor(), exchange.space(), order, exchange.parameter("linkId"));
        if (revoked.isEmpty()) {
            return exchange.problem(
                    Problem.RECEIPT_LINK_NOT_FOUND,
                    "This order has no valid receipt link with this ID. List the links of the order to see their IDs.");
        }
        try (JsonWriter json = exchange.json()) {
            write(json, revoked.get());
        }
        return Answer.json(200);
    }

    /** Writes a link without its address, which is not stored. */
    private static void write(JsonWriter json, ReceiptLink link) {
        json.writeStartObject();
        json.writeStringProperty("id", link.id());
        json.writeStringProperty("createdAt", link.createdAt().toString());
        json.writeStringProperty("expiresAt", link.expiresAt().toString());
        json.writeEndObject();
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
            Optional<SecretToken> token = SecretToken.parse(exchange.rawPath().substring("/r/".length()), SecretToken.OF_LINK);
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
}
