package org.orderevidence.api;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.api.UploadRecords.Disputes;
import org.orderevidence.api.UploadRecords.Orders;
import org.orderevidence.api.UploadRecords.Sightings;
import org.orderevidence.api.UploadRecords.UploadResult;
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
import org.orderevidence.order.UploadId;
import org.orderevidence.process.LongWork;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Uploads: stores orders, disputes and sightings, lists the uploads with an ID, and undoes them. */
record UploadOperations(EvidenceService service, Uploads uploads, Accounts accounts, Failures failures) {
    private static final List<String> TYPES = List.of(MediaTypes.JSON, MediaTypes.NDJSON);
    private static final SecureRandom RANDOM = new SecureRandom();

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
        return body.upload(TYPES, type -> {
            boolean isNdjson = type.equals(MediaTypes.NDJSON);
            UploadId upload = id == null && isNdjson ? UploadId.of(service.now(), RANDOM) : id;
            Orders orders = new Orders(exchange, service, uploads, failures, upload);
            return isNdjson ? ndjson(orders, upload) : json(body, upload, orders);
        });
    }

    /** Stores disputes. Each is accepted or rejected on its own. */
    Answer disputes(Exchange exchange) {
        RequestBody body = new RequestBody(exchange);
        return body.upload(TYPES, type -> {
            Disputes disputes = new Disputes(exchange, service);
            return type.equals(MediaTypes.NDJSON) ? ndjson(disputes, null) : json(body, null, disputes);
        });
    }

    Answer sightings(Exchange exchange) {
        return new RequestBody(exchange)
                .upload(List.of(MediaTypes.NDJSON), _ -> ndjson(new Sightings(exchange, service), null));
    }

    private Answer ndjson(UploadRecords<?> records, @Nullable UploadId id) {
        return new NdjsonUpload<>(records, failures, id).answer();
    }

    /**
     * Stores the records of a JSON body.
     *
     * @param id of the upload; {@code null} if it has none
     */
    private static <T> Answer json(RequestBody body, @Nullable UploadId id, UploadRecords<T> records) {
        Exchange exchange = records.exchange;
        Batch<T> batch = new Batch<>(records);
        return body.readJson(batch, json -> switch (batch.envelope(json)) {
            case Read.Bad<Boolean> bad -> exchange.invalid(bad);
            case Read.Good<Boolean> alone -> {
                Read.Good<Boolean> good = alone.within(batch.room);
                batch.room.take(good);
                yield batch.strict && batch.good.size() < batch.judged.size()
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
        results.forEach(result -> batch.records.counts.add(result.outcome(), 1));
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            batch.records.counts.write(json);
            json.text("upload", id == null ? null : id.value());
            json.writeObjects("results", results, each -> each.write(json));
            Problem.writeErrors(json, "warnings", warnings);
            Problem.writeTruncated(json, batch.room.isErrorsTruncated(), batch.room.isWarningsTruncated());
            json.writeEndObject();
        }
        return Answer.json(200, exchange.isStrict());
    }

    /** The records of a JSON upload, each judged when it is read, in the order in which they come. */
    private static final class Batch<T> implements JsonBody.Elements {
        private final UploadRecords<T> records;
        private final boolean strict;
        private final int maxBytes;
        private final FaultRoom room = new FaultRoom();
        private final List<UploadResult> judged = new ArrayList<>();
        private List<T> good = new ArrayList<>();

        Batch(UploadRecords<T> records) {
            this.records = records;
            this.strict = records.exchange.isStrict();
            this.maxBytes = records.exchange.limits().lineBytes();
        }

        @Override
        public String list() {
            return records.noun + "s";
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
            boolean isOneAlone = !body.has(list()) && records.ownFields.stream().anyMatch(body::has);
            if (isOneAlone) {
                faults.error(pointer, FaultCode.REQUIRED, "one " + records.noun + " is sent as a list of one: " + send);
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
                faults.error(pointer, FaultCode.REQUIRED, list() + " must have at least one " + records.noun);
            }
            fields.list(list(), most());
            fields.finish();
            return faults.refuse() ? faults.refusal() : faults.acceptance(true);
        }

        @Override
        public void take(JsonNode record, long bytes, boolean whole) {
            LongWork.letOthersRun(judged.size());
            String pointer = "/" + list() + "/" + judged.size();
            String id = records.repeatableId(record);
            // As it was sent it may have more white space and escapes than count.
            if (!whole || (bytes > maxBytes && JsonBody.size(record) > maxBytes)) {
                Faults faults = new Faults(Faults.Unknown.refusedIf(strict), room);
                String article = records.noun.startsWith("o") ? "an " : "a ";
                faults.error(
                        pointer,
                        FaultCode.TOO_LONG,
                        article + records.noun + " must have at most " + maxBytes + " bytes");
                add(id, faults.refusal());
            } else {
                add(id, records.read(record, pointer, strict, room));
            }
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
            List<UploadResult> accepted =
                    judged.stream().filter(each -> each.errors().isEmpty()).toList();
            Iterator<UploadResult> stored =
                    records.store(taken, accepted, "/" + list() + "/", room, 0).iterator();
            for (UploadResult each : judged) {
                results.add(each.errors().isEmpty() ? stored.next() : each);
            }
            return results;
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
}
