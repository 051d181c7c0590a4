package org.orderevidence.api;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.ObjectShape;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.DisputeQueue.DisputeFilter;
import org.orderevidence.service.DisputeQueue.DisputePage;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.PendingFacts.PendingPage;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Stores, changes and lists what is stated about an order later: disputes and fraud reports. Lists facts that wait for their order. */
final class FactOperations {
    private static final List<String> QUEUE =
            List.of("status", "condition", "verdict", "dueBefore", "openedFrom", "openedTo", "per", "cursor");
    private static final String STATES =
            "status must be open, closed, won, lost, withdrawn or prevented; closed is all but open; default open";
    private static final String VERDICTS = "verdict must be qualified, requires_action or not_qualified";
    private static final String CONDITION = "condition must be the network's code, such as 10.4, or unknown";

    private final EvidenceService service;

    FactOperations(EvidenceService service) {
        this.service = service;
    }

    /** Lists the disputes of all orders: the open ones by deadline, others newest first. */
    Answer queue(Exchange exchange) {
        Query query = new Query(exchange, QUEUE);
        int per = OrderOperations.per(query);
        DisputeFilter filter = filter(query);
        Cursor cursor = new Cursor(filter.values());
        ListedDispute after = cursor.read(query, ListedDispute::parse);
        return query.answer(exchange, () -> {
            exchange.share()
                    .hold(RequestMemory.ofList(per + 1, exchange.limits().lineBytes()));
            DisputePage page;
            try (Places.Place _ = exchange.read()) {
                page = service.disputes().page(exchange.space(), filter, after, per);
            }
            ListedDispute next = page.next();
            return exchange.object(
                    200,
                    Answers.DISPUTES,
                    new Page<>(page.disputes(), next == null ? null : cursor.write(next.text())));
        });
    }

    private static DisputeFilter filter(Query query) {
        String sent = query.matching("status", "open|closed|won|lost|withdrawn|prevented", STATES);
        String state = sent == null ? "open" : sent;
        boolean isOpen = state.equals("open");
        String verdict = query.matching("verdict", "qualified|requires_action|not_qualified", VERDICTS);
        return new DisputeFilter(
                isOpen,
                isOpen || state.equals("closed") ? null : Dispute.Status.valueOf(state.toUpperCase(Locale.ROOT)),
                query.value("condition", FactOperations::condition, CONDITION),
                verdict == null ? null : Eligibility.Status.valueOf(verdict.toUpperCase(Locale.ROOT)),
                OrderOperations.day(query, "dueBefore"),
                OrderOperations.day(query, "openedFrom"),
                OrderOperations.day(query, "openedTo"));
    }

    private static Optional<String> condition(String text) {
        return text.equalsIgnoreCase(Dispute.UNKNOWN_CONDITION)
                ? Optional.of(Dispute.UNKNOWN_CONDITION)
                : Dispute.parseCondition(text);
    }

    /** Lists the disputes of an order. */
    Answer disputes(Exchange exchange) {
        return list(exchange, ChargeWriter::writeDisputes);
    }

    /** Lists the fraud reports of an order. */
    Answer fraudReports(Exchange exchange) {
        return list(exchange, ChargeWriter::writeFraudReports);
    }

    private Answer list(Exchange exchange, BiConsumer<JsonWriter, StoredOrder> writer) {
        exchange.share().hold(RequestMemory.FETCH);
        return exchange.ofOrder(id -> service.order(exchange.space(), id))
                .map(found -> exchange.object(200, json -> writer.accept(json, found)))
                .orElseGet(exchange::orderNotFound);
    }

    /** Stores a fraud report. */
    Answer recordFraudReport(Exchange exchange) {
        boolean strict = exchange.isStrict();
        return new RequestBody(exchange)
                .answer(body -> DisputeReader.readFraudReport(body, service.now(), strict), good -> {
                    OrderId order = exchange.orderId();
                    FactOutcome outcome = order == null
                            ? FactOutcome.ORDER_NOT_FOUND
                            : service.recordFraudReport(exchange.actor(), exchange.space(), order, good.value());
                    return kept(
                            exchange,
                            outcome,
                            status -> recorded(
                                    exchange,
                                    status,
                                    outcome,
                                    good,
                                    strict,
                                    json -> ChargeWriter.writeFraudReport(json, good.value())));
                });
    }

    /** Stores a dispute. */
    Answer recordDispute(Exchange exchange) {
        boolean strict = exchange.isStrict();
        return new RequestBody(exchange)
                .answer(
                        body -> DisputeReader.read(body, service.now(), strict),
                        good -> recordDispute(exchange, good, strict));
    }

    private Answer recordDispute(Exchange exchange, Read.Good<Dispute> sent, boolean strict) {
        // What it does not state stays as it is stored.
        StatedDispute stated = new StatedDispute(order -> {
            Dispute dispute = sent.value();
            Dispute.Details before =
                    order.dispute(dispute.disputeId()).map(Dispute::details).orElse(Dispute.Details.NONE);
            Dispute merged =
                    dispute.with(dispute.details().from(Source.UPLOAD.name()).orElse(before));
            return new Read.Good<>(merged, sent.warnings(), sent.warningsTruncated());
        });
        return keep(
                exchange,
                stated,
                outcome -> kept(exchange, outcome, status -> {
                    Read.Good<Dispute> applied = stated.applied();
                    // A key that may not read gets only what it has sent.
                    Dispute shown = exchange.allows(Scope.READ) ? applied.value() : sent.value();
                    return recorded(
                            exchange, status, outcome, applied, strict, json -> ChargeWriter.writeDispute(json, shown));
                }));
    }

    /** Changes a stored dispute. */
    Answer changeDispute(Exchange exchange) {
        return new RequestBody(exchange).answer(IfMatch.MERGE_PATCH, body -> changeDispute(exchange, body));
    }

    private Answer changeDispute(Exchange exchange, JsonNode body) {
        if (!body.isObject()) {
            String detail = "send a merge patch, such as {\"status\": \"won\"}, not " + ObjectShape.kind(body);
            return exchange.invalid(new FieldError("", FaultCode.WRONG_TYPE, detail));
        }
        IfMatch ifMatch = IfMatch.of(exchange);
        if (ifMatch.isMalformed()) {
            return IfMatch.malformed(exchange);
        }
        String id = exchange.parameter("disputeId");
        if (!OrderId.isValid(id)) {
            return noSuchDispute(exchange);
        }
        StatedDispute stated = new StatedDispute(order -> {
            ifMatch.require(order.version());
            Dispute held = order.dispute(id).orElseThrow(() -> new IfMatch.Refused(FactOperations::noSuchDispute));
            return DisputeReader.readChange(body, held, service.now());
        });
        return keep(
                exchange,
                stated,
                outcome -> kept(exchange, outcome, _ -> {
                    Read.Good<Dispute> applied = stated.applied();
                    return exchange.object(200, json -> {
                        json.writeStringProperty("disputeId", applied.value().disputeId());
                        writeOutcome(json, outcome, applied);
                        if (exchange.allows(Scope.READ)) {
                            json.writeObjectPropertyStart("dispute");
                            ChargeWriter.writeDispute(json, applied.value());
                            json.writeEndObject();
                        }
                    });
                }));
    }

    private Answer keep(Exchange exchange, StatedDispute stated, Function<FactOutcome, Answer> answer) {
        OrderId order = exchange.orderId();
        exchange.share().hold(RequestMemory.FETCH);
        try {
            return answer.apply(
                    order == null
                            ? FactOutcome.ORDER_NOT_FOUND
                            : service.recordDispute(exchange.actor(), exchange.space(), order, stated));
        } catch (IfMatch.Refused refused) {
            return refused.answer(exchange);
        }
    }

    /**
     * A dispute that a merchant states about a stored order, for the service to store. The service can apply it more than
     * once.
     */
    private static final class StatedDispute implements Function<StoredOrder, Dispute> {
        private final Function<StoredOrder, Read<Dispute>> reading;
        private Read.@Nullable Good<Dispute> applied;

        StatedDispute(Function<StoredOrder, Read<Dispute>> reading) {
            this.reading = reading;
        }

        /**
         * Returns the dispute to store.
         *
         * @throws IfMatch.Refused if it breaks a rule
         */
        @Override
        public Dispute apply(StoredOrder order) {
            return switch (reading.apply(order)) {
                case Read.Bad<Dispute> bad -> throw new IfMatch.Refused(exchange -> exchange.invalid(bad));
                case Read.Good<Dispute> good -> {
                    applied = dated(good, order);
                    yield good.value();
                }
            };
        }

        /** Returns the dispute that was applied last, with the warnings about it. */
        Read.Good<Dispute> applied() {
            return Objects.requireNonNull(applied, "nothing was applied");
        }

        /** A date before the order is an error. One after the last day for disputes is a warning. */
        private static Read.Good<Dispute> dated(Read.Good<Dispute> read, StoredOrder order) {
            Dispute stated = read.value();
            Optional<Dispute> held = order.dispute(stated.disputeId());
            LocalDate opened = stated.openedAt().day();
            boolean isMoved = held.isEmpty() || !held.get().openedAt().day().equals(opened);
            DateRange days = DisputeDate.disputableDays(order);
            if (isMoved && opened.isBefore(days.from())) {
                String rule = "openedAt must not be before the transaction date of the order, " + days.from()
                        + " in UTC; check the date and the order ID";
                FieldError fault = new FieldError("/openedAt", FaultCode.OUT_OF_RANGE, rule);
                throw new IfMatch.Refused(exchange -> exchange.invalid(fault));
            }
            List<FieldError> warnings = new ArrayList<>(read.warnings());
            if (opened.isAfter(days.until())) {
                String detail = "openedAt is after " + days.until()
                        + ", the last day on which this order can be disputed; check the date";
                warnings.add(new FieldError("/openedAt", FaultCode.OUT_OF_RANGE, detail));
            }
            return new Read.Good<>(stated, warnings, read.warningsTruncated());
        }
    }

    /**
     * Answers with the outcome of a write.
     *
     * @param good answers, with the status, if the fact is stored
     */
    private static Answer kept(Exchange exchange, FactOutcome outcome, IntFunction<Answer> good) {
        return switch (outcome) {
            case CREATED -> good.apply(201);
            case UPDATED, UNCHANGED -> good.apply(200);
            case ORDER_NOT_FOUND, ERASED -> exchange.orderNotFound();
            case TOO_MANY ->
                exchange.invalid(new FieldError(
                        "", FaultCode.TOO_MANY, "an order has at most " + StoredOrder.MAX_FACTS + " of these"));
            case CONFLICT -> throw new IllegalStateException("a conflict was not tried again");
        };
    }

    private static Answer recorded(
            Exchange exchange,
            int status,
            FactOutcome outcome,
            Read.Good<?> applied,
            boolean strict,
            Consumer<JsonWriter> fact) {
        exchange.object(status, json -> {
            fact.accept(json);
            writeOutcome(json, outcome, applied);
        });
        return Answer.json(status, strict);
    }

    private static void writeOutcome(JsonWriter json, FactOutcome outcome, Read.Good<?> applied) {
        json.writeStringProperty("outcome", outcome.wireName());
        ProblemWriter.writeErrors(json, "warnings", applied.warnings());
        ProblemWriter.writeTruncated(json, false, applied.warningsTruncated());
    }

    static Answer noSuchDispute(Exchange exchange) {
        return exchange.problem(
                Problem.DISPUTE_NOT_FOUND,
                "This order has no dispute with this ID. List the disputes of the order to see their IDs.");
    }

    /** Lists facts that wait for their order. */
    Answer pending(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = OrderOperations.per(query);
        PendingKey after = query.value("cursor", FactOperations::place, Cursor.RULE_OF_PAGE);
        return query.answer(exchange, () -> {
            exchange.share().hold(RequestMemory.ofList(per, exchange.limits().lineBytes()));
            PendingPage page = service.pending(exchange.space(), after, per);
            PendingKey next = page.next();
            String cursor = next == null
                    ? null
                    : Base64.getUrlEncoder().withoutPadding().encodeToString(next.bytes());
            return exchange.object(200, Answers.PENDING, new Page<>(page.facts(), cursor));
        });
    }

    private static Optional<PendingKey> place(String cursor) {
        try {
            return cursor.length() > Answers.MAX_CURSOR
                    ? Optional.empty()
                    : Optional.of(PendingKey.of(Base64.getUrlDecoder().decode(cursor)));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
