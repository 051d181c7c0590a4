package org.orderevidence.api;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.erasure.Uploads.UploadUndone;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.UploadId;
import org.orderevidence.process.LongWork;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Stores the orders of a JSON upload. Each order is accepted or rejected on its own. {@link NdjsonOrders} stores
 * NDJSON.
 */
final class UploadOperation implements Operation {
    private static final List<String> TYPES = List.of(MediaTypes.JSON, MediaTypes.NDJSON);

    /** The expected body, for messages about other bodies. */
    private static final String WRAPPER = "{\"orders\": [{...}]}";

    /** A body with one of these is probably a single order. */
    private static final List<String> ORDER_FIELDS = List.of("id", "amount", "currency", "transactionDate");

    private final EvidenceService service;
    private final Uploads uploads;
    private final Failures failures;
    private final SecureRandom random = new SecureRandom();

    UploadOperation(EvidenceService service, Uploads uploads, Failures failures) {
        this.service = service;
        this.uploads = uploads;
        this.failures = failures;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Query query = new Query(exchange, List.of("upload"));
        String id = query.matching("upload", UploadId.FORM, "upload must be " + UploadId.RULE);
        return query.answer(exchange, () -> answer(exchange, id == null ? null : new UploadId(id)));
    }

    private Answer answer(Exchange exchange, @Nullable UploadId id) {
        RequestBody body = new RequestBody(exchange);
        return body.upload(
                TYPES,
                type -> type.equals(MediaTypes.NDJSON) ? lines(exchange, id).answer() : upload(exchange, body, id));
    }

    private NdjsonOrders lines(Exchange exchange, @Nullable UploadId id) {
        return new NdjsonOrders(
                exchange, service, uploads, id == null ? UploadId.of(service.now(), random) : id, failures);
    }

    private Answer upload(Exchange exchange, RequestBody body, @Nullable UploadId id) {
        boolean strict = exchange.isStrict();
        Batch batch = new Batch(service.now(), strict, exchange.limits().lineBytes());
        return body.readJson(batch, json -> switch (envelope(json, strict)) {
            case Read.Bad<Boolean> bad -> exchange.invalid(bad);
            case Read.Good<Boolean> alone -> {
                Read.Good<Boolean> good = alone.within(batch.room);
                batch.room.take(good);
                yield strict && batch.hasRejected()
                        ? exchange.invalid(batch.allFaults())
                        : keep(exchange, id, batch, good.warnings(), strict);
            }
        });
    }

    /** Checks the object around the orders, and that it has at least one order and not too many. */
    private static Read<Boolean> envelope(JsonNode body, boolean strict) {
        Faults faults = new Faults(Faults.Unknown.refusedIf(strict));
        if (body.isArray()) {
            faults.error("", FaultCode.WRONG_TYPE, "the list of orders needs a name: send " + WRAPPER);
            return faults.refusal();
        }
        boolean isOneOrder = !body.has("orders") && ORDER_FIELDS.stream().anyMatch(body::has);
        if (isOneOrder) {
            faults.error("/orders", FaultCode.REQUIRED, "one order is sent as a list of one: send " + WRAPPER);
            return faults.refusal();
        }
        Fields fields = Fields.of(body, "", faults);
        if (fields == null) {
            return faults.refusal();
        }
        if (body.path("orders").isObject()) {
            faults.error("/orders", FaultCode.WRONG_TYPE, "orders must be a list, not an object: send " + WRAPPER);
            return faults.refusal();
        }
        fields.require("orders");
        boolean isEmptyList =
                body.path("orders").isArray() && body.path("orders").isEmpty();
        if (isEmptyList) {
            faults.error("/orders", FaultCode.REQUIRED, "orders must have at least one order");
        }
        fields.list("orders", EvidenceService.MAX_ORDERS);
        fields.finish();
        return faults.refuse() ? faults.refusal() : faults.acceptance(true);
    }

    private Answer keep(
            Exchange exchange, @Nullable UploadId id, Batch batch, List<FieldError> warnings, boolean strict) {
        List<OrderOutcome> outcomes;
        try {
            outcomes = uploads.upload(exchange.actor(), exchange.space(), id, batch.takeGood());
        } catch (UploadUndone undone) {
            return exchange.problem(
                    Problem.UPLOAD_UNDONE, "The upload " + id + " was undone. Nothing was stored. Use another ID.");
        }
        UploadResult.Counts counts = UploadResult.Counts.ofOrders(service);
        List<UploadResult> results = new ArrayList<>(batch.judged().size());
        int next = 0;
        for (Batch.Judged order : batch.judged()) {
            OrderOutcome outcome = null;
            List<FieldError> errors = order.errors();
            List<FieldError> found = order.warnings();
            if (order.isGood()) {
                outcome = outcomes.get(next++);
                counts.add(outcome);
                errors = UploadResult.errors(outcome, "/orders/" + results.size());
                Read.Good<Boolean> notes = UploadResult.notes(outcome, "/orders/" + results.size(), batch.room);
                batch.room.take(notes);
                found = Stream.concat(UploadResult.warnings(found, outcome).stream(), notes.warnings().stream())
                        .toList();
                failures.reportUnreadable(exchange, outcome);
            } else {
                counts.addRejected();
            }
            results.add(new UploadResult(results.size(), order.id(), outcome, errors, found));
        }
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            counts.write(json);
            json.text("upload", id == null ? null : id.value());
            json.writeArrayPropertyStart("results");
            results.forEach(r -> r.write(json));
            json.writeEndArray();
            ProblemWriter.writeErrors(json, "warnings", warnings);
            ProblemWriter.writeTruncated(json, batch.room.isErrorsTruncated(), batch.room.isWarningsTruncated());
            json.writeEndObject();
        }
        return Answer.json(200, strict);
    }

    /** The orders of an upload, each judged when it is read, in the order in which they come. */
    private static final class Batch implements JsonBody.Elements {
        private final Instant now;
        private final boolean strict;
        private final int maxBytes;
        private final FaultRoom room = new FaultRoom();
        private final List<Judged> judged = new ArrayList<>();
        private List<UploadedOrder> good = new ArrayList<>();

        Batch(Instant now, boolean strict, int maxBytes) {
            this.now = now;
            this.strict = strict;
            this.maxBytes = maxBytes;
        }

        /**
         * One of them.
         *
         * @param id as far as it may be repeated
         * @param isGood whether it can be kept
         */
        record Judged(@Nullable String id, boolean isGood, List<FieldError> errors, List<FieldError> warnings) {}

        @Override
        public String list() {
            return "orders";
        }

        @Override
        public int most() {
            return EvidenceService.MAX_ORDERS;
        }

        /** As each is a byte at least, an order with more is too long. */
        @Override
        public int mostValues() {
            return maxBytes;
        }

        @Override
        public void take(JsonNode order, long bytes, boolean whole) {
            LongWork.letOthersRun(judged.size());
            String pointer = "/orders/" + judged.size();
            String id = OrderReader.repeatableId(order);
            // As it was sent it may have more white space and escapes than count.
            if (!whole || (bytes > maxBytes && JsonBody.size(order) > maxBytes)) {
                Faults faults = new Faults(Faults.Unknown.refusedIf(strict), room);
                faults.error(pointer, FaultCode.TOO_LONG, "an order must have at most " + maxBytes + " bytes");
                add(id, faults.refusal());
            } else {
                add(id, OrderReader.read(order, pointer, now, strict, room));
            }
        }

        private void add(@Nullable String id, Read<UploadedOrder> read) {
            room.take(read);
            switch (read) {
                case Read.Bad<UploadedOrder> bad -> judged.add(new Judged(id, false, bad.errors(), bad.warnings()));
                case Read.Good<UploadedOrder> accepted -> {
                    judged.add(new Judged(id, true, List.of(), accepted.warnings()));
                    good.add(accepted.value());
                }
            }
        }

        List<Judged> judged() {
            return judged;
        }

        /** Those that can be kept, once: while they wait for their commit, nothing else needs them. */
        List<UploadedOrder> takeGood() {
            List<UploadedOrder> taken = good;
            good = List.of();
            return taken;
        }

        boolean hasRejected() {
            return good.size() < judged.size();
        }

        /** Returns the faults of all orders as one refusal. */
        Read.Bad<Boolean> allFaults() {
            List<FieldError> errors =
                    judged.stream().flatMap(j -> j.errors().stream()).toList();
            return new Read.Bad<>(
                    errors.subList(0, Math.min(errors.size(), FaultRoom.MOST)),
                    judged.stream().flatMap(j -> j.warnings().stream()).toList(),
                    room.isErrorsTruncated() || errors.size() > FaultRoom.MOST,
                    room.isWarningsTruncated());
        }
    }
}
