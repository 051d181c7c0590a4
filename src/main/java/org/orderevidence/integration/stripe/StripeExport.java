package org.orderevidence.integration.stripe;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventDraft;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Export;
import org.orderevidence.integration.ExportAmounts;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportRecord;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportTimes;
import org.orderevidence.integration.HistoryStatements;
import org.orderevidence.integration.OtherExport;
import org.orderevidence.integration.RowFault;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;

/**
 * Reads the payments that Stripe's dashboard exports: a row for each charge. Each is read as an event with the whole
 * charge. docs/integrations.md lists the columns.
 */
public final class StripeExport implements Export {
    private static final String ID = "id";
    private static final String[] CREATED = {"Created date (UTC)", "Created (UTC)", "Created"};
    private static final String AMOUNT = "Amount";
    private static final String REFUNDED = "Amount Refunded";
    private static final String CURRENCY = "Currency";
    private static final String STATUS = "Status";
    private static final String CAPTURED = "Captured";
    private static final String MODE = "Mode";
    private static final String PAYMENT_INTENT = "PaymentIntent ID";
    private static final String INVOICE = "Invoice ID";
    private static final String EMAIL = "Customer Email";
    private static final String PHONE = "Customer Phone";
    private static final String DESCRIPTION = "Description";
    private static final String DESCRIPTOR = "Statement Descriptor";
    private static final String METHOD = "Payment Source Type";
    private static final String BRAND = "Card Brand";
    private static final String LAST4 = "Card Last4";
    private static final String FINGERPRINT = "Card Fingerprint";
    private static final String IIN = "Card IIN";
    private static final String DISPUTED_AMOUNT = "Disputed Amount";
    private static final String DISPUTE_STATUS = "Dispute Status";
    private static final String DISPUTE_REASON = "Dispute Reason";
    private static final String EVIDENCE_DUE = "Dispute Evidence Due (UTC)";
    private static final String DISPUTE_DATE = "Dispute Date (UTC)";
    private static final String SHIPPING_NAME = "Shipping Name";
    private static final String SHIPPING = "Shipping Address ";
    private static final List<String> OWN_METADATA = List.of("oe_ip", "oe_account", "oe_device");

    /** The version of Stripe's API in whose form rows are written as events. */
    private static final String API_VERSION = "2026-05-27";

    private static final Set<String> KNOWN = Set.of(
            ID,
            "Created date (UTC)",
            "Created (UTC)",
            "Created",
            AMOUNT,
            REFUNDED,
            CURRENCY,
            STATUS,
            CAPTURED,
            MODE,
            PAYMENT_INTENT,
            INVOICE,
            EMAIL,
            PHONE,
            DESCRIPTION,
            DESCRIPTOR,
            METHOD,
            BRAND,
            LAST4,
            FINGERPRINT,
            IIN,
            DISPUTED_AMOUNT,
            DISPUTE_STATUS,
            DISPUTE_DATE,
            SHIPPING_NAME,
            SHIPPING + "Line1",
            SHIPPING + "Line2",
            SHIPPING + "City",
            SHIPPING + "State",
            SHIPPING + "Country",
            SHIPPING + "Postal Code",
            SHIPPING + "Zip");

    private static final Set<String> IDS =
            Set.of(ID, PAYMENT_INTENT, FINGERPRINT, "Card ID", "Customer ID", INVOICE, "Invoice Number", "Transfer");

    private final StripeSettings settings;
    private final ExportFormat format;

    public StripeExport(StripeSettings settings) {
        this.settings = settings;
        Set<String> known = new HashSet<>(KNOWN);
        known.add(metadata(settings.orderIdKey()));
        OWN_METADATA.forEach(key -> known.add(metadata(key)));
        this.format = new ExportFormat(
                Platform.STRIPE,
                "payments export of Stripe",
                "payment",
                ID,
                null,
                List.of(List.of(ID), List.of(CREATED), List.of(AMOUNT), List.of(CURRENCY), List.of(STATUS)),
                known,
                IDS,
                Set.of(PHONE));
    }

    /** Returns the column of a key of metadata. */
    private static String metadata(String key) {
        return key + " (metadata)";
    }

    @Override
    public ExportFormat format() {
        return format;
    }

    @Override
    public List<EventStatement> statements(ExportRecord record) throws RowFault {
        ExportRow row = record.first();
        String id = row.required(ID);
        Optional<String> other = OtherExport.ofId(id);
        if (other.isPresent()) {
            throw row.fault(
                    "the value is the ID of " + other.get() + ", not of a charge",
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
        Instant created = ExportTimes.utc(row, CREATED);
        List<EventStatement> statements = new ArrayList<>(map(row, charge(row, id, state, created)));
        EventDraft dispute = dispute(row, id, created);
        if (dispute != null) {
            statements.addAll(map(row, dispute));
        }
        return statements;
    }

    private List<EventStatement> map(ExportRow row, EventDraft event) throws RowFault {
        return HistoryStatements.of(row, new StripeMapper(settings).map(event.bytes()));
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

    private EventDraft charge(ExportRow row, String id, State state, Instant created) throws RowFault {
        Currency currency = ExportAmounts.currency(row, CURRENCY);
        long amount = units(row, ExportAmounts.amount(row, currency, AMOUNT), currency, AMOUNT);
        BigDecimal stated = ExportAmounts.amountIfAny(row, currency, REFUNDED);
        long refunded =
                stated == null ? (state == State.REFUNDED ? amount : 0) : units(row, stated, currency, REFUNDED);
        EventDraft event = event(row, "charge.updated", "charge " + id, created);
        EventDraft charge = event.in("data").in("object");
        charge.put("id", id)
                .put("amount", amount)
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
                        })
                .put("payment_intent", row.text(PAYMENT_INTENT))
                .put("invoice", row.text(INVOICE))
                .put("description", row.text(DESCRIPTION))
                .put("calculated_statement_descriptor", row.text(DESCRIPTOR));
        charge.in("billing_details").put("email", row.text(EMAIL)).put("phone", row.text(PHONE));
        card(row, charge.in("payment_method_details"));
        shipping(row, charge.in("shipping"));
        EventDraft metadata = charge.in("metadata");
        OWN_METADATA.forEach(key -> metadata.put(key, row.text(metadata(key))));
        metadata.put(settings.orderIdKey(), row.text(metadata(settings.orderIdKey())));
        return event;
    }

    private static long units(ExportRow row, BigDecimal amount, Currency currency, String name) throws RowFault {
        return ExportAmounts.units(row, amount, StripeAmounts.digits(currency.getCurrencyCode()), name);
    }

    private static void card(ExportRow row, EventDraft method) {
        String stated = row.text(METHOD);
        String type = stated != null && word(stated).equals("card_present") ? "card_present" : "card";
        method.put("type", type)
                .in(type)
                .put("brand", row.text(BRAND))
                .put("last4", row.text(LAST4))
                .put("iin", row.text(IIN))
                .put("fingerprint", row.text(FINGERPRINT));
    }

    private static void shipping(ExportRow row, EventDraft shipping) {
        shipping.put("name", row.text(SHIPPING_NAME))
                .in("address")
                .put("line1", row.text(SHIPPING + "Line1"))
                .put("line2", row.text(SHIPPING + "Line2"))
                .put("city", row.text(SHIPPING + "City"))
                .put("state", row.text(SHIPPING + "State"))
                .put("postal_code", row.text(SHIPPING + "Postal Code", SHIPPING + "Zip"))
                .put("country", row.text(SHIPPING + "Country"));
    }

    /** The export has neither the ID of a dispute nor the code of the network. */
    private @Nullable EventDraft dispute(ExportRow row, String charge, Instant created) throws RowFault {
        String status = row.text(DISPUTE_STATUS);
        boolean isDisputed = status != null || word(row.required(STATUS)).equals("disputed");
        if (!isDisputed) {
            return null;
        }
        Instant stated = ExportTimes.utcIfAny(row, DISPUTE_DATE);
        Instant opened = stated == null ? created : stated;
        String reason = row.text(DISPUTE_REASON);
        Instant due = ExportTimes.utcIfAny(row, EVIDENCE_DUE);
        EventDraft event = event(row, "charge.dispute.created", "dispute of " + charge, opened);
        event.in("data")
                .in("object")
                .put("id", Export.disputeId(charge))
                .put("charge", charge)
                .put("payment_intent", row.text(PAYMENT_INTENT))
                .put("created", opened.getEpochSecond())
                .put("status", status == null ? "needs_response" : word(status))
                .put("reason", reason == null ? null : word(reason));
        Currency currency = ExportAmounts.currency(row, CURRENCY);
        BigDecimal amount = ExportAmounts.amountIfAny(row, currency, DISPUTED_AMOUNT);
        if (amount != null && amount.signum() > 0) {
            event.in("data")
                    .in("object")
                    .put("amount", units(row, amount, currency, DISPUTED_AMOUNT))
                    .put("currency", currency.getCurrencyCode().toLowerCase(Locale.ROOT));
        }
        if (due != null) {
            event.in("data").in("object").in("evidence_details").put("due_by", due.getEpochSecond());
        }
        return event;
    }

    private EventDraft event(ExportRow row, String type, String id, Instant time) throws RowFault {
        return new EventDraft()
                .put("id", id)
                .put("type", type)
                .put("api_version", API_VERSION)
                .put("created", time.getEpochSecond())
                .put("livemode", isLive(row));
    }

    private boolean isLive(ExportRow row) throws RowFault {
        String mode = row.text(MODE);
        if (mode == null) {
            return settings.common().mode() == Mode.LIVE;
        }
        return switch (word(mode)) {
            case "live" -> true;
            case "test" -> false;
            default -> throw row.fault("the value is not Live or Test", "write Live or Test", MODE);
        };
    }
}
