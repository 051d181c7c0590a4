package org.orderevidence.integration.adyen;

import static org.orderevidence.integration.EventJson.required;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Connector.PlatformSwitch;
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
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.adyen.AdyenPayment.AdyenFacts;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adyen. A notification has one or more items, and each is signed for itself: see {@link AdyenItem}. The signature covers
 * only 8 fields of an item. A user and password (RFC 7617) protect all others.
 */
public final class Adyen implements Connector {
    /** True if Adyen captures each payment by itself, so that an approved one is paid. */
    public static final PlatformSetting AUTOMATIC_CAPTURE = new PlatformSetting(
            "automaticCapture", null, "Payments are captured automatically", "payments are captured automatically");

    /** The most items of a notification that are read. Adyen sends one as JSON, and at most 6 in older settings. */
    static final int MAX_ITEMS = 100;

    private static final SecretForm SECRET = new SecretForm(
            "HMAC key", "", true, "an HMAC key of Adyen is written in hexadecimal", "It is hexadecimal.");

    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Basic ";
    private static final int LONGEST_HEADER = 4_096;

    private static final About ABOUT = new About(
            Platform.ADYEN,
            "Adyen",
            SECRET,
            true,
            List.of(AUTOMATIC_CAPTURE),
            List.of(
                    "In Adyen, open Developers, Webhooks. Create a standard webhook. Generate its HMAC key, and choose"
                            + " a user name and a password.",
                    "Add the integration here with these values.",
                    "In the webhook, enter the address that the next page shows as URL, the user name and the"
                            + " password. Then test the configuration."),
            List.of(
                    additional("shopperIP", "ip"),
                    additional("cardBin", "bin"),
                    additional("alias", "cardFingerprint"),
                    additional("networkTxReference", "network_id"),
                    additional("shopperReference", "customerAccountId"),
                    additional("shopperEmail", "receipt.customerEmail"),
                    additional("arn", "arn")),
            List.of(AUTHORIZATION),
            List.of(
                    "$ integration add adyen --account acme --secret-file adyen-hmac \\",
                    "      --basic-user adyen --basic-password-file adyen-password \\",
                    "      --automatic-capture"),
            List.of("Import the Received payment details report of Adyen. Each row has the same effect as webhooks of"
                    + " the integration about the payment. Webhooks always win."),
            List.of("$ import adyen received.csv --errors-out rejected.csv"),
            new ImportFlag(
                    "--captured",
                    AUTOMATIC_CAPTURE,
                    "count approved payments as captured; the report does not state it for each payment",
                    "Approved payments count as failed until a webhook states that they were captured. If they were, use"
                            + " --captured."));

    private static PlatformSwitch additional(String field, String stated) {
        return new PlatformSwitch(field, stated, "Developers > Webhooks > Additional settings");
    }

    @Override
    public About about() {
        return ABOUT;
    }

    /** Each item is an event. One that is not verified refuses all. */
    @Override
    public List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now) {
        IntegrationSecrets.Basic basic = secrets.basic();
        if (basic == null || !isIn(webhook.header(AUTHORIZATION), basic)) {
            return List.of();
        }
        List<Signed> events = new ArrayList<>();
        try {
            for (AdyenItem item : items(webhook.body())) {
                if (!item.isMadeBy(SECRET.signing(secrets))) {
                    return List.of();
                }
                events.add(new Signed(null, item.notification()));
            }
        } catch (UnmappableEvent unreadable) {
            return List.of();
        }
        return events;
    }

    /** Returns true if the header {@code Authorization} has the user and password. The comparison needs constant time. */
    static boolean isIn(@Nullable String authorization, IntegrationSecrets.Basic basic) {
        if (authorization == null
                || authorization.length() > LONGEST_HEADER
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] expected = (basic.user() + ':' + basic.password().value()).getBytes(StandardCharsets.UTF_8);
        try {
            return MessageDigest.isEqual(
                    expected,
                    Base64.getDecoder()
                            .decode(authorization.substring(SCHEME.length()).strip()));
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** Returns the items of a notification, at least one. */
    static List<AdyenItem> items(byte[] body) throws UnmappableEvent {
        EventJson notification = EventJson.parse(body);
        Boolean live = notification.flag("live");
        Mode mode = live == null ? null : live ? Mode.LIVE : Mode.TEST;
        List<AdyenItem> items = new ArrayList<>();
        for (EventJson wrapper : notification.list("notificationItems", MAX_ITEMS + 1)) {
            items.add(new AdyenItem(wrapper.in("NotificationRequestItem"), mode));
        }
        if (items.isEmpty()) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "notificationItems");
        }
        if (items.size() > MAX_ITEMS) {
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "more than " + MAX_ITEMS + " notificationItems");
        }
        return items;
    }

    @Override
    public Mapping map(Signed event, MapperSettings settings) {
        try {
            return map(items(event.body()).getFirst(), settings);
        } catch (UnmappableEvent unreadable) {
            return unreadable.result(null);
        }
    }

    static Mapping map(AdyenItem item, MapperSettings settings) {
        EventHead head = null;
        try {
            AdyenEvent event = AdyenEvent.read(item);
            head = event.head();
            settings.requireMode(EventJson.required(head.mode(), "live"));
            return new Mapping.Mapped(head, statements(event, settings));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    /** An attempt that did not succeed changes nothing, except for a declined payment and a refund. */
    private static List<EventStatement> statements(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
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
                    "SCHEME_ARBITRATION_WON",
                    "SCHEME_ARBITRATION_LOST",
                    "DISPUTE_DEFENSE_PERIOD_ENDED",
                    "ISSUER_RESPONSE_TIMEFRAME_EXPIRED" -> success ? AdyenFacts.dispute(event, settings) : List.of();
            case "NOTIFICATION_OF_FRAUD" -> success ? AdyenFacts.fraudReport(event, settings) : List.of();
            case "NOTIFICATION_OF_CHARGEBACK", "REQUEST_FOR_INFORMATION" -> AdyenFacts.inquiry(event, settings);
            default ->
                throw new UnmappableEvent(
                        Mapping.Reason.UNKNOWN_TYPE, event.head().type());
        };
    }

    @Override
    public Export export(MapperSettings settings) {
        return new AdyenExport(settings);
    }

    @Override
    public boolean exports(ExportHeader header) {
        return header.has("Psp Reference") && header.has("Creation Date");
    }

    /**
     * One item of an Adyen notification. Each item is signed for itself. {@link #toString} hides its content.
     *
     * @param mode live or test, as the notification states it for all its items; empty if it does not
     */
    record AdyenItem(EventJson json, @Nullable Mode mode) {
        /**
         * Checks the signature: the base64 HMAC-SHA256 of 8 fields with colons between them. A field that is missing is
         * empty, and nothing is escaped. Source: Adyen, "Verify HMAC signatures".
         *
         * @param signing its keys are in hexadecimal
         */
        boolean isMadeBy(Signing signing) {
            EventJson amount = json.in("amount");
            String signed = String.join(
                    ":",
                    json.signedText("pspReference"),
                    json.signedText("originalReference"),
                    json.signedText("merchantAccountCode"),
                    json.signedText("merchantReference"),
                    amount.signedText("value"),
                    amount.signedText("currency"),
                    json.signedText("eventCode"),
                    json.signedText("success"));
            return signing.add(signed.getBytes(StandardCharsets.UTF_8))
                    .made(json.in("additionalData").signedText("hmacSignature"));
        }

        /** Returns a notification that has only this item. */
        byte[] notification() {
            String live = mode == null ? "" : "\"live\":\"" + (mode == Mode.LIVE) + "\",";
            String notification =
                    "{" + live + "\"notificationItems\":[{\"NotificationRequestItem\":" + json.json() + "}]}";
            return notification.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "[item]";
        }
    }

    /**
     * An item of a notification, read as an event.
     *
     * @param pspReference Adyen's id of the payment, refund, dispute or other object that the event is about
     * @param payment Adyen's id of the payment: {@code originalReference}; empty if the event states none, as an event about
     *     the payment itself does
     */
    record AdyenEvent(
            EventHead head,
            String pspReference,
            @Nullable String payment,
            boolean success,
            Instant time,
            EventJson item) {
        /** Adyen's decimal digits where they differ from ISO 4217. Source: Adyen, "Currency codes and minor units". */
        private static final Map<String, Integer> OWN_DIGITS = Map.of("CLP", 2, "CVE", 0, "IDR", 0, "ISK", 2);

        static AdyenEvent read(AdyenItem notified) throws UnmappableEvent {
            EventJson item = notified.json();
            String pspReference = required(item.id("pspReference"), "pspReference");
            String eventCode = required(item.word("eventCode"), "eventCode");
            boolean success = required(item.flag("success"), "success");
            Instant time = required(item.time("eventDate"), "eventDate");
            String id = pspReference + '/' + eventCode + '/' + success;
            return new AdyenEvent(
                    new EventHead(id, eventCode, time, notified.mode()),
                    pspReference,
                    item.id("originalReference"),
                    success,
                    time,
                    item);
        }

        /** The fields that depend on the settings of the merchant's account at Adyen. */
        EventJson additional() {
            return item.in("additionalData");
        }

        OrderTime date() {
            return OrderTime.at(time);
        }

        long version(int stage) {
            return EventVersion.ofStage(stage, time, 0, head.id());
        }

        Money money() throws UnmappableEvent {
            EventJson amount = item.in("amount");
            Currency currency = MinorUnits.currency(required(amount.line("currency", 3), "amount.currency"));
            return MinorUnits.money(required(amount.integer("value"), "amount.value"), digits(currency), currency);
        }

        /** Returns how many decimal digits Adyen uses for a currency. */
        static int digits(Currency currency) {
            return OWN_DIGITS.getOrDefault(currency.getCurrencyCode(), currency.getDefaultFractionDigits());
        }
    }

    /**
     * Reads Adyen's Received payment details report: a row for each payment. Each is read as an {@code AUTHORISATION}, and
     * what came later, if the row states it, as a further event. docs/integrations.md lists the columns.
     */
    record AdyenExport(MapperSettings settings) implements Export {
        private static final String REFERENCE = "Psp Reference";
        private static final String CREATED = "Creation Date";
        private static final String TIME_ZONE = "TimeZone";
        private static final String CURRENCY = "Currency";
        private static final String AMOUNT = "Amount";
        private static final String TYPE = "Type";
        private static final String RESPONSE = "Acquirer Response";

        private static final ExportFormat FORMAT =
                ExportFormat.of("Received payment details report of Adyen", "payment", """
                key: Psp Reference
                required: Psp Reference, Creation Date, TimeZone, Currency, Amount, Type | Acquirer Response
                ids: Psp Reference, Modification Psp Reference, Modification Reference, Acquirer Reference, \
                Alternative Acquirer Reference, ARN
                telephones: Shopper Telephone
                pspReference = Psp Reference
                merchantAccountCode = Merchant Account
                merchantReference = Merchant Reference
                paymentMethod = Payment Method
                additionalData/cardBin = Issuer BIN | Card BIN | Issuer Id
                additionalData/card = Shopper PAN
                additionalData/cardSummary = Card Summary
                additionalData/authCode = Authorisation Code
                additionalData/paymentMethodVariant = Payment Method Variant
                additionalData/shopperIP = Shopper IP
                additionalData/shopperReference = Shopper Reference
                additionalData/shopperEmail = Shopper Email
                additionalData/shopperInteraction = Shopper Interaction
                additionalData/recurringProcessingModel = Recurring Processing Model
                additionalData/deliveryAddress.street = Delivery Street
                additionalData/deliveryAddress.houseNumberOrName = Delivery House Number / Name
                additionalData/deliveryAddress.city = Delivery City
                additionalData/deliveryAddress.postalCode = Delivery Postal Code / ZIP
                additionalData/deliveryAddress.stateOrProvince = Delivery State / Province
                additionalData/deliveryAddress.country = Delivery Country
                = Creation Date | TimeZone | Currency | Amount
                = Type | Acquirer Response""");

        /** A card of which some digits are hidden, such as {@code 411111******1111} or {@code ************1111}. */
        private static final Pattern MASKED = Pattern.compile("([0-9]{6}|[0-9]{8})?[^0-9]*([0-9]{4})");

        @Override
        public ExportFormat format() {
            return FORMAT;
        }

        /** What the row states about the payment. */
        private enum State {
            APPROVED,
            CAPTURED,
            REFUNDED,
            DISPUTED,
            DISPUTE_WON,
            DISPUTE_LOST,
            CANCELLED,
            DECLINED
        }

        @Override
        public List<EventStatement> statements(List<ExportRow> record) throws RowFault {
            ExportRow row = record.getFirst();
            String reference = row.required(REFERENCE);
            Instant created = row.inZone(CREATED, TIME_ZONE);
            return switch (state(row)) {
                case APPROVED -> approved(row, reference, created);
                case DECLINED ->
                    map(row, item(row, "AUTHORISATION", reference, created).put("success", "false"));
                case CAPTURED -> captured(row, reference, created);
                case CANCELLED -> cancelled(row, reference, created);
                case REFUNDED ->
                    captured(row, reference, created).stream()
                            .map(AdyenExport::refundedInFull)
                            .toList();
                case DISPUTED -> disputed(row, reference, created, Dispute.Status.OPEN);
                case DISPUTE_WON -> disputed(row, reference, created, Dispute.Status.WON);
                case DISPUTE_LOST -> disputed(row, reference, created, Dispute.Status.LOST);
            };
        }

        private static State state(ExportRow row) throws RowFault {
            String type = row.text(TYPE);
            return switch (type == null ? "" : type.toLowerCase(Locale.ROOT).replace(" ", "")) {
                case "", "received", "payment" -> response(row);
                case "authorised", "authorized" -> State.APPROVED;
                case "captured", "sentforsettle", "settled", "settledbulk", "settledexternally", "refundedreversed" ->
                    State.CAPTURED;
                case "sentforrefund", "refunded", "refundedbulk", "refundedexternally" -> State.REFUNDED;
                case "chargeback" -> State.DISPUTED;
                case "chargebackreversed" -> State.DISPUTE_WON;
                case "secondchargeback" -> State.DISPUTE_LOST;
                case "cancelled", "expired", "capturefailed" -> State.CANCELLED;
                case "refused", "error" -> State.DECLINED;
                default ->
                    throw row.fault(
                            "the type is not that of a payment",
                            "remove the row; refunds and disputes of later days come as webhooks",
                            TYPE);
            };
        }

        private static State response(ExportRow row) throws RowFault {
            String response = row.text(RESPONSE);
            if (response == null) {
                throw row.fault(
                        "neither this column nor Type states whether the payment was approved",
                        "write Approved or Refused",
                        RESPONSE);
            }
            return switch (response.toLowerCase(Locale.ROOT)) {
                case "approved", "authorised", "authorized" -> State.APPROVED;
                default -> State.DECLINED;
            };
        }

        /** The same file can be imported again as captured. That wins over the import before. */
        private List<EventStatement> approved(ExportRow row, String reference, Instant created) throws RowFault {
            return authorised(row, reference, created).stream()
                    .map(statement -> settings.has(Adyen.AUTOMATIC_CAPTURE) ? ofLaterStage(statement) : statement)
                    .toList();
        }

        private static EventStatement ofLaterStage(EventStatement statement) {
            return statement instanceof EventStatement.OfPart(Part part, var token, var links)
                    ? new EventStatement.OfPart(HistoryStatements.later(part, 1), token, links)
                    : statement;
        }

        private List<EventStatement> authorised(ExportRow row, String reference, Instant created) throws RowFault {
            return map(row, item(row, "AUTHORISATION", reference, created).put("success", "true"));
        }

        private List<EventStatement> cancelled(ExportRow row, String reference, Instant created) throws RowFault {
            List<EventStatement> statements = new ArrayList<>(authorised(row, reference, created));
            statements.addAll(map(
                    row,
                    item(row, "CANCELLATION", reference, created)
                            .put("success", "true")
                            .put("originalReference", reference)));
            return statements;
        }

        /**
         * A row does not list the captures, and webhooks about them count instead. So the payment itself is captured, as if
         * Adyen had done so by itself. A later import of the file wins over one in which it was only approved.
         */
        private List<EventStatement> captured(ExportRow row, String reference, Instant created) throws RowFault {
            return new AdyenExport(settings.with(Adyen.AUTOMATIC_CAPTURE)).approved(row, reference, created);
        }

        private List<EventStatement> disputed(ExportRow row, String reference, Instant created, Dispute.Status status)
                throws RowFault {
            List<EventStatement> statements = new ArrayList<>(captured(row, reference, created));
            statements.add(HistoryStatements.beforeEvents(new EventStatement.OfDispute(
                    new Dispute(Export.disputeId(reference), Dispute.UNKNOWN_CONDITION, OrderTime.at(created), status),
                    true,
                    EventVersion.ofStage(status == Dispute.Status.OPEN ? 0 : 1, created, 0, reference),
                    statements.getFirst().links())));
            return statements;
        }

        /** The report does not contain the refunded amount. Once webhooks arrive, their refunds count instead. */
        private static EventStatement refundedInFull(EventStatement statement) {
            if (statement instanceof EventStatement.OfPart(Part part, var token, var links)
                    && part.content()
                            instanceof PlatformObject(PlatformObject.Kind kind, Statement stated, String method)
                    && kind == PlatformObject.Kind.CHARGE) {
                Statement refunded =
                        stated.change().put(new StatedRefund(true, null)).statement();
                Part changed = new Part(part.key(), part.version(), new PlatformObject(kind, refunded, method));
                return new EventStatement.OfPart(HistoryStatements.later(changed, 1), token, links);
            }
            return statement;
        }

        /** The report does not state whether its payments are live. */
        private List<EventStatement> map(ExportRow row, ObjectNode item) throws RowFault {
            return HistoryStatements.of(
                    row, Adyen.map(new AdyenItem(EventJson.of(item, row), settings.mode()), settings));
        }

        private static ObjectNode item(ExportRow row, String eventCode, String reference, Instant created)
                throws RowFault {
            Currency currency = row.currency(CURRENCY);
            long amount = row.units(row.amount(currency, AMOUNT), AdyenEvent.digits(currency), AMOUNT);
            ObjectNode item = JsonNodeFactory.instance
                    .objectNode()
                    .put("eventCode", eventCode)
                    .put("eventDate", created.toString());
            item.withObjectProperty("amount")
                    .put("currency", currency.getCurrencyCode())
                    .put("value", amount);
            FORMAT.copy(row, item);
            if (eventCode.equals("AUTHORISATION")) {
                additional(row, item.withObjectProperty("additionalData"));
            } else {
                item.remove("additionalData");
            }
            return item.put("pspReference", reference);
        }

        /** Adyen writes {@code N/A} for unknown values. */
        private static void additional(ExportRow row, ObjectNode additional) throws RowFault {
            additional.removeIf(value -> value.stringValue().equals("N/A"));
            JsonNode bin = additional.remove("cardBin");
            JsonNode masked = additional.remove("card");
            Matcher card =
                    MASKED.matcher(masked == null ? "" : masked.stringValue().replace(" ", ""));
            String first = bin == null ? null : bin.stringValue();
            if (card.matches()) {
                first = first == null ? card.group(1) : first;
                additional.putIfAbsent("cardSummary", additional.stringNode(card.group(2)));
            }
            if (first != null) {
                additional.put("cardBin", first);
            }
            // Of a declined payment it is the reason.
            if (state(row) == State.DECLINED) {
                additional.remove("authCode");
            }
        }
    }
}
