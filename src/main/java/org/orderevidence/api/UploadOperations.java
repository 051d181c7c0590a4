package org.orderevidence.api;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.erasure.Uploads.Undone;
import org.orderevidence.erasure.Uploads.UploadUndone;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.UploadId;
import org.orderevidence.process.LongWork;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.SeenCustomer;
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
import org.orderevidence.wire.TrackReader;
import tools.jackson.databind.JsonNode;

/** Uploads: stores orders and sightings, lists the uploads with an ID, and undoes them. */
final class UploadOperations {
    private static final List<String> TYPES = List.of(MediaTypes.JSON, MediaTypes.NDJSON);
    private static final String RECORDED = "recorded";

    /** The expected body, for messages about other bodies. */
    private static final String WRAPPER = "{\"orders\": [{...}]}";

    /** A body with one of these is probably a single order. */
    private static final List<String> ORDER_FIELDS = List.of("id", "amount", "currency", "transactionDate");

    private final EvidenceService service;
    private final Uploads uploads;
    private final Accounts accounts;
    private final Failures failures;
    private final SecureRandom random = new SecureRandom();

    UploadOperations(EvidenceService service, Uploads uploads, Accounts accounts, Failures failures) {
        this.service = service;
        this.uploads = uploads;
        this.accounts = accounts;
        this.failures = failures;
    }

    Answer list(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String before = Cursor.of(query, UploadId.FORM);
        // One more than the page has: whether another page follows.
        return query.answer(
                exchange,
                () -> exchange.page(
                        Answers.UPLOADS,
                        uploads.list(exchange.space(), before, per + 1),
                        per,
                        upload -> upload.id().value()));
    }

    /** Undoes an upload. Repeating it continues it, and changes nothing more in the end. */
    Answer undo(Exchange exchange) {
        String id = exchange.parameter("uploadId");
        return AccountOperations.change(
                exchange,
                accounts,
                actor -> (id.matches(UploadId.FORM)
                                ? uploads.undo(actor, exchange.space(), new UploadId(id))
                                : Optional.<Undone>empty())
                        .map(undone -> exchange.object(200, Answers.UNDONE, undone))
                        .orElseGet(() -> exchange.problem(
                                Problem.UPLOAD_NOT_FOUND,
                                "No upload of the last 30 days has this ID. List the uploads with GET"
                                        + " /api/v2/uploads.")));
    }

    /** Stores orders. Each is accepted or rejected on its own. */
    Answer orders(Exchange exchange) {
        Query query = new Query(exchange, List.of("upload"));
        String id = query.matching("upload", UploadId.FORM, "upload must be " + UploadId.RULE);
        return query.answer(exchange, () -> orders(exchange, id == null ? null : new UploadId(id)));
    }

    private Answer orders(Exchange exchange, @Nullable UploadId id) {
        RequestBody body = new RequestBody(exchange);
        return body.upload(
                TYPES,
                type -> type.equals(MediaTypes.NDJSON)
                        ? new Orders(exchange, id == null ? UploadId.of(service.now(), random) : id).answer()
                        : upload(exchange, body, id));
    }

    Answer sightings(Exchange exchange) {
        return new RequestBody(exchange).upload(List.of(MediaTypes.NDJSON), _ -> new Sightings(exchange).answer());
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
        List<UploadResult> results = new ArrayList<>(batch.judged.size());
        Iterator<OrderOutcome> stored = outcomes.iterator();
        for (UploadResult judged : batch.judged) {
            if (!judged.errors().isEmpty()) {
                counts.addRejected();
                results.add(judged);
                continue;
            }
            OrderOutcome outcome = stored.next();
            counts.add(outcome);
            failures.reportUnreadable(exchange, outcome);
            String pointer = "/orders/" + judged.index();
            Read.Good<Boolean> notes = UploadResult.notes(outcome, pointer, batch.room);
            batch.room.take(notes);
            results.add(judged.stored(outcome, pointer, notes.warnings()));
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
        private final List<UploadResult> judged = new ArrayList<>();
        private List<UploadedOrder> good = new ArrayList<>();

        Batch(Instant now, boolean strict, int maxBytes) {
            this.now = now;
            this.strict = strict;
            this.maxBytes = maxBytes;
        }

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
                case Read.Bad<UploadedOrder> bad ->
                    judged.add(new UploadResult(judged.size(), id, null, bad.errors(), bad.warnings()));
                case Read.Good<UploadedOrder> accepted -> {
                    judged.add(new UploadResult(judged.size(), id, null, List.of(), accepted.warnings()));
                    good.add(accepted.value());
                }
            }
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

    private final class Orders extends NdjsonUpload<UploadedOrder> {
        private final UploadId id;

        private final BitSet warned = new BitSet();

        /** Those whose only warning is that they do not state their card, which another source can have stated. */
        private final BitSet withoutCard = new BitSet();

        Orders(Exchange exchange, UploadId id) {
            super(exchange, UploadOperations.this.failures, id, UploadResult.Counts.ofOrders(service));
            this.id = id;
        }

        @Override
        Read<UploadedOrder> read(JsonNode json, String pointer, FaultRoom room) {
            return OrderReader.read(json, pointer, service.now(), false, room);
        }

        @Override
        @Nullable
        String repeatableId(JsonNode json) {
            return OrderReader.repeatableId(json);
        }

        @Override
        void accepted(int place, Read.Good<UploadedOrder> read) {
            if (read.hasWarnings()) {
                boolean aboutMore =
                        read.warnings().isEmpty() || read.warnings().stream().anyMatch(UploadResult::isAboutMore);
                (aboutMore ? warned : withoutCard).set(place);
            }
        }

        @Override
        void store(List<UploadedOrder> orders, List<Long> lines) {
            List<OrderOutcome> outcomes = uploads.upload(exchange.actor(), exchange.space(), id, orders);
            for (int i = 0; i < outcomes.size(); i++) {
                OrderOutcome outcome = outcomes.get(i);
                counts.add(outcome);
                long line = lines.get(i);
                List<FieldError> errors = UploadResult.errors(outcome, "/" + line);
                failures.reportUnreadable(exchange, outcome);
                if (warned.get(i)
                        || (withoutCard.get(i) && !outcome.hasCard())
                        || UploadResult.notes(outcome, "/" + line, NO_ROOM).hasWarnings()) {
                    warned();
                }
                if (!errors.isEmpty()) {
                    list(line, orders.get(i).id().value(), new Read.Bad<>(errors, List.of(), false, false));
                }
            }
            warned.clear();
            withoutCard.clear();
        }
    }

    private final class Sightings extends NdjsonUpload<SeenCustomer> {
        Sightings(Exchange exchange) {
            super(
                    exchange,
                    UploadOperations.this.failures,
                    null,
                    new UploadResult.Counts("no sightings", service.uploadedSightings(), RECORDED));
        }

        @Override
        Read<SeenCustomer> read(JsonNode json, String pointer, FaultRoom room) {
            return TrackReader.read(
                    json,
                    pointer,
                    service.now(),
                    service.retention().days(exchange.space()),
                    new Faults(Faults.Unknown.IGNORED, room));
        }

        @Override
        void accepted(int place, Read.Good<SeenCustomer> read) {
            if (read.hasWarnings()) {
                warned();
            }
        }

        @Override
        void store(List<SeenCustomer> customers, List<Long> lines) {
            service.track(exchange.space(), customers);
            counts.add(RECORDED, customers.size());
        }
    }
}
