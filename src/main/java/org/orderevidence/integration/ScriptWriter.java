package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.SplittableRandom;
import org.orderevidence.integration.Script.Expected;
import org.orderevidence.integration.Script.Sighting;
import org.orderevidence.order.Money;
import org.orderevidence.order.part.Platform;

/** Writes the script of a scenario. The same arguments give the same script. */
public final class ScriptWriter {
    /** Ages of three purchases whose last one qualifies: the earlier ones are more than 120 days before a dispute. */
    private static final List<Duration> AGES = List.of(Duration.ofDays(200), Duration.ofDays(160), Duration.ofDays(30));

    private static final Duration SHORT_AGE = Duration.ofMinutes(10);
    private static final Duration REFUNDED_AGE = Duration.ofDays(3);
    private static final Duration SEEN_BEFORE_PAYING = Duration.ofMinutes(2);
    private static final List<String> ITEMS = List.of("Teapot", "Tea set", "Blue mug", "Tray");
    private static final Currency CURRENCY = Currency.getInstance("USD");

    /** Five digits to the base 36. */
    private static final int LEAST_SHOPPER = 36 * 36 * 36 * 36;

    private static final int MOST_SHOPPERS = 36 * LEAST_SHOPPER;

    /** Room for the numbers of one shopper's purchases. */
    private static final int PURCHASES_OF_SHOPPER = 100;

    private final Platform platform;
    private final StripeEvents stripe;
    private final ShopifyEvents shopify = new ShopifyEvents("bogus");
    private final AdyenEvents adyen = new AdyenEvents();

    /**
     * @param platform whose events are written
     * @param orderIdKey the key of Stripe's metadata that has the order id
     */
    public ScriptWriter(Platform platform, String orderIdKey) {
        this.platform = platform;
        this.stripe = new StripeEvents(orderIdKey, false);
    }

    /** Returns true if the platform sends the events of a scenario: Shopify sends no fraud reports. */
    public boolean knows(Scenario scenario) {
        return platform != Platform.SHOPIFY || scenario != Scenario.FRAUD_WARNING;
    }

    /**
     * Returns the script of a scenario.
     *
     * @param seed other customers and order ids come from another one
     * @param now the time at which the scenario has just happened
     */
    public Script script(Scenario scenario, long seed, Instant now) {
        if (!knows(scenario)) {
            throw new IllegalArgumentException("the platform does not send the events of this scenario");
        }
        Instant end = now.truncatedTo(ChronoUnit.SECONDS);
        List<Purchase> purchases = purchases(seed, end, ages(scenario));
        List<UnsignedEvent> events = new ArrayList<>();
        purchases.forEach(purchase -> events.addAll(bought(purchase)));
        Purchase last = purchases.getLast();
        long amount = last.money().amountMinor();
        Expected expected = switch (scenario) {
            case CHECKOUT -> new Expected(0, 0, 0, false);
            case REFUND -> {
                events.addAll(refunded(last, amount / 2));
                yield new Expected(amount / 2, 0, 0, false);
            }
            case DISPUTE -> {
                events.add(disputed(last, end.minus(Duration.ofDays(1))));
                yield new Expected(0, 1, 0, namesItems());
            }
            case FRAUD_WARNING -> {
                events.add(fraudReported(last, end.minus(Duration.ofDays(1))));
                yield new Expected(0, 0, 1, namesItems());
            }
        };
        return new Script(events, sightings(purchases), purchases, expected);
    }

    /** Adyen does not send items. Without them, an order is not eligible yet. */
    private boolean namesItems() {
        return platform != Platform.ADYEN;
    }

    private static List<Duration> ages(Scenario scenario) {
        return switch (scenario) {
            case CHECKOUT -> List.of(SHORT_AGE);
            case REFUND -> List.of(REFUNDED_AGE);
            case DISPUTE, FRAUD_WARNING -> AGES;
        };
    }

    private static List<Purchase> purchases(long seed, Instant end, List<Duration> ages) {
        SplittableRandom random = new SplittableRandom(seed);
        long shopperNumber = random.nextLong(LEAST_SHOPPER, MOST_SHOPPERS);
        String name = Long.toString(shopperNumber, Character.MAX_RADIX);
        Shopper shopper = new Shopper(
                name + "@example.com",
                "Ann",
                "Lee",
                "203.0.113." + random.nextInt(1, 255),
                7_700_000_000_000L + shopperNumber,
                random.nextInt(1, 100) + " Main Street",
                "Springfield",
                "IL",
                "62701",
                "US");
        PaymentCard card = new PaymentCard("424242", "%04d".formatted(random.nextInt(10_000)), "testcard" + name);
        Money money = new Money(random.nextLong(1_000, 9_000), CURRENCY);
        String item = ITEMS.get(random.nextInt(ITEMS.size()));
        List<Purchase> purchases = new ArrayList<>();
        for (Duration age : ages) {
            int number = purchases.size() + 1;
            purchases.add(new Purchase(
                    shopperNumber * PURCHASES_OF_SHOPPER + number,
                    "test-" + name + "-" + number,
                    end.minus(age),
                    money,
                    item,
                    card,
                    shopper));
        }
        return purchases;
    }

    private List<UnsignedEvent> bought(Purchase purchase) {
        Instant soon = purchase.time().plusSeconds(5);
        return switch (platform) {
            case STRIPE -> List.of(stripe.paid(purchase), stripe.session(purchase, soon));
            case SHOPIFY ->
                List.of(
                        shopify.order(purchase, "orders/create", "pending", purchase.time()),
                        shopify.payment(purchase, "sale", null),
                        shopify.order(purchase, "orders/paid", "paid", soon),
                        shopify.fulfillment(purchase, purchase.time().plus(Duration.ofMinutes(5))));
            case ADYEN -> List.of(adyen.authorised(purchase), adyen.captured(purchase, soon));
        };
    }

    private List<UnsignedEvent> refunded(Purchase purchase, long amount) {
        Instant asked = purchase.time().plus(Duration.ofDays(1));
        Instant done = asked.plus(Duration.ofHours(1));
        return switch (platform) {
            case STRIPE ->
                List.of(
                        stripe.refund(purchase, 1, amount, "refund.created", "pending", asked),
                        stripe.refunded(purchase, amount, asked),
                        stripe.refund(purchase, 1, amount, "refund.updated", "succeeded", done));
            case SHOPIFY -> List.of(shopify.refund(purchase, 1, amount, "success", asked));
            case ADYEN -> List.of(adyen.refund(purchase, 1, amount, "REFUND", asked));
        };
    }

    private UnsignedEvent disputed(Purchase purchase, Instant at) {
        return switch (platform) {
            case STRIPE -> stripe.dispute(purchase, "charge.dispute.created", "needs_response", "10.4", at, at);
            case SHOPIFY -> shopify.dispute(purchase, "disputes/create", "chargeback", "needs_response", at);
            case ADYEN -> adyen.disputed(purchase, at);
        };
    }

    private UnsignedEvent fraudReported(Purchase purchase, Instant at) {
        return platform == Platform.STRIPE ? stripe.fraudWarning(purchase, at) : adyen.fraudReport(purchase, at);
    }

    /** Only Stripe does not send the IP address. */
    private List<Sighting> sightings(List<Purchase> purchases) {
        if (platform != Platform.STRIPE) {
            return List.of();
        }
        return purchases.stream()
                .map(purchase -> new Sighting(
                        purchase.shopper().email(),
                        purchase.shopper().ip(),
                        purchase.time().minus(SEEN_BEFORE_PAYING)))
                .toList();
    }
}
