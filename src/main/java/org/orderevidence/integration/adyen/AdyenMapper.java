package org.orderevidence.integration.adyen;

import java.util.List;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.UnmappableEvent;

/** Maps items of Adyen notifications. */
public final class AdyenMapper {
    private final AdyenSettings settings;

    public AdyenMapper(AdyenSettings settings) {
        this.settings = settings;
    }

    /** Returns what an item means. Never throws. */
    public Mapping map(AdyenItem item) {
        EventHead head = null;
        try {
            AdyenEvent event = AdyenEvent.read(item);
            head = event.head();
            settings.common().requireMode(EventJson.required(head.mode(), "live"));
            return new Mapping.Mapped(head, statements(event));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    /** An attempt that did not succeed changes nothing, except for a declined payment and a refund. */
    private List<EventStatement> statements(AdyenEvent event) throws UnmappableEvent {
        AdyenPayment payment = new AdyenPayment(settings);
        boolean success = event.success();
        return switch (event.head().type()) {
            case "AUTHORISATION" -> success ? payment.authorised(event) : payment.declined(event);
            case "CAPTURE" -> success ? payment.captured(event) : List.of();
            case "CAPTURE_FAILED" -> success ? payment.captureFailed(event) : List.of();
            case "CANCELLATION", "TECHNICAL_CANCEL", "EXPIRE" -> success ? payment.ended(event) : List.of();
            case "CANCEL_OR_REFUND" -> payment.cancelledOrRefunded(event);
            case "REFUND" -> payment.refunded(event);
            case "REFUND_FAILED", "REFUNDED_REVERSED" -> success ? payment.refundUndone(event) : List.of();
            case "VOID_PENDING_REFUND" -> success ? payment.refundCancelled(event) : List.of();
            case "CHARGEBACK",
                    "CHARGEBACK_REVERSED",
                    "SECOND_CHARGEBACK",
                    "PREARBITRATION_WON",
                    "PREARBITRATION_LOST",
                    "PREARBITRATION_ACCEPTED",
                    "DISPUTE_DEFENSE_PERIOD_ENDED",
                    "ISSUER_RESPONSE_TIMEFRAME_EXPIRED" ->
                success ? AdyenFacts.dispute(event, settings.common()) : List.of();
            case "NOTIFICATION_OF_FRAUD" -> success ? AdyenFacts.fraudReport(event, settings.common()) : List.of();
            case "NOTIFICATION_OF_CHARGEBACK", "REQUEST_FOR_INFORMATION" ->
                AdyenFacts.inquiry(event, settings.common());
            default ->
                throw new UnmappableEvent(
                        Mapping.Reason.UNKNOWN_TYPE, event.head().type());
        };
    }
}
