package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.PaymentMethods;
import org.orderevidence.integration.stripe.Stripe.StripeEvent;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ProcessorEligibility;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Values;

/** Maps a Stripe charge, of which each event is complete, and what happens to it later: refunds, disputes, fraud reports. */
record StripeCharge(MapperSettings settings) {
    /** What precedes the id of a charge in the object of its part. */
    static final String OBJECT = "charge/";

    /** Payments at a terminal; their card is in an object of the same name. */
    private static final Set<String> TERMINAL = Set.of("card_present", "interac_present");

    /**
     * From this version on, the part of an amount that was not captured is no longer counted as refunded. Source:
     * Stripe API changelog, 2025-03-31.
     */
    private static final String RELEASE_IS_NO_REFUND = "2025-03-31";

    /** What Stripe writes as description of the payment of a subscription that exists already. */
    private static final String OF_RENEWAL = "Subscription update";

    /** What it writes for the first one: the customer was there. */
    private static final String OF_FIRST = "Subscription creation";

    EventStatement map(StripeEvent event) throws UnmappableEvent {
        EventJson charge = event.object();
        String id = required(charge.id("id"), "id");
        Currency currency = StripeEvent.currency(charge);
        long authorised = required(charge.integer("amount"), "amount");
        PaymentState state = state(event);
        long captured = state == PaymentState.CAPTURED ? captured(charge, authorised) : authorised;
        long refunded = state == PaymentState.CAPTURED ? refunded(event, Math.max(0, authorised - captured)) : 0;
        Money money = StripeEvent.money(captured, currency);
        // A charge that was captured is never approved or cancelled again.
        int stage = state == PaymentState.CAPTURED ? 2 : state == PaymentState.FAILED ? 1 : 0;

        Values draft = new Values(OrderFields.ORDER)
                .put(money)
                .put(OrderFields.TRANSACTION_DATE, OrderTime.at(required(charge.seconds("created"), "created")))
                .put(OrderFields.STATUS, state)
                .put(OrderFields.RECURRING, isRenewal(charge) ? Boolean.TRUE : null)
                .put(refund(charge, refunded, state, currency))
                .put(
                        OrderFields.CUSTOMER_EMAIL,
                        first(charge.in("billing_details").lines("email"), charge.lines("receipt_email")))
                .put(OrderFields.CUSTOMER_PHONE, charge.in("billing_details").telephone("phone"))
                .put(OrderFields.DESCRIPTION, charge.lines("description"));
        card(charge, id, draft);
        StripeEvent.metadata(charge, draft);
        StripeEvent.shipping(charge.in("shipping"), draft);

        return settings.object(
                PlatformObject.Kind.CHARGE,
                OBJECT + id,
                event.version(stage, rank(refunded, captured, authorised)),
                draft,
                method(charge),
                links(charge, id));
    }

    /** From version 2025-03-31 on, a charge does not name its invoice. */
    private static boolean isRenewal(EventJson charge) {
        String description = charge.lines("description");
        return charge.has("invoice")
                ? charge.id("invoice") != null && !OF_FIRST.equals(description)
                : OF_RENEWAL.equals(description);
    }

    /** The wallet of a card, or what the customer paid with instead of a card. */
    private static @Nullable String method(EventJson charge) {
        EventJson method = charge.in("payment_method_details");
        String type = method.word("type");
        String wallet = method.in("card").in("wallet").word("type");
        return PaymentMethods.named(first(wallet, type));
    }

    /** An approved charge that was not captured is failed once it expired or was cancelled. */
    private static PaymentState state(StripeEvent event) throws UnmappableEvent {
        EventJson charge = event.object();
        String status = charge.word("status");
        boolean captured = required(charge.flag("captured"), "captured");
        boolean ended = "failed".equals(status)
                || event.head().type().equals("charge.failed")
                || event.head().type().equals("charge.expired")
                || (!captured && Boolean.TRUE.equals(charge.flag("refunded")));
        if (ended) {
            return PaymentState.FAILED;
        }
        return captured && !"pending".equals(status) ? PaymentState.CAPTURED : PaymentState.UNCAPTURED;
    }

    /** Less than the authorised amount, or more where the network allows it (Stripe: "overcapture"). */
    private static long captured(EventJson charge, long authorised) {
        Long captured = charge.integer("amount_captured");
        return captured == null || captured <= 0 ? authorised : captured;
    }

    /**
     * What was refunded of the captured amount, in Stripe's units.
     *
     * @param released the part of the authorised amount that was not captured
     */
    private static long refunded(StripeEvent event, long released) {
        Long refunded = event.object().integer("amount_refunded");
        if (refunded == null) {
            return 0;
        }
        boolean countsRelease = event.apiVersion().compareTo(RELEASE_IS_NO_REFUND) < 0;
        return Math.max(0, countsRelease ? refunded - released : refunded);
    }

    private static @Nullable StatedRefund refund(EventJson charge, long refunded, PaymentState state, Currency currency)
            throws UnmappableEvent {
        return state == PaymentState.CAPTURED && charge.integer("amount_refunded") != null
                ? new StatedRefund(false, StripeEvent.money(refunded, currency).amountMinor())
                : null;
    }

    /** Of two events of one second: the larger refund is newer, then the larger capture. */
    private static int rank(long refunded, long captured, long authorised) {
        return 5 * share(199, refunded, captured) + share(4, captured, authorised);
    }

    private static int share(int of, long part, long whole) {
        return whole <= 0 ? 0 : (int) Math.min(of, (double) part / whole * of);
    }

    private static void card(EventJson charge, String id, Values draft) {
        EventJson method = charge.in("payment_method_details");
        String type = method.word("type");
        String terminal = type != null && TERMINAL.contains(type) ? type : null;
        EventJson card = method.in(terminal == null ? "card" : terminal);
        draft.put(
                        OrderFields.BRAND,
                        first(
                                PaymentMethods.brand(card.line("network", 64)),
                                PaymentMethods.brand(card.line("brand", 64))))
                .put(OrderFields.BIN, card.bin("iin"))
                .put(OrderFields.LAST4, card.digits("last4", 4))
                .put(OrderFields.CARD_FINGERPRINT, card.fingerprint("fingerprint"))
                .put(card.in("three_d_secure").threeDs("electronic_commerce_indicator", "transaction_id"))
                .put(OrderFields.AVS_RESULT, addressResult(card.in("checks")))
                .put(OrderFields.CARD_PRESENT, terminal == null ? null : Boolean.TRUE)
                .put(OrderFields.AUTH_CODE, card.line("authorization_code", Charge.References.MAX_LENGTH))
                .put(OrderFields.NETWORK_ID, card.longNumber("network_transaction_id", Charge.References.MAX_LENGTH))
                .put(
                        OrderFields.DESCRIPTOR,
                        charge.line("calculated_statement_descriptor", Charge.References.MAX_LENGTH))
                .put(OrderFields.GATEWAY, "stripe")
                .put(OrderFields.GATEWAY_TRANSACTION_ID, id);
    }

    /** Returns Visa's code for Stripe's checks of the address; empty if neither passed. */
    private static @Nullable String addressResult(EventJson checks) {
        boolean address = "pass".equals(checks.word("address_line1_check"));
        boolean postalCode = "pass".equals(checks.word("address_postal_code_check"));
        if (address) {
            return postalCode ? "Y" : "A";
        }
        return postalCode ? "Z" : null;
    }

    private Links links(EventJson charge, String id) throws UnmappableEvent {
        String payment = charge.id("payment_intent");
        return Links.named(
                settings,
                ObjectReference.of(id, payment, charge.id("invoice")),
                OrderIdHint.Kind.METADATA,
                charge.in("metadata").orderId(settings.text(Stripe.ORDER_ID_KEY)),
                settings.hint(OrderIdHint.Kind.PAYMENT, first(payment, id)));
    }

    static EventStatement refund(StripeEvent event, MapperSettings settings) throws UnmappableEvent {
        EventJson refund = event.object();
        String id = required(refund.id("id"), "id");
        Money money = StripeEvent.money(required(refund.integer("amount"), "amount"), StripeEvent.currency(refund));
        String status = required(refund.word("status"), "status");
        boolean undone = status.equals("failed") || status.equals("canceled");
        String charge = refund.id("charge");
        return settings.refund(
                id,
                event.version(undone ? 1 : 0, status.equals("succeeded") ? 1 : 0),
                new RefundObject(
                        money,
                        undone ? RefundState.UNDONE : RefundState.DONE,
                        charge == null ? null : StripeCharge.OBJECT + charge),
                Stripe.linksOfCharge(refund));
    }

    static EventStatement dispute(StripeEvent event) throws UnmappableEvent {
        EventJson dispute = event.object();
        String id = required(dispute.id("id"), "id");
        String status = required(dispute.word("status"), "status");
        Links links = Stripe.linksOfCharge(dispute);
        if (status.startsWith("warning_")) {
            return new EventStatement.Inquiry(id, links);
        }
        EventJson card = dispute.in("payment_method_details").in("card");
        String code = first(card.word("network_reason_code"), dispute.word("network_reason_code"));
        Dispute.Status stage = "block".equals(card.word("case_type")) ? Dispute.Status.PREVENTED : statusOf(status);
        return new EventStatement.OfDispute(
                new Dispute(
                        id,
                        EventJson.condition(code),
                        OrderTime.at(required(dispute.seconds("created"), "created")),
                        stage,
                        details(event)),
                true,
                event.version(stage == Dispute.Status.OPEN ? 0 : 1, 0),
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
                        networkType(warning.word("fraud_type"))),
                event.version(0, 0),
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

    /** Maps a completed checkout session of Stripe: what was bought and by whom. The charge has the payment. */
    static final class StripeSession {
        private final MapperSettings settings;

        StripeSession(MapperSettings settings) {
            this.settings = settings;
        }

        EventStatement map(StripeEvent event) throws UnmappableEvent {
            EventJson session = event.object();
            String id = required(session.id("id"), "id");
            String payment = session.id("payment_intent");
            String invoice = session.id("invoice");
            if (payment == null && invoice == null) {
                throw new UnmappableEvent(Mapping.Reason.NO_PAYMENT, "a session without payment_intent and invoice");
            }
            EventJson customer = session.in("customer_details");
            EventJson collected = session.in("collected_information");
            // The first payment of a subscription has an invoice like its renewals. The session shows that it is not
            // one.
            Values draft = new Values(OrderFields.ORDER)
                    .put(OrderFields.RECURRING, Boolean.FALSE)
                    .put(OrderFields.CUSTOMER_EMAIL, first(customer.lines("email"), session.lines("customer_email")))
                    .put(OrderFields.CUSTOMER_PHONE, customer.telephone("phone"));
            goods(session, draft);
            StripeEvent.metadata(session, draft);
            // API versions moved it twice.
            EventJson former = session.in(session.hasObject("shipping_details") ? "shipping_details" : "shipping");
            StripeEvent.shipping(
                    collected.hasObject("shipping_details") ? collected.in("shipping_details") : former, draft);
            return settings.object(
                    PlatformObject.Kind.OTHER,
                    "session/" + id,
                    event.version(0, 0),
                    draft,
                    links(session, id, payment, invoice));
        }

        private Links links(EventJson session, String id, @Nullable String payment, @Nullable String invoice)
                throws UnmappableEvent {
            String name = session.in("metadata").orderId(settings.text(Stripe.ORDER_ID_KEY));
            String chosen = settings.has(Stripe.TRUST_CLIENT_REFERENCE) ? session.orderId("client_reference_id") : null;
            boolean isRefused = name == null && settings.hint(OrderIdHint.Kind.CLIENT_REFERENCE, chosen) == null;
            return Links.named(
                    settings,
                    ObjectReference.of(payment, id, invoice),
                    OrderIdHint.Kind.METADATA,
                    isRefused ? chosen : name,
                    clientReference(session, chosen),
                    settings.hint(OrderIdHint.Kind.PAYMENT, payment));
        }

        /** A shopper can set it in a payment link. Without a readable amount it is not used. */
        private @Nullable OrderIdHint clientReference(EventJson session, @Nullable String chosen) {
            Money total = total(session);
            return total == null
                    ? null
                    : OrderIdHint.of(
                            OrderIdHint.Kind.CLIENT_REFERENCE,
                            settings.settings().orderIdPrefix(),
                            chosen,
                            total);
        }

        private static @Nullable Money total(EventJson session) {
            Long total = session.integer("amount_total");
            try {
                return total == null ? null : StripeEvent.money(total, StripeEvent.currency(session));
            } catch (UnmappableEvent unreadable) {
                return null;
            }
        }

        /** States the items before discounts and taxes, and these as totals. If they do not add up, the items after both. */
        private static void goods(EventJson session, Values draft) {
            List<LineItem> items = lineItems(session, "amount_subtotal");
            Receipt.Totals totals = totals(session, items);
            if (totals == null) {
                items = lineItems(session, "amount_total");
                totals = rest(session, items);
            }
            draft.put(OrderFields.LINE_ITEMS, items).put(totals);
        }

        /** Returns what was paid besides the items. What is not known otherwise becomes an item, or the discount. */
        private static Receipt.@Nullable Totals rest(EventJson session, List<LineItem> items) {
            Money total = total(session);
            if (total == null || items.isEmpty()) {
                return null;
            }
            long shipping = part(session.in("total_details"), "amount_shipping", total.currency());
            long open = total.amountMinor() - shipping - sum(items);
            if (open > 0) {
                items.add(new LineItem("Other charges", null, total.currency(), 1, open));
            }
            return new Receipt.Totals(null, null, shipping == 0 ? null : shipping, open < 0 ? -open : null);
        }

        private static long sum(List<LineItem> items) {
            return items.stream().mapToLong(LineItem::priceMinor).sum();
        }

        /** Returns the totals; null if the items do not add up with them. Prices can include the tax, which is then no total. */
        private static Receipt.@Nullable Totals totals(EventJson session, List<LineItem> items) {
            Money total = total(session);
            if (total == null || items.isEmpty()) {
                return null;
            }
            EventJson details = session.in("total_details");
            long shipping = part(details, "amount_shipping", total.currency());
            long discount = part(details, "amount_discount", total.currency());
            long tax = total.amountMinor() - shipping + discount - sum(items);
            return tax == 0 || tax == part(details, "amount_tax", total.currency())
                    ? new Receipt.Totals(
                            null,
                            tax == 0 ? null : tax,
                            shipping == 0 ? null : shipping,
                            discount == 0 ? null : discount)
                    : null;
        }

        /** An amount that cannot be read is part of the difference. */
        private static long part(EventJson details, String name, Currency currency) {
            Long amount = details.integer(name);
            try {
                return amount == null ? 0 : StripeEvent.money(amount, currency).amountMinor();
            } catch (UnmappableEvent odd) {
                return 0;
            }
        }

        /**
         * The items, if the merchant's Stripe account sends them with the session. An item that is odd is left out.
         *
         * @param amount the name of the amount
         */
        private static List<LineItem> lineItems(EventJson session, String amount) {
            List<LineItem> items = new ArrayList<>();
            for (EventJson item : session.in("line_items").list("data", Receipt.MAX_LINE_ITEMS - 1)) {
                String name = item.lines("description");
                Long quantity = item.integer("quantity");
                Long total = first(item.integer(amount), item.integer("amount_total"));
                boolean counted = quantity != null && quantity > 0 && quantity <= LineItem.MAX_QUANTITY;
                if (name != null && total != null && quantity != null && counted) {
                    try {
                        Currency currency = StripeEvent.currency(item);
                        long price = StripeEvent.money(total, currency).amountMinor();
                        items.add(new LineItem(name, null, currency, quantity, price));
                    } catch (UnmappableEvent odd) {
                        // The item is left out.
                    }
                }
            }
            return items;
        }
    }
}
