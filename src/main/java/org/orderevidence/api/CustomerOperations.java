package org.orderevidence.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.Erasures.CustomerErasure;
import org.orderevidence.erasure.Erasures.ErasedOrder;
import org.orderevidence.erasure.Erasures.Stay;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.TextRule;

/** Exports and erases everything of a customer. */
final class CustomerOperations {
    /** Orders of a page. Each is written twice: as a charge and as a receipt. */
    private static final int PAGE = 50;

    private static final int MAX_SIGHTINGS = 10_000;
    private static final int SIGHTING_BYTES = 128;

    private final EvidenceService service;
    private final Erasures erasures;
    private final Accounts accounts;

    CustomerOperations(EvidenceService service, Erasures erasures, Accounts accounts) {
        this.service = service;
        this.erasures = erasures;
        this.accounts = accounts;
    }

    /** An erasure, or the wish to know what it would do. */
    private record Erasing(Email email, boolean isPreview) {}

    /** Erases a customer. Repeating it changes nothing. */
    Answer erase(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        body -> Fields.<Erasing>read(body, Faults.Unknown.REFUSED, fields -> {
                            Email email = email(fields);
                            boolean isPreview = fields.flag("preview");
                            return email == null ? null : new Erasing(email, isPreview);
                        }),
                        good -> AccountOperations.change(exchange, accounts, actor -> {
                            Email email = good.value().email;
                            return write(
                                    exchange,
                                    good.value().isPreview
                                            ? erasures.preview(exchange.space(), email)
                                            : erasures.eraseCustomer(actor, exchange.space(), email));
                        }));
    }

    private static @Nullable Email email(Fields fields) {
        fields.require("email");
        return fields.email("email");
    }

    /** A page of an export: whose, and behind which place it starts; {@code null} for the beginning. */
    private record Asked(Email email, @Nullable ListPlace after) {}

    /** Exports a page of what is stored of a customer. */
    Answer export(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        body -> Fields.<Asked>read(body, Faults.Unknown.REFUSED, CustomerOperations::asked),
                        good -> AccountOperations.change(exchange, accounts, actor -> {
                            accounts.audit().add(actor, exchange.space(), AuditAction.CUSTOMER_EXPORTED, null, null);
                            return export(exchange, good.value());
                        }));
    }

    private static @Nullable Asked asked(Fields fields) {
        Email email = email(fields);
        String cursor = fields.text("cursor", TextRule.TRIMMED);
        if (email == null) {
            return null;
        }
        ListPlace after = cursor == null
                ? null
                : places(email).read(cursor, ListPlace::parse).orElse(null);
        if (cursor != null && after == null) {
            fields.error("cursor", FaultCode.INVALID_FORMAT, Cursor.RULE_OF_PAGE);
        }
        return new Asked(email, after);
    }

    private static Cursor places(Email email) {
        return new Cursor(List.of(email.canonical()));
    }

    private Answer export(Exchange exchange, Asked asked) {
        exchange.share()
                .hold(RequestMemory.ofList(2 * PAGE, exchange.limits().lineBytes())
                        + (long) MAX_SIGHTINGS * SIGHTING_BYTES);
        try (Places.Place _ = exchange.turn()) {
            FoundOrders found = service.ofCustomer(exchange.space(), asked.email, asked.after, PAGE);
            ListPlace next = found.next();
            // One more shows whether there are more.
            List<IpSighting> sightings =
                    next != null ? List.of() : service.sightingsOf(exchange.space(), asked.email, MAX_SIGHTINGS + 1);
            MerchantInfo merchant = accounts.account(exchange.space().account())
                    .map(Account::profile)
                    .orElseThrow();
            return exchange.object(200, json -> {
                json.writeArrayPropertyStart("orders");
                for (StoredOrder order : found.orders()) {
                    json.writeStartObject();
                    OrderOperations.writeOrder(json, order, merchant);
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeArrayPropertyStart("sightings");
                sightings.stream().limit(MAX_SIGHTINGS).forEach(sighting -> write(json, sighting));
                json.writeEndArray();
                if (sightings.size() > MAX_SIGHTINGS) {
                    json.writeBooleanProperty("sightingsTruncated", true);
                }
                if (next != null) {
                    json.writeStringProperty("nextCursor", places(asked.email).write(next.text()));
                }
            });
        }
    }

    private static void write(JsonWriter json, IpSighting sighting) {
        json.writeStartObject();
        json.writeStringProperty("ip", sighting.ip().text());
        json.time("observedAt", sighting.observedAt());
        json.writeEndObject();
    }

    private static Answer write(Exchange exchange, CustomerErasure done) {
        return exchange.object(200, json -> {
            json.writeArrayPropertyStart("orders");
            done.orders().forEach(order -> write(json, order));
            json.writeEndArray();
            json.writeNumberProperty("sightings", done.sightings());
            json.writeBooleanProperty("complete", done.isComplete());
        });
    }

    private static void write(JsonWriter json, ErasedOrder order) {
        Stay stay = order.stay();
        json.writeStartObject();
        json.writeStringProperty("id", order.id().value());
        json.writeStringProperty("outcome", stay == null ? "erased" : "kept");
        if (stay != null) {
            json.writeStringProperty("reason", stay.reason().wireName());
            if (stay.until() != null) {
                json.writeStringProperty("until", stay.until().toString());
            }
        }
        json.writeEndObject();
    }
}
