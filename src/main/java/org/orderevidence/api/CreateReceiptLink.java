package org.orderevidence.api;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.LinkChange;
import org.orderevidence.service.LinkToken;
import org.orderevidence.service.ReceiptLink;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Makes a link to the receipt of an order. An unknown field is an error: the link could be valid for another time. */
final class CreateReceiptLink implements Operation {
    private static final List<String> TYPES = List.of(MediaTypes.JSON);

    private static final int MOST_DAYS = 100_000;

    private final ReceiptLinks links;
    private final Function<String, Optional<URI>> publicUrl;
    private final Limits limits;

    CreateReceiptLink(ReceiptLinks links, Function<String, Optional<URI>> publicUrl, Limits limits) {
        this.links = links;
        this.publicUrl = publicUrl;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(TYPES)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(JsonNode body) ->
                switch (life(body)) {
                    case Read.Bad<Duration> bad -> exchange.invalid(bad);
                    case Read.Good<Duration> good -> create(exchange, good.value());
                };
        };
    }

    private static Read<Duration> life(JsonNode body) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        Fields fields = Fields.of(body, "", faults);
        if (fields == null) {
            return faults.refusal();
        }
        Long days = fields.integer("days", 0, MOST_DAYS);
        if (days != null) {
            fields.error(
                    "days",
                    FaultCode.UNKNOWN_FIELD,
                    "is not a field; send expiresIn in seconds: " + days + " days are "
                            + Duration.ofDays(days).toSeconds());
        }
        Long seconds = fields.integer("expiresIn", ReceiptLinks.SHORTEST.toSeconds(), ReceiptLinks.LONGEST.toSeconds());
        fields.finish();
        return faults.refuse()
                ? faults.refusal()
                : faults.acceptance(seconds == null ? ReceiptLinks.USUAL : Duration.ofSeconds(seconds));
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
            case LinkChange.Made(LinkToken token, ReceiptLink link) -> {
                try (JsonWriter json = exchange.json()) {
                    json.writeStartObject();
                    json.writeStringProperty("id", link.id());
                    json.writeStringProperty("url", base.get() + "/r/" + token.text());
                    json.writeStringProperty("expiresAt", link.expiresAt().toString());
                    json.writeEndObject();
                }
                yield Answer.json(201);
            }
            case LinkChange.OrderNotFound() -> exchange.orderNotFound();
            case LinkChange.TooMany() ->
                exchange.problem(
                        Problem.RECEIPT_LINK_CONFLICT,
                        "An order has at most " + ReceiptLinks.MAX_PER_ORDER
                                + " receipt links. Revoke one, or use an existing link.");
        };
    }
}
