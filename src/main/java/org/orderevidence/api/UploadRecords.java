package org.orderevidence.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.UploadId;
import org.orderevidence.order.part.Part;
import org.orderevidence.process.LongWork;
import org.orderevidence.process.Tally;
import org.orderevidence.service.DisputeUploads;
import org.orderevidence.service.DisputeUploads.Result;
import org.orderevidence.service.DisputeUploads.UploadedDispute;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** What an upload has: orders, disputes or sightings. Reads each, and stores several together. */
abstract class UploadRecords<T> {
    final Exchange exchange;
    final EvidenceService service;
    final String noun;

    /** Name of the ID of a record; empty if it has none. */
    final String idField;

    final UploadResult.Counts counts;

    /** A body with one of these is probably a single record. */
    final List<String> ownFields;

    private UploadRecords(
            Exchange exchange,
            EvidenceService service,
            String noun,
            String idField,
            UploadResult.Counts counts,
            List<String> ownFields) {
        this.exchange = exchange;
        this.service = service;
        this.noun = noun;
        this.idField = idField;
        this.counts = counts;
        this.ownFields = ownFields;
    }

    /**
     * Reads a record.
     *
     * @param pointer to it, such as {@code /12} for a line of NDJSON
     * @param room how many faults the answer may still list
     */
    abstract Read<T> read(JsonNode json, String pointer, boolean strict, FaultRoom room);

    /**
     * Stores records, and returns the result of each.
     *
     * @param judged what is known of each
     * @param prefix of the pointer of a record, before its index
     * @param other bytes of memory that the request needs besides
     */
    abstract List<UploadResult> store(
            List<T> records, List<UploadResult> judged, String prefix, FaultRoom room, long other);

    /** Returns the memory of what is remembered of earlier records, in bytes. */
    long memory() {
        return 0;
    }

    /** Returns the ID of a record as far as the answer may repeat it; {@code null} if it has none. */
    @Nullable
    String repeatableId(JsonNode json) {
        return idField.isEmpty() ? null : OrderReader.repeatableId(json, idField);
    }

    static final class Orders extends UploadRecords<UploadedOrder> {
        private final Uploads uploads;
        private final Failures failures;
        private final @Nullable UploadId upload;

        /** @param upload its ID; {@code null} if it has none */
        Orders(
                Exchange exchange,
                EvidenceService service,
                Uploads uploads,
                Failures failures,
                @Nullable UploadId upload) {
            super(
                    exchange,
                    service,
                    "order",
                    "id",
                    new UploadResult.Counts(
                            "no orders", service.counts().orders(), "created", "updated", "unchanged", "stale"),
                    List.of("id", "amount", "currency", "transactionDate"));
            this.uploads = uploads;
            this.failures = failures;
            this.upload = upload;
        }

        @Override
        Read<UploadedOrder> read(JsonNode json, String pointer, boolean strict, FaultRoom room) {
            return OrderReader.read(json, pointer, service.now(), strict, room);
        }

        @Override
        List<UploadResult> store(
                List<UploadedOrder> orders, List<UploadResult> judged, String prefix, FaultRoom room, long other) {
            List<OrderOutcome> outcomes = uploads.upload(exchange.actor(), exchange.space(), upload, orders);
            List<UploadResult> results = new ArrayList<>(judged.size());
            for (int i = 0; i < judged.size(); i++) {
                OrderOutcome outcome = outcomes.get(i);
                failures.reportUnreadable(exchange, outcome);
                String pointer = prefix + judged.get(i).index();
                Read.Good<Boolean> notes = UploadResult.notes(outcome, pointer, room);
                room.take(notes);
                results.add(judged.get(i).stored(outcome, pointer, notes.warnings()));
            }
            return results;
        }
    }

    static final class Disputes extends UploadRecords<UploadedDispute> {
        /** Maximum number of bytes of a dispute whose order is remembered. */
        private static final int KNOWN_BYTES = 512;

        private static final String ID = "disputeId";

        private final DisputeUploads disputes;

        Disputes(Exchange exchange, EvidenceService service) {
            super(
                    exchange,
                    service,
                    "dispute",
                    ID,
                    new UploadResult.Counts(
                            "no disputes", service.counts().disputes(), "created", "updated", "unchanged", "waiting"),
                    List.of(ID, "condition", "openedAt"));
            this.disputes = service.disputeUploads();
        }

        @Override
        Read<UploadedDispute> read(JsonNode json, String pointer, boolean strict, FaultRoom room) {
            return DisputeReader.readUploaded(json, pointer, service.now(), strict, room);
        }

        @Override
        long memory() {
            return (long) disputes.known() * KNOWN_BYTES;
        }

        @Override
        List<UploadResult> store(
                List<UploadedDispute> uploaded, List<UploadResult> judged, String prefix, FaultRoom room, long other) {
            exchange.share()
                    .hold(other
                            + RequestMemory.ofList(
                                    DisputeUploads.MAX_TOGETHER,
                                    exchange.limits().lineBytes()));
            List<UploadResult> results = new ArrayList<>(judged.size());
            for (int from = 0; from < uploaded.size(); from += DisputeUploads.MAX_TOGETHER) {
                LongWork.letOthersRun(from);
                int first = from;
                List<UploadedDispute> some =
                        uploaded.subList(from, Math.min(uploaded.size(), from + DisputeUploads.MAX_TOGETHER));
                // The last one counts: the service can ask more than once.
                Map<Integer, Read<Dispute>> compared = new HashMap<>();
                List<Result> stored = disputes.store(exchange.actor(), exchange.space(), some, (place, order) -> {
                    Dispute dispute = some.get(place)
                            .over(order.dispute(some.get(place).dispute().disputeId()));
                    Read<Dispute> read = FactOperations.compared(
                            new Read.Good<>(dispute, List.of(), false),
                            order,
                            prefix + judged.get(first + place).index(),
                            room);
                    compared.put(place, read);
                    return read instanceof Read.Good<Dispute> ? Optional.of(dispute) : Optional.empty();
                });
                for (int i = 0; i < some.size(); i++) {
                    UploadResult before = judged.get(from + i);
                    Read<Dispute> read =
                            read(some.get(i), stored.get(i), compared.get(i), prefix + before.index(), room);
                    room.take(read);
                    results.add(
                            switch (read) {
                                case Read.Bad<Dispute> bad ->
                                    new UploadResult(before.index(), before.id(), bad.errors(), before.warnings());
                                case Read.Good<Dispute> good ->
                                    before.as(stored.get(i).fate().name().toLowerCase(Locale.ROOT), good.warnings());
                            });
                }
            }
            return results;
        }

        /** Returns why a dispute is not stored, or what there is to say about one that is. */
        private static Read<Dispute> read(
                UploadedDispute stated,
                Result result,
                @Nullable Read<Dispute> compared,
                String pointer,
                FaultRoom room) {
            Faults faults = new Faults(Faults.Unknown.IGNORED, room);
            String reference = pointer + "/" + field(stated.kind());
            switch (result.fate()) {
                case CREATED, UPDATED, UNCHANGED, REFUSED -> {
                    return compared == null ? faults.acceptance(stated.dispute()) : compared;
                }
                case ERASED, WAITING -> {
                    return faults.acceptance(stated.dispute());
                }
                case TOO_MANY -> faults.error(pointer, FaultCode.TOO_MANY, FactOperations.TOO_MANY);
                case NO_ROOM ->
                    faults.error(
                            pointer,
                            FaultCode.TOO_MANY,
                            "at most " + PendingStore.MAX_FACTS
                                    + " disputes and other facts wait for their orders; upload the orders first");
                case NO_ORDER ->
                    faults.error(
                            reference,
                            FaultCode.ORDER_NOT_FOUND,
                            "no order has this card, amount and currency on this day, and a dispute cannot wait for these;"
                                    + " send orderId or gatewayTransactionId, or upload the order first");
                case AMBIGUOUS ->
                    faults.error(
                            reference,
                            FaultCode.AMBIGUOUS,
                            result.orders() + (result.orders() == DisputeUploads.MAX_COUNTED ? " or more" : "")
                                    + " orders match, but only one can have the dispute; send orderId");
                case OTHER_ORDER ->
                    faults.error(
                            pointer + "/" + ID,
                            FaultCode.INCONSISTENT,
                            "was stated for another order before in this upload, but a dispute has one order; correct the"
                                    + " ID or the order");
                case UNREADABLE -> faults.error(reference, FaultCode.STORED_ORDER_UNREADABLE, UploadResult.UNREADABLE);
            }
            return faults.refusal();
        }

        private static String field(Kind kind) {
            return switch (kind) {
                case ORDER_ID -> "orderId";
                case GATEWAY_TRANSACTION_ID -> "gatewayTransactionId";
                case ARN -> "arn";
                case CARD -> "last4";
                case DISPUTE, NETWORK_ID, CUSTOMER, NAME, LAST4, AMOUNT ->
                    throw new IllegalArgumentException("no dispute names " + kind);
            };
        }
    }

    static final class Sightings extends UploadRecords<SeenCustomer> {
        private static final String RECORDED = "recorded";

        Sightings(Exchange exchange, EvidenceService service) {
            super(
                    exchange,
                    service,
                    "sighting",
                    "",
                    new UploadResult.Counts("no sightings", service.counts().sightings(), RECORDED),
                    List.of());
        }

        @Override
        Read<SeenCustomer> read(JsonNode json, String pointer, boolean strict, FaultRoom room) {
            return OrderReader.readSighting(
                    json,
                    pointer,
                    service.now(),
                    service.retention().days(exchange.space()),
                    new Faults(Faults.Unknown.refusedIf(strict), room));
        }

        @Override
        List<UploadResult> store(
                List<SeenCustomer> customers, List<UploadResult> judged, String prefix, FaultRoom room, long other) {
            service.track(exchange.space(), customers);
            return judged.stream().map(each -> each.as(RECORDED, List.of())).toList();
        }
    }

    /**
     * The result of one record of an upload.
     *
     * @param index its position in the upload, from 0; for NDJSON its line number, from 1
     * @param id its id, as far as it may be repeated
     * @param outcome the word for the result; {@link #REJECTED} also if it is not stored yet
     * @param heldRevision the stored one of an order, if it is newer
     * @param errors why it was rejected, as far as the answer has room ({@link FaultRoom})
     */
    record UploadResult(
            long index,
            @Nullable String id,
            String outcome,
            @Nullable Long heldRevision,
            List<FieldError> errors,
            List<FieldError> warnings) {
        /** The detail of the error when an order has no room for another part. */
        static final String TOO_MANY_PARTS = "the order has " + Part.MAX_PARTS + " parts already, or more than "
                + (StoredPart.MAX_BYTES >> 10) + " KB of them; contact the operator if your integrations need more";

        static final String REJECTED = "rejected";

        static final String UNREADABLE =
                "the stored order cannot be read, so nothing can be added to it; ask the operator to run"
                        + " ./evidence store verify";

        /** A record that is rejected, or not stored yet. */
        UploadResult(long index, @Nullable String id, List<FieldError> errors, List<FieldError> warnings) {
            this(index, id, REJECTED, null, errors, warnings);
        }

        /** The same once it is stored. */
        UploadResult as(String stored, List<FieldError> more) {
            List<FieldError> all = new ArrayList<>(warnings);
            all.addAll(more);
            return new UploadResult(index, id, stored, null, List.of(), all);
        }

        /** Counts the records of an upload by their outcomes. */
        static final class Counts {
            private final Map<String, Long> counts = new LinkedHashMap<>();
            private final String none;
            private final Tally all;

            /**
             * @param none says that there are no records
             * @param all counts the records of all uploads
             * @param outcomes that are always named, besides that of rejected records
             */
            Counts(String none, Tally all, String... outcomes) {
                this.none = none;
                this.all = all;
                for (String outcome : outcomes) {
                    counts.put(outcome, 0L);
                }
                counts.put(REJECTED, 0L);
            }

            void addRejected() {
                add(REJECTED, 1);
            }

            void add(String outcome, long records) {
                all.add(outcome, records);
                counts.merge(outcome, records, Long::sum);
            }

            /** Writes the message and the counts as fields of the object that is being written. */
            void write(JsonWriter json) {
                String message = counts.entrySet().stream()
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "));
                json.writeStringProperty("message", message.isEmpty() ? none : message);
                counts.forEach(json::writeNumberProperty);
            }
        }

        /** Writes the fields of an object that is open. */
        void write(JsonWriter json) {
            json.writeNumberProperty("index", index);
            if (id != null) {
                json.writeStringProperty("id", id);
            }
            json.writeStringProperty("outcome", outcome);
            if (heldRevision != null) {
                json.writeNumberProperty("heldRevision", heldRevision);
            }
            Problem.writeErrors(json, "errors", errors);
            Problem.writeErrors(json, "warnings", warnings);
        }

        private static String name(OrderOutcome outcome) {
            return switch (outcome) {
                case OrderOutcome.Created created -> "created";
                case OrderOutcome.Updated updated -> "updated";
                case OrderOutcome.Unchanged unchanged -> "unchanged";
                case OrderOutcome.Stale stale -> "stale";
                case OrderOutcome.Erased _ -> "erased";
                case OrderOutcome.TooManyParts _, OrderOutcome.Unreadable _ -> REJECTED;
                case OrderOutcome.Conflict _ -> throw new IllegalStateException("an upload replaces any version");
            };
        }

        /** Returns why the store rejected an order; none if it did not. */
        static List<FieldError> errors(OrderOutcome outcome, String pointer) {
            return switch (outcome) {
                case OrderOutcome.TooManyParts _ ->
                    List.of(new FieldError(pointer, FaultCode.TOO_MANY, TOO_MANY_PARTS));
                case OrderOutcome.Unreadable _ ->
                    List.of(new FieldError(pointer, FaultCode.STORED_ORDER_UNREADABLE, UNREADABLE));
                case OrderOutcome.Changed _, OrderOutcome.Unchanged _, OrderOutcome.Refused _ -> List.of();
            };
        }

        /**
         * Returns the result of an order without faults. The warning that it does not state its card is left out if another
         * source states the card.
         */
        UploadResult stored(OrderOutcome result, String pointer, List<FieldError> notes) {
            List<FieldError> all = new ArrayList<>(warnings);
            all.removeIf(warning -> result.hasCard() && !isAboutMore(warning));
            all.addAll(notes);
            Long newer = result instanceof OrderOutcome.Stale(long revision) ? (Long) revision : null;
            return new UploadResult(index, id, name(result), newer, errors(result, pointer), all);
        }

        /** Returns true unless the warning is about a missing card. */
        static boolean isAboutMore(FieldError warning) {
            return warning.code() != FaultCode.CREDENTIAL_MISSING;
        }

        /**
         * Returns warnings about how the order's parts fit together.
         *
         * @param room of the answer that will list them
         */
        static Read.Good<Boolean> notes(OrderOutcome outcome, String pointer, FaultRoom room) {
            Faults faults = new Faults(Faults.Unknown.IGNORED, room);
            OrderNotes notes = switch (outcome) {
                case OrderOutcome.Changed changed -> changed.notes();
                case OrderOutcome.Unchanged _, OrderOutcome.Refused _ -> OrderNotes.NONE;
            };
            for (String field : notes.superseded()) {
                faults.warning(
                        pointer + '/' + field.replace('.', '/'),
                        FaultCode.PATCH_SUPERSEDED,
                        "the value of your PATCH of " + field + " no longer counts, because a newer value was stated;"
                                + " send the PATCH again if its value is still right");
            }
            for (String part : notes.mismatched()) {
                faults.warning(
                        pointer,
                        FaultCode.MISMATCH,
                        part
                                + " states another amount or currency than the order; what it states about the payment does"
                                + " not count");
            }
            return faults.acceptance(true);
        }
    }
}
