package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.required;

import java.util.Currency;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;

/** Shopify's amounts: decimal texts, in the shop's currency and in the one that the customer paid with. */
final class ShopifyMoney {
    private ShopifyMoney() {}

    /** Returns what the customer paid, from a set such as {@code total_price_set}. */
    static Money paid(EventJson set) throws UnmappableEvent {
        EventJson presentment = set.in("presentment_money");
        return money(
                required(presentment.line("amount", 32), "presentment_money.amount"),
                required(presentment.line("currency_code", 3), "presentment_money.currency_code"));
    }

    /** Returns an amount of a currency. */
    static Money money(String amount, String currencyCode) throws UnmappableEvent {
        return MinorUnits.money(amount, MinorUnits.currency(currencyCode));
    }

    /** Returns the currency of a set. */
    static Currency currency(EventJson set) throws UnmappableEvent {
        return MinorUnits.currency(
                required(set.in("presentment_money").line("currency_code", 3), "presentment_money.currency_code"));
    }
}
