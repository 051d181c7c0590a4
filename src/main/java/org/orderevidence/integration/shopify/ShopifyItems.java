package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;

/**
 * What an order of Shopify consists of, in the currency that the customer paid with. Items, shipping and tax, less the
 * discount, are the total: what Shopify does not itemise is an item of its own, or part of the discount.
 */
final class ShopifyItems {
    private static final String OTHER_CHARGES = "Other charges";
    private static final String OTHER_ITEMS = "Other items";

    private final EventJson order;
    private final Currency currency;
    private final boolean inShopCurrency;
    private final List<LineItem> items = new ArrayList<>();
    private Receipt.@Nullable Totals totals;

    private ShopifyItems(EventJson order, Currency currency) {
        this.order = order;
        this.currency = currency;
        this.inShopCurrency = currency.getCurrencyCode().equals(order.line("currency", 3));
    }

    /** Reads the items of an order of which the total is known. */
    static ShopifyItems of(EventJson order, Money total) {
        ShopifyItems read = new ShopifyItems(order, total.currency());
        boolean complete = read.readItems();
        if (!read.items.isEmpty()) {
            read.addUp(total.amountMinor(), complete);
        }
        return read;
    }

    /** What was bought. An item that is odd is part of {@value #OTHER_ITEMS}. */
    List<LineItem> items() {
        return items;
    }

    /** What the total is made of besides the items; empty if there is nothing else, or no item. */
    Receipt.@Nullable Totals totals() {
        return totals;
    }

    /** Returns false if an item was left out. */
    private boolean readItems() {
        boolean complete = true;
        for (EventJson item : order.list("line_items", Integer.MAX_VALUE)) {
            String name = first(item.lines("name"), item.lines("title"));
            Long quantity = item.integer("quantity");
            if (quantity != null && quantity == 0) {
                continue;
            }
            if (name == null || quantity == null || quantity < 0 || quantity > LineItem.MAX_QUANTITY) {
                complete = false;
                continue;
            }
            try {
                BigDecimal price = number(item, "price").multiply(BigDecimal.valueOf(quantity));
                items.add(new LineItem(
                        name, null, null, quantity, MinorUnits.signed(price.subtract(discount(item)), currency)));
            } catch (UnmappableEvent odd) {
                complete = false;
            }
        }
        return complete;
    }

    /** Allocations have the discounts of the item and its share of those of the order. Older events lack them. */
    private BigDecimal discount(EventJson item) throws UnmappableEvent {
        BigDecimal allocated = BigDecimal.ZERO;
        for (EventJson allocation : item.list("discount_allocations", Integer.MAX_VALUE)) {
            allocated = allocated.add(number(allocation, "amount"));
        }
        BigDecimal stated = has(item, "total_discount") ? number(item, "total_discount") : BigDecimal.ZERO;
        return allocated.signum() == 0 ? stated : allocated;
    }

    private void addUp(long total, boolean complete) {
        long shipping = minor(this::shipping);
        long tip = minor(() -> amount(order, "total_tip_received"));
        long duties = minor(() -> amount(order, "current_total_duties", "original_total_duties"));
        long extra = sum() + shipping + tip + duties;
        long stated = minor(() -> amount(order, "total_tax"));
        Boolean included = order.flag("taxes_included");
        // An export does not state whether the prices include the tax.
        long tax = (included == null ? extra == total : included) ? 0 : stated;
        long open = total - extra - tax;
        add("Tip", tip);
        add("Duties", duties);
        if (open > 0) {
            add(complete ? OTHER_CHARGES : OTHER_ITEMS, open);
        }
        shorten();
        if (shipping != 0 || tax != 0 || open < 0) {
            totals = new Receipt.Totals(
                    null, tax == 0 ? null : tax, shipping == 0 ? null : shipping, open < 0 ? -open : null);
        }
    }

    private long sum() {
        return items.stream().mapToLong(LineItem::priceMinor).sum();
    }

    private void add(String name, long amount) {
        if (amount != 0) {
            items.add(new LineItem(name, null, null, 1, amount));
        }
    }

    /** Items for which there is no room are one item. */
    private void shorten() {
        if (items.size() > Receipt.MAX_LINE_ITEMS) {
            List<LineItem> rest = items.subList(Receipt.MAX_LINE_ITEMS - 1, items.size());
            long amount = rest.stream().mapToLong(LineItem::priceMinor).sum();
            rest.clear();
            items.add(new LineItem(OTHER_ITEMS, null, null, 1, amount));
        }
    }

    /** The total of shipping does not contain its discounts. */
    private BigDecimal shipping() throws UnmappableEvent {
        List<EventJson> lines = order.list("shipping_lines", Integer.MAX_VALUE);
        if (lines.isEmpty()) {
            return amount(order, "total_shipping_price");
        }
        BigDecimal shipping = BigDecimal.ZERO;
        for (EventJson line : lines) {
            BigDecimal price = has(line, "discounted_price")
                    ? number(line, "discounted_price")
                    : number(line, "price").subtract(discount(line));
            shipping = shipping.add(price);
        }
        return shipping;
    }

    private interface Amount {
        BigDecimal read() throws UnmappableEvent;
    }

    /** An amount that cannot be read is part of the difference. */
    private long minor(Amount amount) {
        try {
            return Math.max(0, MinorUnits.signed(amount.read(), currency));
        } catch (UnmappableEvent odd) {
            return 0;
        }
    }

    /** The first of these amounts that exists, or 0. */
    private BigDecimal amount(EventJson object, String... names) throws UnmappableEvent {
        for (String name : names) {
            if (has(object, name)) {
                return number(object, name);
            }
        }
        return BigDecimal.ZERO;
    }

    private static boolean has(EventJson object, String name) {
        return object.hasObject(name + "_set") || object.line(name, 32) != null;
    }

    /** An amount that is not in a set is in the shop's currency. */
    private BigDecimal number(EventJson object, String name) throws UnmappableEvent {
        EventJson set = object.in(name + "_set");
        boolean isSet = object.hasObject(name + "_set");
        if (isSet ? !Shopify.currency(set).equals(currency) : !inShopCurrency) {
            throw new UnmappableEvent(Mapping.Reason.UNSUPPORTED_CURRENCY, "currency of an item");
        }
        if (!isSet) {
            return MinorUnits.number(required(object.line(name, 32), name));
        }
        return MinorUnits.number(required(set.in("presentment_money").line("amount", 32), "amount"));
    }
}
