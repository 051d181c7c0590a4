package org.orderevidence.integration;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;

/** Writes the fields of a statement as texts by their names, so that tests see all of them. */
public final class StatedTexts {
    private final Map<String, String> texts = new TreeMap<>();

    private StatedTexts() {}

    /** Returns the stated fields of a charge, customer and receipt. */
    public static Map<String, String> of(Statement statement) {
        StatedTexts all = new StatedTexts();
        all.charge(statement);
        all.receipt(statement.receipt());
        return all.texts;
    }

    private void charge(Statement charge) {
        put("amount", money(charge.money()));
        for (Field<?> field : OrderFields.ORDER.fields()) {
            boolean isOther = field.path().startsWith("receipt.") || field.equals(OrderFields.REFUNDED);
            Object value = isOther ? null : charge.get(field);
            switch (value) {
                case null -> {}
                case OrderTime time -> put(field.path(), time(time));
                case Brand brand -> put(field.path(), brand.name());
                case String text -> put(field.path(), text);
                case Boolean flag -> put(field.path(), flag);
                default -> {}
            }
        }
        put("state", charge.get(OrderFields.STATUS));
        StatedRefund refund = charge.refund();
        put("refunded", refund == null ? null : refund.amountMinor());
    }

    private void receipt(Receipt receipt) {
        put("email", hidden(receipt.customerEmail()));
        put("phone", hidden(receipt.customerPhone()));
        Receipt.PersonName name = receipt.customerName();
        put("name", name == null ? null : name.givenName() + "|" + name.familyName());
        put("shippingAddress", address(receipt.shippingAddress()));
        put("description", receipt.description());
        put(
                "lineItems",
                receipt.lineItems().isEmpty()
                        ? null
                        : receipt.lineItems().stream().map(StatedTexts::item).collect(Collectors.joining(", ")));
        Receipt.Totals totals = receipt.totals();
        if (totals != null) {
            put("totals.tax", totals.taxMinor());
            put("totals.shipping", totals.shippingMinor());
            put("totals.discount", totals.discountMinor());
        }
        Receipt.Delivery delivery = receipt.delivery();
        if (delivery != null) {
            put("delivery.status", delivery.status());
            put("delivery.carrier", delivery.carrier());
            put("delivery.trackingNumber", delivery.trackingNumber());
            put("delivery.deliveredAt", time(delivery.deliveredAt()));
        }
    }

    private void put(String name, @Nullable Object value) {
        if (value != null) {
            texts.put(name, value.toString());
        }
    }

    private static String item(LineItem item) {
        return item.quantity() + " " + item.productName() + " " + item.priceMinor()
                + (item.currency() == null ? "" : " " + item.currency());
    }

    /** Returns an amount such as {@code 1999 USD}. */
    public static @Nullable String money(@Nullable Money money) {
        return money == null ? null : money.amountMinor() + " " + money.currency();
    }

    private static @Nullable String time(@Nullable OrderTime time) {
        return time == null
                ? null
                : time.instant() == null
                        ? time.day().toString()
                        : time.instant().toString();
    }

    private static @Nullable String hidden(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    private static @Nullable String address(@Nullable Address address) {
        return address == null
                ? null
                : String.join(
                        "|",
                        Stream.of(
                                        address.line1(),
                                        address.line2(),
                                        address.city(),
                                        address.countrySubdivision(),
                                        address.postalCode(),
                                        address.country())
                                .map(part -> part == null ? "" : part)
                                .toList());
    }
}
