package org.orderevidence.wire;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;
import org.orderevidence.service.OrderSearch.OrderQuery;
import tools.jackson.databind.JsonNode;

/** Reads a search of orders. */
public final class SearchReader {
    /** Maximum number of days of a search by days alone, both ends included. */
    public static final int MAX_DAYS = 31;

    private static final int MAX_PER = 100;
    private static final int DEFAULT_PER = 10;
    private static final int FIRST_DIGITS = 6;
    private static final int MAX_CURSOR = 1024;

    private final Fields fields;

    private SearchReader(Fields fields) {
        this.fields = fields;
    }

    /** Reads the body of a search. An unknown field is an error: without it, the search would find other orders. */
    public static Read<SearchRequest> read(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> new SearchReader(fields).request());
    }

    private SearchRequest request() {
        Email email = fields.email("customerEmail");
        PersonalText card = card(fields);
        String gatewayTransactionId = fields.text(
                "gatewayTransactionId", TextRule.longNumber(Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH));
        String arn = fields.text("arn", TextRule.longNumber(Charge.References.MAX_LENGTH));
        boolean hasValue = !(fields.isAbsent("customerEmail")
                && fields.isAbsent("bin")
                && fields.isAbsent("last4")
                && fields.isAbsent("gatewayTransactionId")
                && fields.isAbsent("arn"));
        Days days = days(hasValue);
        Long per = fields.integer("per", 1, MAX_PER);
        String cursor = fields.text("cursor", TextRule.longNumber(MAX_CURSOR));
        return new SearchRequest(
                new OrderQuery(email, card, gatewayTransactionId, arn, days.from(), days.to()),
                per == null ? DEFAULT_PER : Math.toIntExact(per),
                cursor);
    }

    /** Reads the first six and the last four digits of a card. */
    static @Nullable PersonalText card(Fields fields) {
        String bin = fields.digits("bin", FIRST_DIGITS, 8);
        String last4 = fields.digits("last4", 4, 4);
        if (fields.isAbsent("bin") != fields.isAbsent("last4")) {
            String missing = fields.isAbsent("bin") ? "bin" : "last4";
            fields.error(missing, FaultCode.REQUIRED, "is required: a card is found by bin and last4 together");
        }
        return bin == null || last4 == null ? null : new PersonalText(bin.substring(0, FIRST_DIGITS) + last4);
    }

    private record Days(@Nullable LocalDate from, @Nullable LocalDate to) {}

    private Days days(boolean hasValue) {
        LocalDate from = fields.day("from");
        LocalDate to = fields.day("to");
        if (!hasValue && fields.isAbsent("from") != fields.isAbsent("to")) {
            fields.require(fields.isAbsent("from") ? "from" : "to");
        }
        if (!hasValue && fields.isAbsent("from") && fields.isAbsent("to")) {
            String rule =
                    "search by customerEmail, by bin and last4, by gatewayTransactionId, by arn, or by from and to"
                            + " (at most " + MAX_DAYS + " days)";
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
