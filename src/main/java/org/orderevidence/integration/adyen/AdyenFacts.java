package org.orderevidence.integration.adyen;

import java.util.List;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/** Maps what banks report about an Adyen payment: disputes, fraud reports and questions. */
final class AdyenFacts {
    /** The longest fraud type of a network. */
    private static final int LONGEST_TYPE = 16;

    private AdyenFacts() {}

    /** All events about one dispute have the same pspReference. Its code is only sent with some of them. */
    static List<EventStatement> dispute(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
        String type = event.head().type();
        Stage stage = stageOf(type);
        String code = event.additional().line("chargebackReasonCode", EventJson.LONGEST_ID);
        return List.of(new EventStatement.OfDispute(
                new Dispute(
                        event.pspReference(),
                        code == null
                                ? Dispute.UNKNOWN_CONDITION
                                : Dispute.parseCondition(code).orElse(Dispute.UNKNOWN_CONDITION),
                        event.date(),
                        stage.status(),
                        new Dispute.Details(
                                event.additional().orderTime("defensePeriodEndsAt"),
                                event.item().in("amount").has("value") ? event.money() : null,
                                event.item().line("reason", Dispute.Details.LONGEST_REASON),
                                null,
                                null,
                                null)),
                type.equals("CHARGEBACK"),
                event.version(stage.rank()),
                links(event, settings)));
    }

    static List<EventStatement> fraudReport(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
        return List.of(new EventStatement.OfFraudReport(
                new FraudReport(
                        event.pspReference(), event.date(), event.additional().line("nofReasonCode", LONGEST_TYPE)),
                event.version(0),
                links(event, settings)));
    }

    static List<EventStatement> inquiry(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
        return List.of(new EventStatement.Inquiry(event.pspReference(), links(event, settings)));
    }

    /**
     * A stage of a dispute.
     *
     * @param rank of two events of one second, the later stage is newer
     */
    private record Stage(Dispute.Status status, int rank) {}

    private static Stage stageOf(String type) throws UnmappableEvent {
        return switch (type) {
            case "CHARGEBACK" -> new Stage(Dispute.Status.OPEN, 0);
            case "CHARGEBACK_REVERSED" -> new Stage(Dispute.Status.WON, 1);
            case "SECOND_CHARGEBACK", "DISPUTE_DEFENSE_PERIOD_ENDED" -> new Stage(Dispute.Status.LOST, 2);
            case "PREARBITRATION_LOST", "PREARBITRATION_ACCEPTED" -> new Stage(Dispute.Status.LOST, 3);
            case "PREARBITRATION_WON", "ISSUER_RESPONSE_TIMEFRAME_EXPIRED" -> new Stage(Dispute.Status.WON, 4);
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, type);
        };
    }

    /**
     * Later events about a dispute do not name the payment. The dispute's own reference, or that of the merchant, then
     * leads to the order.
     */
    private static Links links(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
        return Links.named(
                settings,
                ObjectReference.of(event.payment(), event.pspReference()),
                OrderIdHint.Kind.MERCHANT_REFERENCE,
                event.item().orderId("merchantReference"));
    }
}
