package org.orderevidence.api;

import static org.orderevidence.wire.AnswerShape.part;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.ObjectShape;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.DisputeQueue;
import org.orderevidence.service.DisputeQueue.DisputeFilter;
import org.orderevidence.service.DisputeQueue.DisputePage;
import org.orderevidence.service.DisputeQueue.QueuedDispute;
import org.orderevidence.service.DisputeQueue.Verdict;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.PendingFacts.PendingPage;
import org.orderevidence.upload.SpreadsheetText;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.OrderWriter;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Stores, changes and lists what is stated about an order later: disputes and fraud reports. Lists facts that wait for their order. */
record FactOperations(EvidenceService service) {
    private static final List<String> QUEUE = List.of(
            "status",
            "condition",
            "verdict",
            "disagrees",
            "dueBefore",
            "openedFrom",
            "openedTo",
            "per",
            "cursor",
            "format");
    private static final String STATES =
            "status must be open, closed, won, lost, withdrawn or prevented; closed is all but open; default open";
    static final String VERDICTS = "verdict must be qualified, requires_action or not_qualified";
    private static final String CONDITION = "condition must be the network's code, such as 10.4, or unknown";

    /** The detail of the error when an order has no room for another dispute or fraud report. */
    static final String TOO_MANY = "an order has at most " + StoredOrder.MAX_FACTS + " of these";

    private static final Map<String, Function<QueuedDispute, @Nullable Object>> COLUMNS = columns();

    private static Map<String, Function<QueuedDispute, @Nullable Object>> columns() {
        Map<String, Function<QueuedDispute, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("orderId", queued -> queued.order().value());
        columns.put("disputeId", queued -> queued.dispute().disputeId());
        columns.put("condition", queued -> queued.dispute().condition());
        columns.put("status", queued -> queued.dispute().status().wireName());
        columns.put("openedAt", queued -> queued.dispute().openedAt().day());
        columns.put("respondBy", queued -> part(queued.dispute().details().respondBy(), OrderTime::day));
        columns.put("daysLeft", QueuedDispute::daysLeft);
        columns.put("amount", queued -> part(queued.dispute().details().amount(), Money::decimal));
        columns.put("currency", queued -> part(queued.dispute().details().amount(), Money::currency));
        columns.put("reason", queued -> queued.dispute().details().reason());
        columns.put(
                "verdict",
                queued -> part(queued.verdict(), verdict -> verdict.status().wireName()));
        columns.put("ready", queued -> part(queued.verdict(), Verdict::ready));
        columns.put("missing", queued -> String.join(" ", queued.missing()));
        columns.put(
                "ours",
                queued -> part(queued.disagreement(), each -> each.ours().wireName()));
        columns.put(
                "processors",
                queued -> part(queued.disagreement(), each -> each.processors().wireName()));
        columns.put(
                "requiredActions",
                queued -> part(queued.disagreement(), each -> String.join(" ", each.requiredActions())));
        columns.put("brand", queued -> part(queued.card().brand(), Brand::name));
        columns.put("last4", queued -> queued.card().last4());
        return columns;
    }

    /** Lists the disputes of all orders: the open ones by deadline, others newest first. */
    Answer queue(Exchange exchange) {
        Query query = new Query(exchange, QUEUE);
        int per = OrderOperations.per(query);
        DisputeFilter filter = filter(query);
        Cursor cursor = new Cursor(List.of(filter));
        ListedDispute after = cursor.read(query, ListedDispute::parse);
        boolean isCsv = isCsv(query, exchange);
        return query.answer(exchange, () -> {
            int together = isCsv ? DisputeQueue.READ_TOGETHER : per;
            exchange.holdList(together + 1);
            DisputePage page =
                    service.disputes().page(exchange.space(), filter, after, isCsv ? DisputeQueue.MAX_EXAMINED : per);
            String next = page.next() == null ? null : cursor.write(page.next().text());
            return isCsv
                    ? csv(exchange, "disputes.csv", COLUMNS, page.disputes(), next)
                    : exchange.object(200, Answers.DISPUTES, new Page<>(page.disputes(), next));
        });
    }

    static boolean isCsv(Query query, Exchange exchange) {
        String format = query.matching("format", "json|csv", "format must be json or csv; default json");
        return format == null ? exchange.headers("Accept").contains("text/csv") : format.equals("csv");
    }

    static <T> Answer csv(
            Exchange exchange,
            String file,
            Map<String, Function<T, @Nullable Object>> columns,
            List<T> list,
            @Nullable String next) {
        exchange.body().append(SpreadsheetText.row(List.copyOf(columns.keySet())));
        for (T each : list) {
            exchange.body()
                    .append(SpreadsheetText.row(columns.values().stream()
                            .map(column -> column.apply(each))
                            .map(value -> value == null ? "" : value.toString())
                            .toList()));
        }
        List<String> headers = new ArrayList<>(List.of("Vary", "Accept, X-API-Key"));
        headers.addAll(List.of("Content-Disposition", "attachment; filename=\"" + file + "\""));
        if (next != null) {
            headers.addAll(List.of("Next-Cursor", next));
        }
        return new Answer(200, "text/csv; charset=utf-8", headers);
    }

    private static DisputeFilter filter(Query query) {
        String sent = query.matching("status", "open|closed|won|lost|withdrawn|prevented", STATES);
        String state = sent == null ? "open" : sent;
        boolean isOpen = state.equals("open");
        return new DisputeFilter(
                isOpen,
                isOpen || state.equals("closed") ? null : Dispute.Status.valueOf(state.toUpperCase(Locale.ROOT)),
                query.value("condition", DisputeReader::condition, CONDITION),
                query.value("verdict", text -> WireNamed.find(Eligibility.Status.values(), text), VERDICTS),
                OrderOperations.day(query, "dueBefore"),
                OrderOperations.day(query, "openedFrom"),
                OrderOperations.day(query, "openedTo"),
                "true".equals(query.matching("disagrees", "true|false", "disagrees must be true or false")));
    }

    Answer disputes(Exchange exchange) {
        return list(exchange, OrderWriter::writeDisputes);
    }

    Answer fraudReports(Exchange exchange) {
        return list(exchange, OrderWriter::writeFraudReports);
    }

    private Answer list(Exchange exchange, BiConsumer<JsonWriter, StoredOrder> writer) {
        exchange.share().hold(RequestMemory.FETCH);
        return exchange.ofOrder(id -> service.order(exchange.space(), id))
                .map(found -> exchange.object(200, json -> writer.accept(json, found)))
                .orElseGet(exchange::orderNotFound);
    }

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
                                    json -> OrderWriter.writeFraudReport(json, good.value())));
                });
    }

    Answer recordDispute(Exchange exchange) {
        boolean strict = exchange.isStrict();
        return new RequestBody(exchange)
                .answer(
                        body -> DisputeReader.read(body, service.now(), strict),
                        good -> recordDispute(exchange, good, strict));
    }

    private Answer recordDispute(Exchange exchange, Read.Good<Dispute> sent, boolean strict) {
        Dispute dispute = sent.value();
        // What it does not state stays as it is stored.
        return keep(
                exchange,
                order -> {
                    Dispute.Details before = order.dispute(dispute.disputeId())
                            .map(Dispute::details)
                            .orElse(Dispute.Details.NONE);
                    Dispute.Details merged =
                            dispute.details().from(Source.UPLOAD.name()).orElse(before);
                    return new Read.Good<>(dispute.with(merged), sent.warnings(), sent.warningsTruncated());
                },
                kept -> {
                    // A key that may not read gets only what it has sent.
                    Dispute shown = exchange.allows(Scope.READ) ? kept.dispute.value() : dispute;
                    return recorded(
                            exchange,
                            kept.status,
                            kept.outcome,
                            kept.dispute,
                            strict,
                            json -> OrderWriter.writeDispute(json, shown));
                });
    }

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
        return keep(
                exchange,
                order -> {
                    ifMatch.require(order.version());
                    Dispute held =
                            order.dispute(id).orElseThrow(() -> new IfMatch.Refused(FactOperations::noSuchDispute));
                    return DisputeReader.readChange(body, held, service.now());
                },
                kept -> exchange.object(200, json -> {
                    json.writeStringProperty("disputeId", id);
                    writeOutcome(json, kept.outcome, kept.dispute);
                    if (exchange.allows(Scope.READ)) {
                        json.writeObjectPropertyStart("dispute");
                        OrderWriter.writeDispute(json, kept.dispute.value());
                        json.writeEndObject();
                    }
                }));
    }

    /** A dispute that is stored, with the warnings about it. */
    private record Kept(int status, FactOutcome outcome, Read.Good<Dispute> dispute) {}

    /**
     * Stores a dispute.
     *
     * @param reading what the request states about a stored order; the service can ask more than once
     */
    private Answer keep(
            Exchange exchange, Function<StoredOrder, Read<Dispute>> reading, Function<Kept, Answer> answer) {
        OrderId order = exchange.orderId();
        exchange.share().hold(RequestMemory.FETCH);
        List<Read.Good<Dispute>> applied = new ArrayList<>();
        try {
            FactOutcome outcome = order == null
                    ? FactOutcome.ORDER_NOT_FOUND
                    : service.recordDispute(exchange.actor(), exchange.space(), order, held -> {
                        applied.add(
                                IfMatch.good(compared(IfMatch.good(reading.apply(held)), held, "", new FaultRoom())));
                        return applied.getLast().value();
                    });
            return kept(exchange, outcome, status -> answer.apply(new Kept(status, outcome, applied.getLast())));
        } catch (IfMatch.Refused refused) {
            return refused.answer(exchange);
        }
    }

    /**
     * Compares a dispute with its order. A date before the order is an error. One after the last day for disputes is a
     * warning, as is another currency, or more than was charged.
     *
     * @param pointer to the dispute
     * @param room of the answer that will list the faults
     */
    static Read<Dispute> compared(Read.Good<Dispute> read, StoredOrder order, String pointer, FaultRoom room) {
        Dispute stated = read.value();
        Faults faults = new Faults(Faults.Unknown.IGNORED, room);
        Optional<Dispute> held = order.dispute(stated.disputeId());
        LocalDate opened = stated.openedAt().day();
        boolean isMoved = held.isEmpty() || !held.get().openedAt().day().equals(opened);
        DateRange days = DisputeDate.disputableDays(order);
        if (isMoved && opened.isBefore(days.from())) {
            String rule = "openedAt must not be before the transaction date of the order, " + days.from()
                    + " in UTC; check the date and the order ID";
            faults.error(pointer + "/openedAt", FaultCode.OUT_OF_RANGE, rule);
            return faults.refusal();
        }
        read.warnings().forEach(each -> faults.warning(each.pointer(), each.code(), each.detail()));
        if (opened.isAfter(days.until())) {
            String detail = "openedAt is after " + days.until()
                    + ", the last day on which this order can be disputed; check the date";
            faults.warning(pointer + "/openedAt", FaultCode.OUT_OF_RANGE, detail);
        }
        Money amount = stated.details().amount();
        Money charged = order.order().charge().money();
        if (amount != null && !amount.currency().equals(charged.currency())) {
            String detail = "currency is not that of the order; check the currency and the order";
            faults.warning(pointer + "/currency", FaultCode.MISMATCH, detail);
        } else if (amount != null && amount.amountMinor() > charged.amountMinor()) {
            String detail = "amount is more than that of the order; check the amount and the order";
            faults.warning(pointer + "/amount", FaultCode.MISMATCH, detail);
        }
        Read.Good<Dispute> good = faults.acceptance(stated);
        return new Read.Good<>(stated, good.warnings(), good.warningsTruncated() || read.warningsTruncated());
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
            case TOO_MANY -> exchange.invalid(new FieldError("", FaultCode.TOO_MANY, TOO_MANY));
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
        Problem.writeErrors(json, "warnings", applied.warnings());
        Problem.writeTruncated(json, false, applied.warningsTruncated());
    }

    static Answer noSuchDispute(Exchange exchange) {
        return exchange.problem(
                Problem.DISPUTE_NOT_FOUND,
                "This order has no dispute with this ID. List the disputes of the order to see their IDs.");
    }

    Answer pending(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = OrderOperations.per(query);
        PendingKey after = query.value("cursor", FactOperations::place, Cursor.RULE_OF_PAGE);
        return query.answer(exchange, () -> {
            exchange.holdList(per);
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
