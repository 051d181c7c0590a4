package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;

/** Orders at random from a seed: each optional field is there or not, each text of any kind of character. */
public final class RandomOrders {
    private static final List<String> CHARACTERS = List.of(
            "a", "Z", "0", "%", "'", "\u00e4", "\u4e2d", "\u0301", "\uFFFF", "\uFFFD", "\uD83D\uDE00", "\uDBFF\uDFFD");
    private static final List<String> CURRENCIES = List.of("USD", "JPY", "KWD", "EUR");
    private static final int SOMETIMES = 3;

    private final Random random;

    public RandomOrders(long seed) {
        this.random = new Random(seed);
    }

    /** The next order, of this id. */
    public Order next(String id) {
        return new Order(
                new OrderId(id), maybe(() -> random.nextLong(Order.MAX_REVISION + 1)), charge(), customer(), receipt());
    }

    private Charge charge() {
        long amount = random.nextLong(Money.MAX_AMOUNT_MINOR + 1);
        String currency = currency().getCurrencyCode();
        return ChargeBuilder.at(time())
                .amount(amount, currency)
                .settledAt(maybe(this::time))
                .fulfilledAt(maybe(this::time))
                .credential(new PaymentCredential(
                        maybe(this::hash),
                        maybe(this::hash),
                        maybe(() -> "%06d".formatted(random.nextInt(1_000_000))),
                        maybe(() -> "%04d".formatted(random.nextInt(10_000))),
                        maybe(() -> new Brand(text()))))
                .references(
                        new Charge.References(optional(), optional(), optional(), optional(), optional(), optional()))
                .verification(new Charge.Verification(Charge.ThreeDs.of(optional(), optional()), optional()))
                .status(any(Charge.Status.values()))
                .refunded(random.nextBoolean())
                .refundedAmountMinor(maybe(() -> random.nextLong(amount + 1)))
                .cardPresent(random.nextBoolean())
                .validation(random.nextBoolean())
                .recurring(random.nextBoolean())
                .type(any(Charge.Type.values()))
                .initialOrderId(maybe(() -> new OrderId(text())))
                .category(maybe(() -> any(Charge.Category.values())))
                .build();
    }

    private Customer customer() {
        return new Customer(personal(), personal(), personal(), personal());
    }

    private Receipt receipt() {
        List<LineItem> items =
                IntStream.range(0, random.nextInt(4)).mapToObj(i -> lineItem()).toList();
        return new ReceiptBuilder()
                .merchant(merchant())
                .lineItems(items)
                .customerEmail(personal())
                .customerPhone(personal())
                .customerName(maybe(() -> new Receipt.PersonName(optional(), optional())))
                .billingAddress(maybe(this::address))
                .shippingAddress(maybe(this::address))
                .description(optional())
                .delivery(maybe(() -> new Receipt.Delivery(optional(), optional(), optional(), maybe(this::time))))
                .totals(maybe(() -> new Receipt.Totals(number(), number(), number(), number())))
                .build();
    }

    private LineItem lineItem() {
        return new LineItem(
                text(), optional(), maybe(this::currency), random.nextLong(1, Long.MAX_VALUE), random.nextLong());
    }

    private MerchantInfo merchant() {
        return new MerchantInfo(
                optional(),
                optional(),
                optional(),
                optional(),
                optional(),
                optional(),
                optional(),
                optional(),
                optional(),
                maybe(this::address));
    }

    private Address address() {
        return new Address(
                optional(), optional(), optional(), optional(), optional(), optional(), optional(), optional());
    }

    private OrderTime time() {
        LocalDate first = LocalDate.of(OrderTime.MIN_YEAR, 1, 1);
        long day = first.toEpochDay()
                + random.nextLong(LocalDate.of(OrderTime.MAX_YEAR, 12, 31).toEpochDay() - first.toEpochDay());
        if (random.nextBoolean()) {
            return OrderTime.on(LocalDate.ofEpochDay(day));
        }
        int nanos = random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
        return OrderTime.at(Instant.ofEpochSecond(day * 86_400 + random.nextInt(86_400), nanos));
    }

    private KeyedHash hash() {
        byte[] bytes = new byte[KeyedHash.LENGTH];
        random.nextBytes(bytes);
        return KeyedHash.of(bytes);
    }

    private Currency currency() {
        return Currency.getInstance(CURRENCIES.get(random.nextInt(CURRENCIES.size())));
    }

    private @Nullable Long number() {
        return maybe(random::nextLong);
    }

    private @Nullable PersonalText personal() {
        return maybe(() -> new PersonalText(text()));
    }

    private @Nullable String optional() {
        return maybe(this::text);
    }

    private String text() {
        int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 60 : 8);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return text.toString();
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextInt(SOMETIMES) == 0 ? null : value.get();
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
