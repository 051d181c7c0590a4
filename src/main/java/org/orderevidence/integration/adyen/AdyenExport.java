package org.orderevidence.integration.adyen;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportFormat.HistoryStatements;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.adyen.Adyen.AdyenEvent;
import org.orderevidence.integration.adyen.Adyen.AdyenItem;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads Adyen's Received payment details report: a row for each payment. Each is read as an {@code AUTHORISATION}, and
 * what came later, if the row states it, as a further event. docs/integrations.md lists the columns.
 */
final class AdyenExport implements Export {
    private static final String REFERENCE = "Psp Reference";
    private static final String CREATED = "Creation Date";
    private static final String TIME_ZONE = "TimeZone";
    private static final String CURRENCY = "Currency";
    private static final String AMOUNT = "Amount";
    private static final String TYPE = "Type";
    private static final String RESPONSE = "Acquirer Response";

    private static final List<ExportFormat.Column> COLUMNS = ExportFormat.Column.table("""
            pspReference = Psp Reference
            merchantAccountCode = Merchant Account
            merchantReference = Merchant Reference
            paymentMethod = Payment Method
            additionalData/bin = Issuer BIN | Card BIN | Issuer Id
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

    private static final Set<String> IDS = Set.of(
            REFERENCE,
            "Modification Psp Reference",
            "Modification Reference",
            "Acquirer Reference",
            "Alternative Acquirer Reference",
            "ARN");

    private static final ExportFormat FORMAT = new ExportFormat(
            "Received payment details report of Adyen",
            "payment",
            REFERENCE,
            null,
            List.of(
                    List.of(REFERENCE),
                    List.of(CREATED),
                    List.of(TIME_ZONE),
                    List.of(CURRENCY),
                    List.of(AMOUNT),
                    List.of(TYPE, RESPONSE)),
            COLUMNS,
            IDS,
            Set.of("Shopper Telephone"));

    /** A card of which some digits are hidden, such as {@code 411111******1111} or {@code ************1111}. */
    private static final Pattern MASKED = Pattern.compile("([0-9]{6}|[0-9]{8})?[^0-9]*([0-9]{4})");

    private final MapperSettings settings;

    AdyenExport(MapperSettings settings) {
        this.settings = settings;
    }

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
                EventVersion.of(created, status == Dispute.Status.OPEN ? 0 : 1, reference),
                statements.getFirst().links())));
        return statements;
    }

    /** The report does not contain the refunded amount. Once webhooks arrive, their refunds count instead. */
    private static EventStatement refundedInFull(EventStatement statement) {
        if (statement instanceof EventStatement.OfPart(Part part, var token, var links)
                && part.content() instanceof PlatformObject(PlatformObject.Kind kind, Statement stated, String method)
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
        return HistoryStatements.of(row, Adyen.map(new AdyenItem(EventJson.of(item), settings.mode()), settings));
    }

    private static ObjectNode item(ExportRow row, String eventCode, String reference, Instant created) throws RowFault {
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
        JsonNode bin = additional.remove("bin");
        JsonNode masked = additional.remove("card");
        Matcher card = MASKED.matcher(masked == null ? "" : masked.stringValue().replace(" ", ""));
        String first = bin == null ? null : bin.stringValue();
        if (card.matches()) {
            first = first == null ? card.group(1) : first;
            additional.putIfAbsent("cardSummary", additional.stringNode(card.group(2)));
        }
        if (first != null) {
            additional.put(first.length() == 8 ? "issuerBin" : "cardBin", first);
        }
        // Of a declined payment it is the reason.
        if (state(row) == State.DECLINED) {
            additional.remove("authCode");
        }
    }
}
