package org.orderevidence.wire;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Email;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderQuery;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.TypedId;
import tools.jackson.databind.JsonNode;

/** Reads a search of orders. */
public record SearchReader(Fields fields) {
    /** Maximum number of days of a search by days alone, both ends included. */
    public static final int MAX_DAYS = 31;

    private static final int MAX_PER = 100;
    private static final int DEFAULT_PER = 10;
    private static final int FIRST_DIGITS = 6;
    private static final int MAX_CURSOR = 1024;
    private static final int MAX_NAME = 256;

    private static final List<String> VALUES = List.of(
            "orderId",
            "customerEmail",
            "name",
            "gatewayTransactionId",
            "arn",
            "disputeId",
            "bin",
            "last4",
            "amount",
            "date");

    /** Reads the body of a search. An unknown field is an error: without it, the search would find other orders. */
    public static Read<SearchRequest> read(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> new SearchReader(fields).request());
    }

    private SearchRequest request() {
        Map<Kind, String> values = new EnumMap<>(Kind.class);
        String orderId = fields.text("orderId", TextRule.line(OrderId.MAX_LENGTH));
        Email email = fields.email("customerEmail");
        put(values, Kind.CUSTOMER, email == null ? null : email.canonical());
        put(values, Kind.NAME, name());
        TextRule charge = TextRule.longNumber(Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH);
        put(values, Kind.GATEWAY_TRANSACTION_ID, fields.text("gatewayTransactionId", charge));
        put(values, Kind.ARN, fields.text("arn", TextRule.longNumber(Charge.References.MAX_LENGTH)));
        put(values, Kind.DISPUTE, fields.text("disputeId", TextRule.line(DisputeReader.MAX_ID_LENGTH)));
        Currency currency = amount(values);
        LocalDate date = fields.day("date");
        card(values);
        boolean hasValue = VALUES.stream().anyMatch(name -> !fields.isAbsent(name));
        Days days = days(hasValue);
        boolean isAlone = values.size() == 1
                && orderId == null
                && fields.isAbsent("date")
                && fields.isAbsent("from")
                && fields.isAbsent("to")
                && !fields.faults().refuse();
        if (isAlone && values.containsKey(Kind.AMOUNT)) {
            fields.error("date", FaultCode.REQUIRED, "is required: send date or another value with amount");
        }
        if (isAlone && values.containsKey(Kind.LAST4)) {
            fields.error("bin", FaultCode.REQUIRED, "is required: send bin, amount or date with last4");
        }
        Long per = fields.integer("per", 1, MAX_PER);
        String cursor = fields.text("cursor", TextRule.longNumber(MAX_CURSOR));
        return new SearchRequest(
                new OrderQuery(
                        orderId == null ? null : new TypedId(orderId), values, currency, date, days.from(), days.to()),
                per == null ? DEFAULT_PER : Math.toIntExact(per),
                cursor);
    }

    private static void put(Map<Kind, String> values, Kind kind, @Nullable String value) {
        if (value != null) {
            values.put(kind, value);
        }
    }

    private @Nullable String name() {
        String name = fields.text("name", TextRule.line(MAX_NAME));
        String folded = name == null ? "" : Receipt.PersonName.folded(name);
        if (name != null && folded.isEmpty()) {
            fields.error("name", FaultCode.INVALID_FORMAT, "must have letters");
        }
        return folded.isEmpty() ? null : folded;
    }

    private @Nullable Currency amount(Map<Kind, String> values) {
        Currency currency = fields.currency("currency");
        Long minor = fields.amount("amount", 0, Money.MAX_AMOUNT_MINOR, fields.currencyIfValid("currency"));
        if (fields.isAbsent("amount") != fields.isAbsent("currency")) {
            String missing = fields.isAbsent("amount") ? "amount" : "currency";
            fields.error(missing, FaultCode.REQUIRED, "is required: send amount and currency together");
        }
        if (minor != null && currency != null) {
            values.put(Kind.AMOUNT, new Money(minor, currency).plain());
        }
        return currency;
    }

    private void card(Map<Kind, String> values) {
        String bin = fields.digits("bin", FIRST_DIGITS, 8);
        String last4 = fields.digits("last4", 4, 4);
        if (fields.isAbsent("last4") && !fields.isAbsent("bin")) {
            fields.error("last4", FaultCode.REQUIRED, "is required: a card is found by bin and last4 together");
        }
        if (last4 != null) {
            values.put(
                    bin == null ? Kind.LAST4 : Kind.CARD, bin == null ? last4 : bin.substring(0, FIRST_DIGITS) + last4);
        }
    }

    private record Days(@Nullable LocalDate from, @Nullable LocalDate to) {}

    private Days days(boolean hasValue) {
        LocalDate from = fields.day("from");
        LocalDate to = fields.day("to");
        boolean hasDays = !(fields.isAbsent("from") && fields.isAbsent("to"));
        if (hasDays && !fields.isAbsent("date")) {
            fields.error("date", FaultCode.INCONSISTENT, "must not be sent with from or to");
        }
        if (!hasValue && fields.isAbsent("from") != fields.isAbsent("to")) {
            fields.require(fields.isAbsent("from") ? "from" : "to");
        }
        if (!hasValue && !hasDays) {
            String rule = "search by orderId, customerEmail, name, gatewayTransactionId, arn, disputeId, bin and last4,"
                    + " last4 with amount or date, amount with date, or from and to (at most " + MAX_DAYS + " days)";
            fields.faults().error("", FaultCode.REQUIRED, rule);
        }
        if (from != null && to != null && to.isBefore(from)) {
            fields.error("to", FaultCode.INCONSISTENT, "must not be before from");
        } else if (!hasValue && from != null && to != null && ChronoUnit.DAYS.between(from, to) >= MAX_DAYS) {
            fields.error(
                    "to",
                    FaultCode.OUT_OF_RANGE,
                    "must be at most " + (MAX_DAYS - 1) + " days after from, unless you search by another value too");
        }
        return new Days(from, to);
    }

    /**
     * A search.
     *
     * @param per most orders of the answer, 1 to 100
     * @param cursor where the answer before ended, as it was sent; empty for the beginning
     */
    public record SearchRequest(
            OrderQuery query, int per, @Nullable String cursor) {}
}
