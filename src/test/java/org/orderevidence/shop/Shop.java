package org.orderevidence.shop;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;

/**
 * A year of a shop: half of its orders come from Stripe, a quarter from Shopify with Stripe, a quarter from Adyen. Each
 * customer buys several times.
 */
final class Shop {
    private static final int ORDERS_OF_CUSTOMER = 6;
    private static final Duration YEAR = Duration.ofDays(330);
    private static final List<Currency> CURRENCIES =
            List.of(Currency.getInstance("USD"), Currency.getInstance("EUR"), Currency.getInstance("JPY"));

    private final SplittableRandom random;
    private final Instant now;

    private Shop(long seed, Instant now) {
        this.random = new SplittableRandom(seed);
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    private record Customer(PaymentCard card, Shopper shopper) {}

    /** Returns the orders of a shop, the same for the same arguments. */
    static List<ShopOrder> orders(int count, long seed, Instant now) {
        return new Shop(seed, now).orders(count);
    }

    private List<ShopOrder> orders(int count) {
        List<Customer> customers = new ArrayList<>();
        for (int i = 0; i < Math.max(1, count / ORDERS_OF_CUSTOMER); i++) {
            customers.add(customer(i));
        }
        List<ShopOrder> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Customer customer = customers.get(random.nextInt(customers.size()));
            ShopOrder.Way way = switch (i % 4) {
                case 0, 1 -> ShopOrder.Way.STRIPE;
                case 2 -> ShopOrder.Way.SHOPIFY_AND_STRIPE;
                default -> ShopOrder.Way.ADYEN;
            };
            orders.add(order(i, customer, way));
        }
        return orders;
    }

    private Customer customer(int i) {
        return new Customer(
                new PaymentCard("424242", "%04d".formatted(i), "tokenofcard" + i),
                new Shopper(
                        "customer" + i + "@example.com",
                        "Ann" + (char) ('a' + i % 26),
                        "Lee",
                        "198.51." + (100 + i / 250) + "." + (1 + i % 250),
                        7_700_000_000_000L + i,
                        (1 + i) + " Main Street",
                        "Springfield",
                        "IL",
                        "62701",
                        "US"));
    }

    private ShopOrder order(int i, Customer customer, ShopOrder.Way way) {
        Instant time = now.minusSeconds(86_400 + random.nextLong(YEAR.toSeconds()));
        Currency currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
        Money money = new Money(1_000 + random.nextLong(9_000), currency);
        Purchase purchase = new Purchase(
                1_000_000L + i, "L-" + (1_000 + i), time, money, "Item " + i, customer.card(), customer.shopper());
        ShopOrder.Payment payment = payment();
        boolean paid = payment != ShopOrder.Payment.VOIDED;
        return new ShopOrder(
                purchase,
                way,
                payment,
                paid ? refunds(purchase) : List.of(),
                paid ? dispute(time) : null,
                paid && random.nextInt(10) == 0 ? before(time.plus(Duration.ofDays(12)), time) : null);
    }

    private ShopOrder.Payment payment() {
        int chance = random.nextInt(10);
        if (chance == 0) {
            return ShopOrder.Payment.VOIDED;
        }
        return chance < 4 ? ShopOrder.Payment.CAPTURED_LATER : ShopOrder.Payment.PAID;
    }

    /** One in five has refunds. The first of two can fail. */
    private List<ShopOrder.Refund> refunds(Purchase purchase) {
        if (random.nextInt(5) != 0) {
            return List.of();
        }
        Instant first = before(purchase.time().plus(Duration.ofDays(3)), purchase.time());
        long part = 1 + random.nextLong(purchase.money().amountMinor() / 2);
        boolean failed = random.nextBoolean();
        ShopOrder.Refund one = new ShopOrder.Refund(part, failed, first);
        return random.nextBoolean()
                ? List.of(one)
                : List.of(one, new ShopOrder.Refund(part, false, first.plusSeconds(60)));
    }

    private ShopOrder.@Nullable Dispute dispute(Instant time) {
        if (random.nextInt(6) != 0) {
            return null;
        }
        Instant opened = before(time.plus(Duration.ofDays(20)), time);
        ShopOrder.Stage[] stages = ShopOrder.Stage.values();
        return new ShopOrder.Dispute(stages[random.nextInt(stages.length)], opened, opened.plusSeconds(600));
    }

    /** The shop is not in the future. The shop's last orders have everything within their first hours. */
    private Instant before(Instant wanted, Instant time) {
        return wanted.isBefore(now.minusSeconds(3_600)) ? wanted : time.plusSeconds(7_200);
    }
}
