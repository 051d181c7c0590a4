package org.orderevidence.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.part.Part;
import org.orderevidence.process.Tally;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;

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

        static Counts ofOrders(EvidenceService service) {
            return new Counts("no orders", service.counts().orders(), "created", "updated", "unchanged", "stale");
        }

        void add(OrderOutcome outcome) {
            add(name(outcome), 1);
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

    void write(JsonWriter json) {
        json.writeStartObject();
        json.writeNumberProperty("index", index);
        if (id != null) {
            json.writeStringProperty("id", id);
        }
        json.writeStringProperty("outcome", outcome);
        if (heldRevision != null) {
            json.writeNumberProperty("heldRevision", heldRevision);
        }
        ProblemWriter.writeErrors(json, "errors", errors);
        ProblemWriter.writeErrors(json, "warnings", warnings);
        json.writeEndObject();
    }

    private static String name(OrderOutcome outcome) {
        return switch (outcome) {
            case OrderOutcome.Created created -> "created";
            case OrderOutcome.Updated updated -> "updated";
            case OrderOutcome.Unchanged unchanged -> "unchanged";
            case OrderOutcome.Stale stale -> "stale";
            case OrderOutcome.Erased _ -> "erased";
            case OrderOutcome.TooManyParts _, OrderOutcome.Unreadable _ -> REJECTED;
            case OrderOutcome.Conflict _ -> throw unexpected();
        };
    }

    /** Returns why the store rejected an order; none if it did not. */
    static List<FieldError> errors(OrderOutcome outcome, String pointer) {
        return switch (outcome) {
            case OrderOutcome.TooManyParts _ -> List.of(new FieldError(pointer, FaultCode.TOO_MANY, TOO_MANY_PARTS));
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
        Long held = result instanceof OrderOutcome.Stale(long revision) ? (Long) revision : null;
        return new UploadResult(index, id, name(result), held, errors(result, pointer), all);
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
                    part + " states another amount or currency than the order; what it states about the payment does"
                            + " not count");
        }
        return faults.acceptance(true);
    }

    static IllegalStateException unexpected() {
        return new IllegalStateException("an upload replaces any version");
    }
}
