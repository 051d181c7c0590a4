package org.orderevidence.http.api;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.rule.Profile;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.wire.ChargeWriter;
import org.orderevidence.http.wire.DayText;
import org.orderevidence.http.wire.EvidenceWriter;
import org.orderevidence.http.wire.Faults;
import org.orderevidence.http.wire.QueryParameters;
import org.orderevidence.http.wire.ReceiptWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;

/** Returns one order: its evidence, its charge and its digital receipt. */
final class FetchOperation implements Operation {
    private static final List<String> PARAMETERS = List.of("asOf", "profile");

    private final EvidenceService service;

    FetchOperation(EvidenceService service) {
        this.service = service;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        LocalDate asOf = asOf(query, faults);
        Profile profile = profile(query, faults);
        query.refuseOthers(PARAMETERS, faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, asOf, profile);
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        write(exchange, fetched.get());
        String tag = VersionTag.of(fetched.get().order().version(), exchange.body());
        String[] headers = {"ETag", tag, "Cache-Control", "private, no-cache"};
        return matches(exchange, tag) ? Answer.empty(304, headers) : Answer.json(200, headers);
    }

    private static void write(Exchange exchange, FetchedOrder fetched) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeName("compellingEvidence");
            EvidenceWriter.write(json, fetched.eligibility());
            json.writeName("charge");
            ChargeWriter.writeWithSources(json, fetched.order());
            json.writeName("digitalReceipt");
            ReceiptWriter.write(
                    json,
                    DigitalReceipt.of(fetched.order().order(), fetched.account().profile()));
            json.writeEndObject();
        }
    }

    private static @Nullable LocalDate asOf(QueryParameters query, Faults faults) {
        String text = query.single("asOf", faults);
        if (text == null) {
            return null;
        }
        LocalDate date = DayText.read(text);
        if (date != null) {
            return date;
        }
        QueryParameters.error(
                "asOf",
                "asOf must be a date that exists, written yyyy-MM-dd, of the years " + OrderTime.MIN_YEAR + " to "
                        + OrderTime.MAX_YEAR,
                faults);
        return null;
    }

    private static Profile profile(QueryParameters query, Faults faults) {
        String text = query.single("profile", faults);
        if (text == null) {
            return Profile.VISA;
        }
        return Profile.parse(text).orElseGet(() -> {
            List<String> names =
                    Arrays.stream(Profile.values()).map(Profile::wireName).toList();
            QueryParameters.error("profile", "profile must be " + String.join(" or ", names), faults);
            return Profile.VISA;
        });
    }

    /** RFC 9110, 13.1.2: compared weakly. */
    private static boolean matches(Exchange exchange, String tag) {
        return switch (EntityTags.parse(exchange.headers("If-None-Match"))) {
            case EntityTags.Any() -> true;
            case EntityTags.NotSent() -> false;
            case EntityTags.Malformed() -> false;
            case EntityTags.Listed(List<EntityTags.Tag> tags) ->
                tags.stream().anyMatch(known -> tag.equals('"' + known.opaque() + '"'));
        };
    }
}
