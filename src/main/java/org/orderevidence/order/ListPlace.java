package org.orderevidence.order;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a list of orders: right behind this order. A list has the newest transaction first, or the oldest, and those
 * of one time by id.
 *
 * @param time when its transaction was, in whole milliseconds; of a date without time, when the day starts in UTC
 */
public record ListPlace(Instant time, OrderId id) implements Comparable<ListPlace> {
    /** Enough for the year 9999. */
    private static final int TIME_LENGTH = 15;

    private static final Pattern TEXT = Pattern.compile("([0-9]{" + TIME_LENGTH + "})(.+)", Pattern.DOTALL);

    public ListPlace {
        time = time.truncatedTo(ChronoUnit.MILLIS);
    }

    public static ListPlace of(Order order) {
        return new ListPlace(time(order.charge().transactionTime()), order.id());
    }

    public static Instant time(OrderTime transaction) {
        return transaction.start().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Reads a place.
     *
     * @return empty if the text is not one
     */
    public static Optional<ListPlace> parse(String text) {
        Matcher place = TEXT.matcher(text);
        if (!place.matches() || !OrderId.isValid(place.group(2))) {
            return Optional.empty();
        }
        return Optional.of(
                new ListPlace(Instant.ofEpochMilli(Long.parseLong(place.group(1))), new OrderId(place.group(2))));
    }

    /** Returns the place as a text, which {@link #parse} reads. */
    public String text() {
        return String.format(Locale.ROOT, "%0" + TIME_LENGTH + "d", time.toEpochMilli()) + id.value();
    }

    /** Compares by the sequence of a list with the newest transaction first. */
    @Override
    public int compareTo(ListPlace other) {
        int newest = other.time.compareTo(time);
        return newest == 0 ? id.compareTo(other.id) : newest;
    }

    /** Returns the UTC day of the transaction. */
    public LocalDate day() {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }
}
