package org.orderevidence.api;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.Places;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.wire.Problem;

/**
 * Exports all orders as one line each, the oldest transaction first. They are read while the answer is sent, part by part.
 * Each line has a cursor, from which another request can resume. The last line has the counts if the export is complete, and
 * the problem if it failed.
 */
record ExportOperation(EvidenceService service, Accounts accounts, Failures failures) implements Operation {
    /** Orders of a part of the answer. Each is written twice: as a charge and as a receipt. */
    private static final int PART = 50;

    @Override
    public Answer answer(Exchange exchange) {
        Query query = new Query(exchange, List.of("from", "to", "verdicts", "cursor"));
        LocalDate from = OrderOperations.day(query, "from");
        LocalDate to = OrderOperations.day(query, "to");
        if (from != null && to != null && to.isBefore(from)) {
            query.error("to", "to must not be before from");
        }
        String verdicts = query.matching("verdicts", "true|false", "verdicts must be true or false; default false");
        Cursor cursor = new Cursor(Arrays.asList(from, to));
        ListPlace after = query.value(
                "cursor",
                text -> cursor.read(text, ListPlace::parse),
                "cursor must be that of a line of an export with the same from and to");
        return query.answer(exchange, () -> {
            accounts.audit().add(exchange.actor(), exchange.space(), AuditAction.ORDERS_EXPORTED, null, null);
            Export export = new Export(exchange, OrderFilter.days(from, to), "true".equals(verdicts), cursor, after);
            return Answer.lines(export.writePart() ? export::writeNextPart : null);
        });
    }

    private final class Export {
        private final Exchange exchange;
        private final DateRange days;
        private final boolean hasVerdicts;
        private final Cursor cursor;
        private @Nullable ListPlace place;
        private long orders;
        private long unreadable;

        Export(Exchange exchange, DateRange days, boolean hasVerdicts, Cursor cursor, @Nullable ListPlace after) {
            this.exchange = exchange;
            this.days = days;
            this.hasVerdicts = hasVerdicts;
            this.cursor = cursor;
            this.place = after;
        }

        /** Writes the next part when its request may read again; false if it is the last one. */
        boolean writeNextPart() {
            exchange.countPart();
            try {
                if (exchange.isEnding()) {
                    exchange.problem(Problem.OVERLOADED, "The service is stopping. Continue with the last cursor.");
                } else if (!exchange.isKeyStillValid()) {
                    exchange.keyUnknown();
                } else {
                    try (Places.Place _ = exchange.read()) {
                        return writePart();
                    }
                }
            } catch (RuntimeException failed) {
                failures.answer(exchange, failed);
            }
            exchange.body().append((byte) '\n');
            return false;
        }

        /** Writes the next part; false if it is the last one. */
        boolean writePart() {
            exchange.holdList(2 * PART);
            try (Places.Place _ = exchange.turn()) {
                List<ListPlace> places = service.places(exchange.space(), days, place, PART);
                Map<OrderId, StoredOrder> read = hasVerdicts ? Map.of() : read(places);
                MerchantInfo merchant = accounts.account(exchange.space().account())
                        .map(Account::profile)
                        .orElseThrow();
                for (ListPlace next : places) {
                    write(next, read.get(next.id()), merchant);
                    place = next;
                }
                if (places.size() == PART) {
                    return true;
                }
                line(json -> {
                    json.writeNumberProperty("orders", orders);
                    json.writeNumberProperty("unreadable", unreadable);
                    json.writeBooleanProperty("complete", true);
                });
                return false;
            }
        }

        /** Reads orders together, or none if one of them is damaged: they are read one by one then. */
        private Map<OrderId, StoredOrder> read(List<ListPlace> places) {
            try {
                return service.orders(
                        exchange.space(), places.stream().map(ListPlace::id).toList());
            } catch (UnreadableDocument damaged) {
                return Map.of();
            }
        }

        /** Writes an order, unless it has left its place since that was read. */
        private void write(ListPlace at, @Nullable StoredOrder read, MerchantInfo merchant) {
            try {
                if (hasVerdicts) {
                    service.fetch(exchange.space(), at.id(), null, Profile.VISA)
                            .filter(found -> isAt(at, found.order()))
                            .ifPresent(found -> writeLine(at, json -> OrderOperations.writeFetched(json, found)));
                } else {
                    Optional.ofNullable(read)
                            .or(() -> service.order(exchange.space(), at.id()))
                            .filter(found -> isAt(at, found))
                            .ifPresent(
                                    found -> writeLine(at, json -> OrderOperations.writeOrder(json, found, merchant)));
                }
            } catch (UnreadableDocument damaged) {
                writeLine(at, json -> {
                    json.writeStringProperty("id", at.id().value());
                    json.writeStringProperty("unreadable", String.valueOf(damaged.getMessage()));
                });
                unreadable++;
            }
        }

        private static boolean isAt(ListPlace at, StoredOrder order) {
            return !order.isMoved() && ListPlace.of(order.order()).equals(at);
        }

        private void writeLine(ListPlace at, Consumer<JsonWriter> fields) {
            line(json -> {
                fields.accept(json);
                json.writeStringProperty("cursor", cursor.write(at.text()));
            });
            orders++;
        }

        private void line(Consumer<JsonWriter> fields) {
            exchange.object(200, fields);
            exchange.body().append((byte) '\n');
        }
    }
}
