package org.orderevidence.console;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.Status;
import org.orderevidence.receipt.Status.Tone;

/** Values as all pages show them. Days and times are UTC, in ISO 8601, as in the HTTP interface. */
public final class Shown {
    /** Longest text of a merchant on a page that shows many values, in characters. */
    private static final int BRIEF = 160;

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Shown() {}

    /** Returns an amount in the digits of its currency, such as {@code 1,234.50 USD}. */
    public static String money(Money money) {
        return amount(money.amountMinor(), money.currency());
    }

    /** Returns an amount in the digits of its currency. */
    public static String amount(long minor, Currency currency) {
        return decimal(minor, currency) + " " + currency.getCurrencyCode();
    }

    private static String decimal(long minor, Currency currency) {
        BigDecimal decimal = Money.decimal(minor, currency);
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMinimumFractionDigits(decimal.scale());
        format.setMaximumFractionDigits(decimal.scale());
        return format.format(decimal);
    }

    /** Returns a count with separators, such as {@code 12,345}. */
    public static String count(long number) {
        return new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
    }

    /** Returns a count with its noun, such as {@code 1 day} or {@code 2 days}. */
    public static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    public static String time(Instant instant) {
        return MINUTE.format(instant.truncatedTo(ChronoUnit.MINUTES)) + " UTC";
    }

    /** Returns a moment to the minute, or a day if only the day is known. */
    public static String time(OrderTime time) {
        Instant instant = time.instant();
        return instant == null ? time.day().toString() : time(instant);
    }

    /** Returns what is known of a card, such as {@code visa •••• 4242}; empty if nothing is known. */
    public static String card(PaymentCredential card) {
        StringBuilder shown = new StringBuilder();
        if (card.brand() != null) {
            shown.append(card.brand().title());
        }
        if (card.last4() != null) {
            shown.append(shown.isEmpty() ? "" : " ").append("•••• ").append(card.last4());
        }
        return shown.toString();
    }

    public static Status verdict(Eligibility eligibility) {
        return eligibility.closed() ? new Status(Tone.NEUTRAL, "Closed") : verdict(eligibility.status());
    }

    public static Status verdict(Eligibility.Status status) {
        return new Status(Tone.of(status), status.words());
    }

    public static String chargeState(StoredOrder order) {
        Charge charge = order.order().charge();
        if (order.isUncaptured()) {
            return "Not captured";
        }
        if (charge.status() == Charge.Status.FAILED) {
            return "Failed";
        }
        if (charge.refundedInFull()) {
            return "Refunded";
        }
        Long refunded = charge.refundedAmountMinor();
        return refunded != null && refunded > 0 ? "Partially refunded" : "Succeeded";
    }

    /** Returns the start of a long text, with an ellipsis. */
    public static String brief(@Nullable String text) {
        return text == null ? "" : Texts.brief(text, BRIEF);
    }

    /** Returns the text with a capital letter at its start. */
    public static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    public static String orDash(@Nullable String text) {
        return text == null || text.isEmpty() ? "–" : text;
    }
}
