package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.required;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportFormat.HistoryStatements;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.stripe.StripeCharge.StripeSession;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Money;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Values;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stripe. It signs with the header {@code Stripe-Signature: t=…,v1=…[,v1=…]}: the time in seconds, and for each secret
 * that is valid at Stripe the hexadecimal HMAC-SHA256 of time, dot and body. Source: Stripe, "Verify webhook signatures
 * manually". The API version of events does not matter: fields that a version does not have are empty.
 */
public final class Stripe implements Connector {
    /** The key of the metadata that has the merchant's order id. */
    public static final PlatformSetting ORDER_ID_KEY = new PlatformSetting(
            "orderIdKey", "order_id", "Metadata key of the order ID", "key of the metadata that has the order ID");

    /** Whether {@code client_reference_id} of a session can be the order id. */
    public static final PlatformSetting TRUST_CLIENT_REFERENCE = new PlatformSetting(
            "trustClientReference",
            null,
            "Use client_reference_id of a session as the order ID",
            "client_reference_id can be the order ID. Shoppers can set it in payment links");

    /** How far the time of a signature may differ from the time of arrival, in both directions. */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final SecretForm SECRET = new SecretForm(
            "Signing secret",
            "whsec_",
            false,
            "a signing secret of Stripe starts with whsec_; it is not an API key",
            "It starts with whsec_.");

    private static final String HEADER = "Stripe-Signature";
    private static final int LONGEST_HEADER = 4_096;

    /** Pairs of other schemes, such as {@code v0}, are skipped. */
    private static final Pattern PAIR = Pattern.compile("(?:^|,)\\s*(t|v1)=([^,\\s]*)");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern HEX_OF_HMAC = Pattern.compile("[0-9A-Fa-f]{64}");

    private static final About ABOUT = new About(
            Platform.STRIPE,
            "Stripe",
            SECRET,
            false,
            List.of(ORDER_ID_KEY, TRUST_CLIENT_REFERENCE),
            List.of(
                    "In Stripe, open Workbench, Webhooks. Create a destination with the events of charges, refunds,"
                            + " disputes, early fraud warnings and checkout sessions. Reveal its signing secret.",
                    "Add the integration here with this secret.",
                    "In the destination, enter the address that the next page shows as Endpoint URL."),
            List.of(),
            List.of(HEADER),
            List.of("$ integration add stripe --account acme --secret-file stripe-secret"),
            List.of(
                    "Import the payments that Stripe's dashboard exports as CSV, with all columns. Each row has the same"
                            + " effect as webhooks of the integration about the charge. Webhooks always win."),
            List.of(
                    "$ import stripe payments.csv --integration a1b2c3d4e5f6",
                    "$ import stripe payments.csv --errors-out rejected.csv \\",
                    "      --integration a1b2c3d4e5f6"),
            null);

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now) {
        TimedSignatures signed = parse(webhook.header(HEADER));
        if (signed == null) {
            return List.of();
        }
        byte[] prefix = (signed.time() + '.').getBytes(StandardCharsets.UTF_8);
        boolean isSigned =
                SECRET.signing(secrets).add(prefix).add(webhook.body()).madeOneOf(signed.signatures());
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(signed.time())), now);
        return isSigned && age.abs().compareTo(TOLERANCE) <= 0 ? List.of(new Signed(null, webhook.body())) : List.of();
    }

    private record TimedSignatures(String time, List<byte[]> signatures) {}

    /** Returns the parts of the header, or empty if it has not exactly one time, or no signature. */
    private static @Nullable TimedSignatures parse(@Nullable String header) {
        if (header == null || header.length() > LONGEST_HEADER) {
            return null;
        }
        String time = null;
        List<byte[]> signatures = new ArrayList<>();
        Matcher pair = PAIR.matcher(header);
        while (pair.find()) {
            String value = pair.group(2);
            if (pair.group(1).equals("v1")) {
                if (HEX_OF_HMAC.matcher(value).matches()) {
                    signatures.add(HexFormat.of().parseHex(value));
                }
            } else if (time != null || !SECONDS.matcher(value).matches()) {
                return null;
            } else {
                time = value;
            }
        }
        return time == null || signatures.isEmpty() ? null : new TimedSignatures(time, signatures);
    }

    @Override
    public Mapping map(Signed event, MapperSettings settings) {
        try {
            return map(EventJson.parse(event.body()), settings);
        } catch (UnmappableEvent unreadable) {
            return unreadable.result(null);
        }
    }

    static Mapping map(EventJson json, MapperSettings settings) {
        EventHead head = null;
        try {
            StripeEvent event = StripeEvent.read(json);
            head = event.head();
            settings.requireMode(head.mode());
            return new Mapping.Mapped(head, List.of(statement(event, settings)));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    private static EventStatement statement(StripeEvent event, MapperSettings settings) throws UnmappableEvent {
        return switch (event.head().type()) {
            case "charge.succeeded",
                    "charge.captured",
                    "charge.updated",
                    "charge.failed",
                    "charge.expired",
                    "charge.refunded" -> new StripeCharge(settings).map(event);
            case "refund.created", "refund.updated", "refund.failed", "charge.refund.updated" ->
                StripeCharge.refund(event, settings);
            case "charge.dispute.created",
                    "charge.dispute.updated",
                    "charge.dispute.closed",
                    "charge.dispute.funds_reinstated" -> StripeCharge.dispute(event);
            case "radar.early_fraud_warning.created" -> StripeCharge.fraudReport(event);
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

    @Override
    public Export export(MapperSettings settings) {
        return new StripeExport(settings);
    }

    @Override
    public boolean exports(ExportHeader header) {
        return header.has("id") && header.has("Created date (UTC)", "Created (UTC)");
    }

    /**
     * An event of Stripe.
     *
     * @param apiVersion the version of Stripe's API in which the object is written, such as {@code 2025-03-31.basil}
     */
    record StripeEvent(EventHead head, Instant time, String apiVersion, EventJson object) {
        static StripeEvent read(EventJson event) throws UnmappableEvent {
            String id = required(event.id("id"), "id");
            String type = required(event.word("type"), "type");
            Instant created = required(event.seconds("created"), "created");
            Boolean live = required(event.flag("livemode"), "livemode");
            Mode mode = live ? Mode.LIVE : Mode.TEST;
            String apiVersion = event.word("api_version");
            return new StripeEvent(
                    new EventHead(id, type, created, mode),
                    created,
                    apiVersion == null ? "" : apiVersion,
                    event.in("data").in("object"));
        }

        /** Returns the version of what the event states about its object. */
        long version(int stage, int rank) {
            return EventVersion.ofStage(stage, time, rank, head.id());
        }

        private static final Set<String> WITHOUT_DECIMALS = Set.of(
                "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF",
                "XPF");

        private static final Set<String> WITH_THREE_DECIMALS = Set.of("BHD", "JOD", "KWD", "OMR", "TND");

        static Currency currency(EventJson object) throws UnmappableEvent {
            return MinorUnits.currency(EventJson.required(object.line("currency", 3), "currency"));
        }

        /** Returns an amount of Stripe in minor units of ISO 4217. */
        static Money money(long amount, Currency currency) throws UnmappableEvent {
            return MinorUnits.money(amount, digits(currency.getCurrencyCode()), currency);
        }

        /** Returns how many decimal digits Stripe uses for a currency. */
        static int digits(String code) {
            if (WITHOUT_DECIMALS.contains(code)) {
                return 0;
            }
            return WITH_THREE_DECIMALS.contains(code) ? 3 : 2;
        }

        private static final int LONGEST_DEVICE = 256;

        /** Stripe does not send the IP address, device or login.
         * A merchant can write them to the metadata of a payment. */
        static void metadata(EventJson object, Values draft) {
            EventJson metadata = object.in("metadata");
            draft.put(OrderFields.IP, metadata.ip("oe_ip"))
                    .put(OrderFields.DEVICE_ID, metadata.longNumber("oe_device", LONGEST_DEVICE))
                    .put(OrderFields.CUSTOMER_ACCOUNT_ID, metadata.line("oe_account", EventJson.LONGEST_ID));
        }

        /** Where the goods go and to whom. */
        static void shipping(EventJson shipping, Values draft) {
            EventJson address = shipping.in("address");
            // Of a name in one text, the last word is the family name.
            String name = shipping.lines("name");
            int blank = name == null ? -1 : name.lastIndexOf(' ');
            draft.put(
                            OrderFields.CUSTOMER_NAME,
                            name == null || blank < 0
                                    ? null
                                    : name.substring(0, blank).strip(),
                            name == null ? null : name.substring(blank + 1))
                    .put(
                            OrderFields.SHIPPING_ADDRESS,
                            address.lines("line1"),
                            address.lines("line2"),
                            address.lines("city"),
                            address.lines("state"),
                            address.lines("postal_code"),
                            address.lines("country"));
        }
    }

    /**
     * Reads the payments that Stripe's dashboard exports: a row for each charge. Each is read as an event with the whole
     * charge. docs/integrations.md lists the columns.
     */
    static final class StripeExport implements Export {
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

        private static final ExportFormat FORMAT = ExportFormat.of("payments export of Stripe", "payment", """
                key: id
                required: id, Created date (UTC) | Created (UTC) | Created, Amount, Currency, Status
                ids: id, PaymentIntent ID, Card Fingerprint, Card ID, Customer ID, Invoice ID, Invoice Number, Transfer
                telephones: Customer Phone
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

        /** How the IDs of charges start, and of a PaymentIntent, which a row has if there is no charge. */
        private static final List<String> OF_PAYMENTS = List.of("ch_", "py_", "pi_");

        private final MapperSettings settings;
        private final ExportFormat format;

        StripeExport(MapperSettings settings) {
            this.settings = settings;
            String orderId = settings.text(Stripe.ORDER_ID_KEY);
            this.format = FORMAT.with(
                    new ExportFormat.Column(List.of("metadata", orderId), List.of(orderId + " (metadata)")));
        }

        @Override
        public ExportFormat format() {
            return format;
        }

        @Override
        public List<EventStatement> statements(List<ExportRow> record) throws RowFault {
            ExportRow row = record.getFirst();
            String id = row.required(ID);
            if (OF_PAYMENTS.stream().noneMatch(id::startsWith)) {
                throw row.fault(
                        "the value is not the ID of a charge, which starts with ch_ or py_",
                        "import the export of payments; refunds and disputes of later days come as webhooks",
                        ID);
            }
            State state = state(row);
            if (id.startsWith("pi_")) {
                if (state == State.PAID || state == State.REFUNDED) {
                    throw row.fault(
                            "the value is the ID of a PaymentIntent",
                            "export the column id with the IDs of charges",
                            ID);
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
            return HistoryStatements.of(row, Stripe.map(EventJson.of(event, row), settings));
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
            return is(row, CAPTURED, "true", "false", true);
        }

        /** Returns true if a column has the first of two words; {@code usual} if it has no value. */
        private static boolean is(ExportRow row, String column, String yes, String no, boolean usual) throws RowFault {
            String text = row.text(column);
            if (text == null) {
                return usual;
            }
            if (!text.equalsIgnoreCase(yes) && !text.equalsIgnoreCase(no)) {
                throw row.fault("the value is not " + yes + " or " + no, "write " + yes + " or " + no, column);
            }
            return text.equalsIgnoreCase(yes);
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
            boolean isPresent = type != null && word(type).endsWith("_present");
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
                    .put("livemode", is(row, MODE, "Live", "Test", settings.mode() == Mode.LIVE));
        }

        private static ObjectNode object(ObjectNode event) {
            return event.withObjectProperty("data").withObjectProperty("object");
        }
    }
}
