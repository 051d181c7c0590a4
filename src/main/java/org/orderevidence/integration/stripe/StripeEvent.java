package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.AccountSpace.Mode;

/**
 * An event of Stripe.
 *
 * @param apiVersion the version of Stripe's API in which the object is written, such as {@code 2025-03-31.basil}
 * @param object the object that it is about, as it was at that time
 */
record StripeEvent(EventHead head, Instant time, String apiVersion, EventJson object) {
    /** Reads an event. */
    static StripeEvent read(EventJson event) throws UnmappableEvent {
        String id = required(event.id("id"), "id");
        String type = required(event.line("type", EventJson.LONGEST_ID), "type");
        Instant created = required(event.seconds("created"), "created");
        Boolean live = required(event.flag("livemode"), "livemode");
        Mode mode = live ? Mode.LIVE : Mode.TEST;
        String apiVersion = event.line("api_version", EventJson.LONGEST_ID);
        return new StripeEvent(
                new EventHead(id, type, created, mode),
                created,
                apiVersion == null ? "" : apiVersion,
                event.in("data").in("object"));
    }

    /** Returns the version of what the event states about its object. */
    long version(int rank) {
        return EventVersion.of(time, rank, head.id());
    }
}
