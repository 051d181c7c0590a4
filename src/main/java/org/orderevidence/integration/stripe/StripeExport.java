package org.orderevidence.integration.stripe;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportFormat.HistoryStatements;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.stripe.Stripe.StripeEvent;
import org.orderevidence.order.AccountSpace.Mode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the payments that Stripe's dashboard exports: a row for each charge. Each is read as an event with the whole
 * charge. docs/integrations.md lists the columns.
 */
final class StripeExport implements Export {
    private static final String ID = "id";
    private static final String[] CREATED = {"Created date (UTC)", "Created (UTC)", "Created"};
    private static final String AMOUNT = "Amount";
    private static final String REFUNDED = "Amount Refunded";
    private static final String CURRENCY = "Currency";
    private static final String STATUS = "Status";
    private static final String CAPTURED = "Captured";
    private static final String MODE = "Mode";
    private static final String PAYMENT_INTENT = "PaymentIntent ID";
    private static final String METHOD = "Payment Source Type";
    private static final String DISPUTED_AMOUNT = "Disputed Amount";
    private static final String DISPUTE_STATUS = "Dispute Status";
    private static final String DISPUTE_DATE = "Dispute Date (UTC)";

    private static final List<ExportFormat.Column> COLUMNS = ExportFormat.Column.table("""
            id = id
            payment_intent = PaymentIntent ID
            invoice = Invoice ID
            description = Description
            calculated_statement_descriptor = Statement Descriptor
            billing_details/email = Customer Email
            billing_details/phone = Customer Phone
            payment_method_details/card/brand = Card Brand
            payment_method_details/card/last4 = Card Last4
            payment_method_details/card/iin = Card IIN
            payment_method_details/card/fingerprint = Card Fingerprint
            shipping/name = Shipping Name
            shipping/address/line1 = Shipping Address Line1
            shipping/address/line2 = Shipping Address Line2
            shipping/address/city = Shipping Address City
            shipping/address/state = Shipping Address State
            shipping/address/postal_code = Shipping Address Postal Code | Shipping Address Zip
            shipping/address/country = Shipping Address Country
            metadata/oe_ip = oe_ip (metadata)
            metadata/oe_account = oe_account (metadata)
            metadata/oe_device = oe_device (metadata)
            = Created date (UTC) | Created (UTC) | Created
            = Amount | Amount Refunded | Currency
            = Status | Captured | Mode | Payment Source Type
            = Disputed Amount | Dispute Status | Dispute Date (UTC)""");

    /** The version of Stripe's API in whose form rows are written as events. */
    private static final String API_VERSION = "2026-05-27";

    private static final Set<String> IDS = Set.of(
            ID,
            PAYMENT_INTENT,
            "Card Fingerprint",
            "Card ID",
            "Customer ID",
            "Invoice ID",
            "Invoice Number",
            "Transfer");

    /** What the prefix of an ID shows that it is the ID of, if it is not that of a charge or payment. */
    private static final Map<String, String> OTHER_IDS = Map.ofEntries(
            Map.entry("po", "one of the payouts"),
            Map.entry("re", "one of the refunds"),
            Map.entry("pyr", "a refund"),
            Map.entry("txn", "one of the fees or balance transactions"),
            Map.entry("cus", "one of the customers"),
            Map.entry("prod", "one of the products"),
            Map.entry("price", "one of the prices"),
            Map.entry("in", "one of the invoices"),
            Map.entry("ii", "an invoice item"),
            Map.entry("sub", "one of the subscriptions"),
            Map.entry("dp", "one of the disputes"),
            Map.entry("du", "a dispute"),
            Map.entry("tr", "one of the transfers"),
            Map.entry("seti", "a setup of a card"),
            Map.entry("fee", "a fee"),
            Map.entry("acct", "an account"),
            Map.entry("evt", "an event"),
            Map.entry("cs", "a checkout session"),
            Map.entry("pm", "a payment method"),
            Map.entry("card", "a card"),
            Map.entry("issfr", "a fraud report"));

    private final MapperSettings settings;
    private final ExportFormat format;

    StripeExport(MapperSettings settings) {
        this.settings = settings;
        String orderId = settings.text(Stripe.ORDER_ID_KEY);
        List<ExportFormat.Column> columns = new ArrayList<>(COLUMNS);
        columns.add(new ExportFormat.Column(List.of("metadata", orderId), List.of(orderId + " (metadata)")));
        this.format = new ExportFormat(
                "payments export of Stripe",
                "payment",
                ID,
                null,
                List.of(List.of(ID), List.of(CREATED), List.of(AMOUNT), List.of(CURRENCY), List.of(STATUS)),
                columns,
                IDS,
                Set.of("Customer Phone"));
    }

    @Override
    public ExportFormat format() {
        return format;
    }

    @Override
    public List<EventStatement> statements(List<ExportRow> record) throws RowFault {
        ExportRow row = record.getFirst();
        String id = row.required(ID);
        String other = OTHER_IDS.get(id.substring(0, Math.max(0, id.indexOf('_'))));
        if (other != null) {
            throw row.fault(
                    "the value is the ID of " + other + ", not of a charge",
                    "import the export of payments; refunds and disputes of later days come as webhooks",
                    ID);
        }
        State state = state(row);
        if (id.startsWith("pi_")) {
            if (state == State.PAID || state == State.REFUNDED) {
                throw row.fault(
                        "the value is the ID of a PaymentIntent", "export the column id with the IDs of charges", ID);
            }
            return List.of();
        }
        if (state == State.NONE) {
            return List.of();
        }
        Instant created = row.utc(CREATED);
        List<EventStatement> statements = new ArrayList<>(map(row, charge(row, id, state, created)));
        ObjectNode dispute = dispute(row, id, created);
        if (dispute != null) {
            statements.addAll(map(row, dispute));
        }
        return statements;
    }

    private List<EventStatement> map(ExportRow row, ObjectNode event) throws RowFault {
        return HistoryStatements.of(row, Stripe.map(EventJson.of(event), settings));
    }

    /** What the dashboard shows as the status of a payment. */
    private enum State {
        PAID,
        REFUNDED,
        UNCAPTURED,
        PENDING,
        FAILED,
        /** No charge was made. */
        NONE
    }

    private static State state(ExportRow row) throws RowFault {
        String status = word(row.required(STATUS));
        return switch (status) {
            case "paid", "succeeded", "partially_refunded", "partial_refund", "disputed", "captured" ->
                isCaptured(row) ? State.PAID : State.UNCAPTURED;
            case "refunded" -> isCaptured(row) ? State.REFUNDED : State.FAILED;
            case "uncaptured", "requires_capture", "authorized" -> State.UNCAPTURED;
            case "pending", "processing" -> State.PENDING;
            case "failed", "canceled", "cancelled", "expired", "blocked" -> State.FAILED;
            case "incomplete",
                    "requires_payment_method",
                    "requires_confirmation",
                    "requires_action",
                    "requires_source",
                    "requires_source_action" -> State.NONE;
            default ->
                throw row.fault(
                        "the status is not known",
                        "write one of paid, refunded, uncaptured, pending, failed and canceled",
                        STATUS);
        };
    }

    private static boolean isCaptured(ExportRow row) throws RowFault {
        String captured = row.text(CAPTURED);
        if (captured == null) {
            return true;
        }
        return switch (word(captured)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw row.fault("the value is not true or false", "write true or false", CAPTURED);
        };
    }

    private static String word(String text) {
        return text.toLowerCase(Locale.ROOT).replace(' ', '_');
    }

    private ObjectNode charge(ExportRow row, String id, State state, Instant created) throws RowFault {
        Currency currency = row.currency(CURRENCY);
        long amount = units(row, row.amount(currency, AMOUNT), currency, AMOUNT);
        BigDecimal stated = row.amountIfAny(currency, REFUNDED);
        long refunded =
                stated == null ? (state == State.REFUNDED ? amount : 0) : units(row, stated, currency, REFUNDED);
        ObjectNode event = event(row, "charge.updated", "charge " + id, created);
        ObjectNode charge = object(event);
        format.copy(row, charge);
        charge.put("amount", amount)
                .put("amount_refunded", refunded)
                .put("currency", currency.getCurrencyCode())
                .put("created", created.getEpochSecond())
                .put("captured", state == State.PAID || state == State.REFUNDED)
                .put(
                        "status",
                        switch (state) {
                            case PAID, REFUNDED, UNCAPTURED -> "succeeded";
                            case PENDING -> "pending";
                            case FAILED, NONE -> "failed";
                        });
        ObjectNode method = charge.withObjectProperty("payment_method_details");
        String type = row.text(METHOD);
        boolean isPresent = type != null && word(type).equals("card_present");
        if (isPresent && method.has("card")) {
            method.set("card_present", method.remove("card"));
        }
        method.put("type", isPresent ? "card_present" : "card");
        return event;
    }

    private static long units(ExportRow row, BigDecimal amount, Currency currency, String name) throws RowFault {
        return row.units(amount, StripeEvent.digits(currency.getCurrencyCode()), name);
    }

    /** The export has neither the ID of a dispute nor the code of the network. */
    private @Nullable ObjectNode dispute(ExportRow row, String charge, Instant created) throws RowFault {
        String status = row.text(DISPUTE_STATUS);
        boolean isDisputed = status != null || word(row.required(STATUS)).equals("disputed");
        if (!isDisputed) {
            return null;
        }
        Instant stated = row.utcIfAny(DISPUTE_DATE);
        Instant opened = stated == null ? created : stated;
        String reason = row.text("Dispute Reason");
        Instant due = row.utcIfAny("Dispute Evidence Due (UTC)");
        ObjectNode event = event(row, "charge.dispute.created", "dispute of " + charge, opened);
        ObjectNode dispute = object(event)
                .put("id", Export.disputeId(charge))
                .put("charge", charge)
                .put("payment_intent", row.text(PAYMENT_INTENT))
                .put("created", opened.getEpochSecond())
                .put("status", status == null ? "needs_response" : word(status))
                .put("reason", reason == null ? null : word(reason));
        Currency currency = row.currency(CURRENCY);
        BigDecimal amount = row.amountIfAny(currency, DISPUTED_AMOUNT);
        if (amount != null && amount.signum() > 0) {
            dispute.put("amount", units(row, amount, currency, DISPUTED_AMOUNT))
                    .put("currency", currency.getCurrencyCode().toLowerCase(Locale.ROOT));
        }
        if (due != null) {
            dispute.withObjectProperty("evidence_details").put("due_by", due.getEpochSecond());
        }
        return event;
    }

    private ObjectNode event(ExportRow row, String type, String id, Instant time) throws RowFault {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("type", type)
                .put("api_version", API_VERSION)
                .put("created", time.getEpochSecond())
                .put("livemode", isLive(row));
    }

    private static ObjectNode object(ObjectNode event) {
        return event.withObjectProperty("data").withObjectProperty("object");
    }

    private boolean isLive(ExportRow row) throws RowFault {
        String mode = row.text(MODE);
        if (mode == null) {
            return settings.mode() == Mode.LIVE;
        }
        return switch (word(mode)) {
            case "live" -> true;
            case "test" -> false;
            default -> throw row.fault("the value is not Live or Test", "write Live or Test", MODE);
        };
    }
}
