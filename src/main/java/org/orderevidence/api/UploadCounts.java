package org.orderevidence.api;

import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderOutcome;

/** Counts the outcomes of the orders of an upload. */
final class UploadCounts {
    private long created;
    private long updated;
    private long unchanged;
    private long stale;
    private long rejected;
    private long erased;

    void add(OrderOutcome outcome) {
        switch (outcome) {
            case OrderOutcome.Created c -> created++;
            case OrderOutcome.Updated u -> updated++;
            case OrderOutcome.Unchanged u -> unchanged++;
            case OrderOutcome.Stale s -> stale++;
            case OrderOutcome.TooManyParts _, OrderOutcome.Unreadable _ -> rejected++;
            case OrderOutcome.Erased _ -> erased++;
            case OrderOutcome.Conflict _ -> throw UploadResult.unexpected();
        }
    }

    void addRejected() {
        rejected++;
    }

    /** Writes the message and the counts as fields of the object that is being written. */
    void write(JsonWriter json) {
        json.writeStringProperty("message", message());
        json.writeNumberProperty("created", created);
        json.writeNumberProperty("updated", updated);
        json.writeNumberProperty("unchanged", unchanged);
        json.writeNumberProperty("stale", stale);
        json.writeNumberProperty("rejected", rejected);
        if (erased > 0) {
            json.writeNumberProperty("erased", erased);
        }
    }

    private String message() {
        StringBuilder text = new StringBuilder();
        add(text, created, "created");
        add(text, updated, "updated");
        add(text, unchanged, "unchanged");
        add(text, stale, "stale");
        add(text, rejected, "rejected");
        add(text, erased, "erased before");
        return text.isEmpty() ? "no orders" : text.toString();
    }

    private static void add(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(count).append(' ').append(what);
        }
    }
}
