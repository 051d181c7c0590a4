package org.orderevidence.http.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.wire.FaultRoom;
import org.orderevidence.http.wire.FieldError;
import org.orderevidence.http.wire.ProblemWriter;
import org.orderevidence.order.OrderOutcome;

/**
 * The result of one order of an upload.
 *
 * @param index its position in the upload, from 0; for NDJSON its line number, from 1
 * @param id its id, as far as it may be repeated
 * @param outcome the result of the store; null if the order was rejected
 * @param errors why it was rejected, as far as the answer has room ({@link FaultRoom})
 * @param warnings other findings that the sender should know
 */
record UploadResult(
        long index,
        @Nullable String id,
        @Nullable OrderOutcome outcome,
        List<FieldError> errors,
        List<FieldError> warnings) {

    void write(JsonWriter json) {
        json.writeStartObject();
        json.writeNumberProperty("index", index);
        if (id != null) {
            json.writeStringProperty("id", id);
        }
        json.writeStringProperty("outcome", outcome == null ? "rejected" : name(outcome));
        if (outcome instanceof OrderOutcome.Stale(long heldRevision)) {
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
            case OrderOutcome.Conflict conflict -> throw unexpected();
        };
    }

    static IllegalStateException unexpected() {
        return new IllegalStateException("an upload replaces any version");
    }
}
