package org.orderevidence.order;

import java.time.LocalDate;
import java.util.Collections;
import java.util.Currency;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderReference.Kind;

/**
 * The values by which orders are searched. An order must match every given value.
 *
 * @param orderId as it was typed
 * @param values each in the form in which it is hashed
 * @param currency of the amount; empty for any
 * @param date the order is of this day, or at most {@value #DATE_WITHIN} days before or after it
 * @param from first day
 * @param to last day
 */
public record OrderQuery(
        @Nullable TypedId orderId,
        Map<Kind, String> values,
        @Nullable Currency currency,
        @Nullable LocalDate date,
        @Nullable LocalDate from,
        @Nullable LocalDate to) {
    /** How many days an order can be away from the date of a search. */
    public static final int DATE_WITHIN = 3;

    /** How old an order can be that is looked for without an ID, another value or days. */
    public static final int OLDEST_DAYS = 1_100;

    public OrderQuery {
        Map<Kind, String> sorted = new EnumMap<>(Kind.class);
        sorted.putAll(values);
        values = Collections.unmodifiableMap(sorted);
    }

    /** Returns the search by one value. */
    public static OrderQuery of(Kind kind, String value) {
        return new OrderQuery(null, Map.of(kind, value), null, null, null, null);
    }

    /** Returns the search by an order ID. */
    public static OrderQuery of(TypedId orderId) {
        return new OrderQuery(orderId, Map.of(), null, null, null, null);
    }

    /** Returns the same search with the order to which its charge leads. */
    public OrderQuery ofOrder(OrderId order) {
        Map<Kind, String> others = new EnumMap<>(values);
        others.remove(Kind.GATEWAY_TRANSACTION_ID);
        return new OrderQuery(new TypedId(order.value(), true), others, currency, date, from, to);
    }

    /** True if only orders of the last {@value #OLDEST_DAYS} days are looked for: each month must be read. */
    public boolean isOfLastDays() {
        return orderId == null
                && date == null
                && from == null
                && to == null
                && !values.isEmpty()
                && values.keySet().stream().allMatch(Kind::isMonthly);
    }

    /** True if the store finds the orders by itself, so that no other order is read, also none that is similar. */
    public boolean isIndexed() {
        return values.size() <= 1 && currency == null && date == null && orderId == null;
    }

    /** Returns what is searched for, for people. */
    public String words() {
        return Stream.of(
                                Stream.of("order ID").filter(_ -> orderId != null),
                                values.keySet().stream().map(Kind::words),
                                Stream.of("date").filter(_ -> date != null))
                        .flatMap(words -> words)
                        .collect(Collectors.joining(" with "))
                + (isOfLastDays() ? " in the last " + OLDEST_DAYS + " days" : "");
    }

    @Override
    public String toString() {
        return "OrderQuery";
    }
}
