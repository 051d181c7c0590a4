package org.orderevidence.integration.stripe;

import java.util.Currency;
import java.util.Set;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;

/**
 * Stripe's amounts. Stripe counts each currency in its own unit, which is not always the minor unit of ISO 4217. Source:
 * Stripe, "Supported currencies", with the special cases: ISK and UGX have two digits, which are always 00.
 */
final class StripeAmounts {
    private static final Set<String> WITHOUT_DECIMALS = Set.of(
            "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF");

    private static final Set<String> WITH_THREE_DECIMALS = Set.of("BHD", "JOD", "KWD", "OMR", "TND");

    private StripeAmounts() {}

    /** Returns the currency of an object. */
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
}
