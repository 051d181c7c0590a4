package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ProcessorEligibility;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;

/** Maps what happens to a Stripe charge later: refunds, disputes and fraud reports. */
final class StripeFacts {
    private StripeFacts() {}

    static EventStatement refund(StripeEvent event, MapperSettings settings) throws UnmappableEvent {
        EventJson refund = event.object();
        String id = required(refund.id("id"), "id");
        Money money = StripeEvent.money(required(refund.integer("amount"), "amount"), StripeEvent.currency(refund));
        // The end of a refund is newer than what was stated before in the same second.
        int rank;
        RefundState state;
        switch (required(refund.line("status", EventJson.LONGEST_ID), "status")) {
            case "failed", "canceled" -> {
                rank = 2;
                state = RefundState.UNDONE;
            }
            case "succeeded" -> {
                rank = 1;
                state = RefundState.DONE;
            }
            default -> {
                rank = 0;
                state = RefundState.DONE;
            }
        }
        String charge = refund.id("charge");
        return new EventStatement.OfPart(
                settings.part(
                        "refund/" + id,
                        event.version(rank),
                        new RefundObject(money, state, charge == null ? null : StripeCharge.OBJECT + charge)),
                null,
                Stripe.linksOfCharge(refund));
    }

    static EventStatement dispute(StripeEvent event) throws UnmappableEvent {
        EventJson dispute = event.object();
        String id = required(dispute.id("id"), "id");
        String status = required(dispute.line("status", EventJson.LONGEST_ID), "status");
        Links links = Stripe.linksOfCharge(dispute);
        if (status.startsWith("warning_")) {
            return new EventStatement.Inquiry(id, links);
        }
        EventJson card = dispute.in("payment_method_details").in("card");
        String code = first(
                card.line("network_reason_code", EventJson.LONGEST_ID),
                dispute.line("network_reason_code", EventJson.LONGEST_ID));
        Dispute.Status stage = "block".equals(card.line("case_type", EventJson.LONGEST_ID))
                ? Dispute.Status.PREVENTED
                : statusOf(status);
        return new EventStatement.OfDispute(
                new Dispute(
                        id,
                        code == null
                                ? Dispute.UNKNOWN_CONDITION
                                : Dispute.parseCondition(code).orElse(Dispute.UNKNOWN_CONDITION),
                        OrderTime.at(required(dispute.seconds("created"), "created")),
                        stage,
                        details(event)),
                true,
                event.version(stage == Dispute.Status.OPEN ? 0 : 1),
                links);
    }

    /** Stripe counts submissions and does not date them: the first event that counts one has its time. */
    private static Dispute.Details details(StripeEvent event) throws UnmappableEvent {
        EventJson dispute = event.object();
        EventJson evidence = dispute.in("evidence_details");
        Instant due = evidence.seconds("due_by");
        Long amount = dispute.integer("amount");
        Long submissions = evidence.integer("submission_count");
        EventJson eligibility = evidence.in("enhanced_eligibility").in("visa_compelling_evidence_3");
        String status = eligibility.line("status", ProcessorEligibility.LONGEST_WORD);
        return new Dispute.Details(
                due == null ? null : OrderTime.at(due),
                amount == null ? null : StripeEvent.money(amount, StripeEvent.currency(dispute)),
                dispute.line("reason", Dispute.Details.LONGEST_REASON),
                submissions == null || submissions == 0 ? null : OrderTime.at(event.time()),
                status == null
                        ? null
                        : new ProcessorEligibility(
                                status,
                                eligibility.texts(
                                        "required_actions",
                                        ProcessorEligibility.MOST_ACTIONS,
                                        ProcessorEligibility.LONGEST_WORD)),
                null);
    }

    static EventStatement fraudReport(StripeEvent event) throws UnmappableEvent {
        EventJson warning = event.object();
        return new EventStatement.OfFraudReport(
                new FraudReport(
                        required(warning.id("id"), "id"),
                        OrderTime.at(required(warning.seconds("created"), "created")),
                        networkType(warning.line("fraud_type", EventJson.LONGEST_ID))),
                event.version(0),
                Stripe.linksOfCharge(warning));
    }

    /** A dispute that was ended by a refund is lost: the cardholder has the money. */
    private static Dispute.Status statusOf(String status) {
        return switch (status) {
            case "won" -> Dispute.Status.WON;
            case "lost", "charge_refunded" -> Dispute.Status.LOST;
            case "prevented" -> Dispute.Status.PREVENTED;
            default -> Dispute.Status.OPEN;
        };
    }

    /** Stripe's words for the fraud types of a TC40, as the codes that Visa and Mastercard share; 5 is Visa's alone. */
    private static @Nullable String networkType(@Nullable String type) {
        return type == null
                ? null
                : switch (type) {
                    case "made_with_lost_card" -> "0";
                    case "made_with_stolen_card" -> "1";
                    case "card_never_received" -> "2";
                    case "fraudulent_card_application" -> "3";
                    case "made_with_counterfeit_card" -> "4";
                    case "misc" -> "5";
                    case "unauthorized_use_of_card" -> "6";
                    default -> null;
                };
    }
}
