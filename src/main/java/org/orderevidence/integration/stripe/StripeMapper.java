package org.orderevidence.integration.stripe;

import java.util.List;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.UnmappableEvent;

/** Maps Stripe events. Their API version does not matter: fields that a version does not have are empty. */
public final class StripeMapper {
    private final StripeSettings settings;

    public StripeMapper(StripeSettings settings) {
        this.settings = settings;
    }

    /** Returns what an event means. Never throws. */
    public Mapping map(byte[] body) {
        EventHead head = null;
        try {
            StripeEvent event = StripeEvent.read(EventJson.parse(body));
            head = event.head();
            settings.common().requireMode(head.mode());
            return new Mapping.Mapped(head, List.of(statement(event)));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    private EventStatement statement(StripeEvent event) throws UnmappableEvent {
        return switch (event.head().type()) {
            case "charge.succeeded",
                    "charge.captured",
                    "charge.updated",
                    "charge.failed",
                    "charge.expired",
                    "charge.refunded" -> new StripeCharge(settings).map(event);
            case "refund.created", "refund.updated", "refund.failed", "charge.refund.updated" ->
                StripeFacts.refund(event, settings.common());
            case "charge.dispute.created",
                    "charge.dispute.updated",
                    "charge.dispute.closed",
                    "charge.dispute.funds_reinstated" -> StripeFacts.dispute(event);
            case "radar.early_fraud_warning.created" -> StripeFacts.fraudReport(event);
            case "checkout.session.completed" -> new StripeSession(settings).map(event);
            default ->
                throw new UnmappableEvent(
                        Mapping.Reason.UNKNOWN_TYPE, event.head().type());
        };
    }

    /** Returns what leads from an object of a charge to its order. */
    static Links linksOfCharge(EventJson object) throws UnmappableEvent {
        return Links.of(ObjectReference.of(object.id("charge"), object.id("payment_intent")));
    }
}
