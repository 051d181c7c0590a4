package org.orderevidence.receipt;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;

/**
 * One labelled value.
 *
 * @param lines the value: at least one line of text
 * @param link where the value leads; {@code null} if it is only text
 */
public record Fact(
        String label, List<String> lines, @Nullable String link) {
    public Fact {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a fact has a value");
        }
    }

    /**
     * Facts below one heading.
     *
     * @param facts at least one
     */
    public record FactGroup(String heading, List<Fact> facts) {}

    /** Collects the facts of a group. Facts without a value are left out. */
    static final class Facts {
        private final List<Fact> facts = new ArrayList<>();

        Facts add(String label, @Nullable String value) {
            return add(label, value, null);
        }

        Facts add(String label, @Nullable PersonalText value) {
            return add(label, value == null ? null : value.value());
        }

        Facts add(String label, @Nullable OrderTime time) {
            return add(label, time == null ? null : DateText.of(time));
        }

        Facts add(String label, @Nullable Address address) {
            return address == null ? this : add(label, address.lines());
        }

        Facts add(String label, List<String> lines) {
            if (!lines.isEmpty()) {
                facts.add(new Fact(label, lines, null));
            }
            return this;
        }

        /** Adds a value that leads to a web page. One that is not a web address is text. */
        Facts addLink(String label, @Nullable String value) {
            return add(label, value, value != null && isWebAddress(value) ? value : null);
        }

        private Facts add(String label, @Nullable String value, @Nullable String link) {
            if (value != null && !value.isBlank()) {
                facts.add(new Fact(label, List.of(value), link));
            }
            return this;
        }

        /** Adds the group to a list, unless it has no facts. */
        void addTo(List<FactGroup> groups, String heading) {
            if (!facts.isEmpty()) {
                groups.add(new FactGroup(heading, facts));
            }
        }

        List<Fact> list() {
            return List.copyOf(facts);
        }

        /** A browser that follows the link opens a web page. Links are checked at the upload, too. */
        private static boolean isWebAddress(String text) {
            try {
                return (text.regionMatches(true, 0, "https://", 0, 8) || text.regionMatches(true, 0, "http://", 0, 7))
                        && new URI(text).getRawAuthority() != null;
            } catch (URISyntaxException noAddress) {
                return false;
            }
        }
    }

    /** Returns the condition, the day and the status of a dispute. */
    static String words(Dispute dispute) {
        return "condition " + dispute.condition() + ", opened " + DateText.of(dispute.openedAt()) + ", "
                + dispute.status().wireName();
    }

    /** Returns the day and the type of a fraud report. */
    static String words(FraudReport report) {
        return "reported " + DateText.of(report.reportedAt())
                + (report.typeCode() == null ? "" : ", type " + report.typeCode());
    }

    /** Amounts of money as a receipt shows them: in the digits of the currency, in groups of three. */
    static final class AmountText {
        private AmountText() {}

        /** Returns an amount with its currency, such as {@code 1,999.00 USD}. */
        static String of(Money money) {
            return of(
                    Money.decimal(money.amountMinor(), money.currency()).toPlainString(),
                    money.currency().getCurrencyCode());
        }

        /**
         * Returns an amount with its currency.
         *
         * @param decimal the amount without groups
         * @param currency ISO 4217
         */
        static String of(String decimal, String currency) {
            BigDecimal amount = new BigDecimal(decimal);
            // The minus sign is as wide as a digit; a hyphen is easily overlooked.
            return String.format(Locale.ROOT, "%,." + amount.scale() + "f", amount)
                            .replace('-', '\u2212')
                    + '\u00a0'
                    + currency;
        }
    }

    /** Days and times as a receipt shows them. */
    static final class DateText {
        private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

        private DateText() {}

        /** Returns a time; a date without time stays one. */
        static String of(OrderTime time) {
            return String.join(", ", lines(time));
        }

        /** Returns the day of a time, and on a line of its own the time of day if there is one. */
        static List<String> lines(OrderTime time) {
            Instant instant = time.instant();
            String day = DAY.format(time.day());
            return instant == null ? List.of(day) : List.of(day, TIME.format(instant));
        }

        static String of(Instant instant) {
            return of(OrderTime.at(instant));
        }
    }
}
