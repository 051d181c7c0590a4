package org.orderevidence.integration.adyen;

import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import java.util.Currency;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;

/**
 * An item of a notification, read as an event.
 *
 * @param pspReference Adyen's id of the payment, refund, dispute or other object that the event is about
 * @param payment Adyen's id of the payment: {@code originalReference}; empty if the event states none, as an event about
 *     the payment itself does
 */
record AdyenEvent(
        EventHead head, String pspReference, @Nullable String payment, boolean success, Instant time, EventJson item) {
    /** Adyen's decimal digits where they differ from ISO 4217. Source: Adyen, "Currency codes and minor units". */
    private static final Map<String, Integer> OWN_DIGITS = Map.of("CLP", 2, "CVE", 0, "IDR", 0, "ISK", 2);

    static AdyenEvent read(AdyenItem notified) throws UnmappableEvent {
        EventJson item = notified.json();
        String pspReference = required(item.id("pspReference"), "pspReference");
        String eventCode = required(item.line("eventCode", EventJson.LONGEST_ID), "eventCode");
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

    long version(int rank) {
        return EventVersion.of(time, rank, head.id());
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
