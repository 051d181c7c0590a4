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
import org.orderevidence.service.DisputeUploads.UploadedDispute;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.DisputeReader;
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

/** Uploads: stores orders, disputes and sightings, lists the uploads with an ID, and undoes them. */
final class UploadOperations {
    private static final List<String> TYPES = List.of(MediaTypes.JSON, MediaTypes.NDJSON);
    private static final String RECORDED = "recorded";

    /** A body with one of these is probably a single order. */
    private static final List<String> ORDER_FIELDS = List.of("id", "amount", "currency", "transactionDate");

    private static final List<String> DISPUTE_FIELDS = List.of(DisputeUpload.ID, "condition", "openedAt");

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
                        : upload(exchange, body, id, new OrderBatch(exchange, id)));
    }

    /** Stores disputes. Each is accepted or rejected on its own. */
    Answer disputes(Exchange exchange) {
        RequestBody body = new RequestBody(exchange);
        return body.upload(
                TYPES,
                type -> type.equals(MediaTypes.NDJSON)
                        ? new Disputes(exchange).answer()
                        : upload(exchange, body, null, new DisputeBatch(exchange)));
    }

    Answer sightings(Exchange exchange) {
        return new RequestBody(exchange).upload(List.of(MediaTypes.NDJSON), _ -> new Sightings(exchange).answer());
    }

    /**
     * Stores the records of a JSON body.
     *
     * @param id of the upload; {@code null} if it has none
     */
    private <T> Answer upload(Exchange exchange, RequestBody body, @Nullable UploadId id, Batch<T> batch) {
        boolean strict = exchange.isStrict();
        return body.readJson(batch, json -> switch (batch.envelope(json)) {
            case Read.Bad<Boolean> bad -> exchange.invalid(bad);
            case Read.Good<Boolean> alone -> {
                Read.Good<Boolean> good = alone.within(batch.room);
                batch.room.take(good);
                yield strict && batch.hasRejected()
                        ? exchange.invalid(batch.allFaults())
                        : keep(exchange, id, batch, good.warnings());
            }
        });
    }

    private static <T> Answer keep(
            Exchange exchange, @Nullable UploadId id, Batch<T> batch, List<FieldError> warnings) {
        List<UploadResult> results;
        try {
            results = batch.store();
        } catch (UploadUndone undone) {
            return exchange.problem(
                    Problem.UPLOAD_UNDONE, "The upload " + id + " was undone. Nothing was stored. Use another ID.");
        }
        results.forEach(result -> batch.counts.add(result.outcome(), 1));
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            batch.counts.write(json);
            json.text("upload", id == null ? null : id.value());
            json.writeArrayPropertyStart("results");
            results.forEach(r -> r.write(json));
            json.writeEndArray();
            ProblemWriter.writeErrors(json, "warnings", warnings);
            ProblemWriter.writeTruncated(json, batch.room.isErrorsTruncated(), batch.room.isWarningsTruncated());
            json.writeEndObject();
        }
        return Answer.json(200, exchange.isStrict());
    }

    /** The records of a JSON upload, each judged when it is read, in the order in which they come. */
    private abstract static class Batch<T> implements JsonBody.Elements {
        private final String noun;
        private final String list;
        private final List<String> ownFields;
        private final boolean strict;
        private final int maxBytes;
        final UploadResult.Counts counts;
        final FaultRoom room = new FaultRoom();
        private final List<UploadResult> judged = new ArrayList<>();
        private List<T> good = new ArrayList<>();

        /**
         * @param noun what a record is, such as {@code order}
         * @param ownFields a body with one of these is probably a single record
         */
        Batch(Exchange exchange, String noun, List<String> ownFields, UploadResult.Counts counts) {
            this.noun = noun;
            this.list = noun + "s";
            this.ownFields = ownFields;
            this.strict = exchange.isStrict();
            this.maxBytes = exchange.limits().lineBytes();
            this.counts = counts;
        }

        abstract Read<T> read(JsonNode json, String pointer, boolean strict);

        abstract @Nullable String repeatableId(JsonNode json);

        /**
         * Stores records.
         *
         * @param judged what is known of each
         * @return the result of each
         */
        abstract List<UploadResult> store(List<T> records, List<UploadResult> judged);

        @Override
        public String list() {
            return list;
        }

        @Override
        public int most() {
            return EvidenceService.MAX_ORDERS;
        }

        /** As each is a byte at least, a record with more is too long. */
        @Override
        public int mostValues() {
            return maxBytes;
        }

        /** Checks the object around the records, and that it has at least one record and not too many. */
        Read<Boolean> envelope(JsonNode body) {
            Faults faults = new Faults(Faults.Unknown.refusedIf(strict));
            String pointer = "/" + list();
            String send = "send {\"" + list() + "\": [{...}]}";
            if (body.isArray()) {
                faults.error("", FaultCode.WRONG_TYPE, "the list of " + list() + " needs a name: " + send);
                return faults.refusal();
            }
            boolean isOneAlone = !body.has(list()) && ownFields.stream().anyMatch(body::has);
            if (isOneAlone) {
                faults.error(pointer, FaultCode.REQUIRED, "one " + noun + " is sent as a list of one: " + send);
                return faults.refusal();
            }
            Fields fields = Fields.of(body, "", faults);
            if (fields == null) {
                return faults.refusal();
            }
            if (body.path(list()).isObject()) {
                faults.error(pointer, FaultCode.WRONG_TYPE, list() + " must be a list, not an object: " + send);
                return faults.refusal();
            }
            fields.require(list());
            boolean isEmptyList =
                    body.path(list()).isArray() && body.path(list()).isEmpty();
            if (isEmptyList) {
                faults.error(pointer, FaultCode.REQUIRED, list() + " must have at least one " + noun);
            }
            fields.list(list(), most());
            fields.finish();
            return faults.refuse() ? faults.refusal() : faults.acceptance(true);
        }

        @Override
        public void take(JsonNode record, long bytes, boolean whole) {
            LongWork.letOthersRun(judged.size());
            String pointer = pointer(judged.size());
            String id = repeatableId(record);
            // As it was sent it may have more white space and escapes than count.
            if (!whole || (bytes > maxBytes && JsonBody.size(record) > maxBytes)) {
                Faults faults = new Faults(Faults.Unknown.refusedIf(strict), room);
                String article = noun.startsWith("o") ? "an " : "a ";
                faults.error(pointer, FaultCode.TOO_LONG, article + noun + " must have at most " + maxBytes + " bytes");
                add(id, faults.refusal());
            } else {
                add(id, read(record, pointer, strict));
            }
        }

        String pointer(long index) {
            return "/" + list() + "/" + index;
        }

        private void add(@Nullable String id, Read<T> read) {
            room.take(read);
            switch (read) {
                case Read.Bad<T> bad -> judged.add(new UploadResult(judged.size(), id, bad.errors(), bad.warnings()));
                case Read.Good<T> accepted -> {
                    judged.add(new UploadResult(judged.size(), id, List.of(), accepted.warnings()));
                    good.add(accepted.value());
                }
            }
        }

        /** Stores those without faults, once: while they wait for their commit, nothing else needs them. */
        List<UploadResult> store() {
            List<T> taken = good;
            good = List.of();
            List<UploadResult> results = new ArrayList<>(judged.size());
            Iterator<UploadResult> stored = store(
                            taken,
                            judged.stream()
                                    .filter(each -> each.errors().isEmpty())
                                    .toList())
                    .iterator();
            for (UploadResult each : judged) {
                results.add(each.errors().isEmpty() ? stored.next() : each);
            }
            return results;
        }

        boolean hasRejected() {
            return good.size() < judged.size();
        }

        /** Returns the faults of all records as one refusal. */
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

    private final class OrderBatch extends Batch<UploadedOrder> {
        private final Exchange exchange;
        private final @Nullable UploadId id;
        private final Instant now = service.now();

        OrderBatch(Exchange exchange, @Nullable UploadId id) {
            super(exchange, "order", ORDER_FIELDS, UploadResult.Counts.ofOrders(service));
            this.exchange = exchange;
            this.id = id;
        }

        @Override
        Read<UploadedOrder> read(JsonNode json, String pointer, boolean strict) {
            return OrderReader.read(json, pointer, now, strict, room);
        }

        @Override
        @Nullable
        String repeatableId(JsonNode json) {
            return OrderReader.repeatableId(json);
        }

        @Override
        List<UploadResult> store(List<UploadedOrder> orders, List<UploadResult> judged) {
            List<OrderOutcome> outcomes = uploads.upload(exchange.actor(), exchange.space(), id, orders);
            List<UploadResult> results = new ArrayList<>(judged.size());
            for (int i = 0; i < judged.size(); i++) {
                OrderOutcome outcome = outcomes.get(i);
                failures.reportUnreadable(exchange, outcome);
                String pointer = pointer(judged.get(i).index());
                Read.Good<Boolean> notes = UploadResult.notes(outcome, pointer, room);
                room.take(notes);
                results.add(judged.get(i).stored(outcome, pointer, notes.warnings()));
            }
            return results;
        }
    }

    private final class DisputeBatch extends Batch<UploadedDispute> {
        private final DisputeUpload upload;
        private final Instant now = service.now();

        DisputeBatch(Exchange exchange) {
            super(exchange, "dispute", DISPUTE_FIELDS, DisputeUpload.counts(service));
            upload = new DisputeUpload(exchange, service);
        }

        @Override
        Read<UploadedDispute> read(JsonNode json, String pointer, boolean strict) {
            return DisputeReader.readUploaded(json, pointer, now, strict, room);
        }

        @Override
        @Nullable
        String repeatableId(JsonNode json) {
            return OrderReader.repeatableId(json, DisputeUpload.ID);
        }

        @Override
        List<UploadResult> store(List<UploadedDispute> disputes, List<UploadResult> judged) {
            return upload.store(disputes, judged, "/disputes/", room, 0);
        }
    }

    private final class Disputes extends NdjsonUpload<UploadedDispute> {
        private final DisputeUpload upload;

        /** Those of the batch that have warnings already. */
        private final BitSet warned = new BitSet();

        Disputes(Exchange exchange) {
            super(exchange, UploadOperations.this.failures, null, DisputeUpload.counts(service));
            upload = new DisputeUpload(exchange, service);
        }

        @Override
        Read<UploadedDispute> read(JsonNode json, String pointer, FaultRoom room) {
            return DisputeReader.readUploaded(json, pointer, service.now(), false, room);
        }

        @Override
        @Nullable
        String repeatableId(JsonNode json) {
            return OrderReader.repeatableId(json, DisputeUpload.ID);
        }

        @Override
        void accepted(int place, Read.Good<UploadedDispute> read) {
            warned.set(place, read.hasWarnings());
        }

        @Override
        long memoryOfMore() {
            return upload.memory();
        }

        @Override
        void store(List<UploadedDispute> disputes, List<Long> lines) {
            List<UploadResult> judged = new ArrayList<>(lines.size());
            for (int i = 0; i < lines.size(); i++) {
                judged.add(
                        new UploadResult(lines.get(i), disputes.get(i).dispute().disputeId(), List.of(), List.of()));
            }
            List<UploadResult> results = upload.store(disputes, judged, "/", new FaultRoom(), memory());
            for (int i = 0; i < results.size(); i++) {
                UploadResult result = results.get(i);
                counts.add(result.outcome(), 1);
                if (!result.errors().isEmpty()) {
                    list(result.index(), result.id(), new Read.Bad<>(result.errors(), List.of(), false, false));
                } else if (warned.get(i) || !result.warnings().isEmpty()) {
                    warned();
                }
            }
            warned.clear();
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
