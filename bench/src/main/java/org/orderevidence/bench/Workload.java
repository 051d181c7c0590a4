package org.orderevidence.bench;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The canonical workload: cards with 0 to {@value #MOST_PRIORS} earlier orders (mean {@value #MEAN_PRIORS}), the newest
 * order of each is the one that is fetched; the orders of one card in five have no IP address of their own, and were
 * seen by the track operation instead. Made from a seed: the same seed gives the same bytes.
 */
final class Workload {
    static final int MOST_PRIORS = 50;
    static final int MEAN_PRIORS = 10;

    private static final int ONE_CARD_IN_WITHOUT_IP = 5;
    private static final int OLDEST_DAYS = 400;

    /** A sighting to be tracked. */
    record Sighting(String email, String ip, String observedAt) {
        String json() {
            return "{\"email\":\"" + email + "\",\"ip\":\"" + ip + "\",\"observedAt\":\"" + observedAt + "\"}";
        }
    }

    private final LocalDate today;
    private final Random random;
    private final List<String> fetched = new ArrayList<>();
    private int cards;

    Workload(LocalDate today, long seed) {
        this.today = today;
        this.random = new Random(seed);
    }

    /** Ids of the orders to fetch, one a card made so far. */
    List<String> fetched() {
        return fetched;
    }

    /** The orders of one more card, oldest first, and the sightings that go with them. */
    List<String> nextCard(List<Sighting> sightings) {
        int card = cards++;
        int priors = Math.min(MOST_PRIORS, (int) (-MEAN_PRIORS * Math.log(1 - random.nextDouble())));
        boolean tracked = card % ONE_CARD_IN_WITHOUT_IP == 0;
        List<String> orders = new ArrayList<>(priors + 1);
        for (int i = priors; i >= 0; i--) {
            LocalDate day = today.minusDays(i == 0 ? 1 : 2 + random.nextInt(OLDEST_DAYS));
            String id = "B" + card + "-" + i;
            orders.add(order(id, card, day, !tracked));
            if (tracked) {
                sightings.add(new Sighting(email(card), ip(card), day + "T11:58:00Z"));
            }
        }
        fetched.add("B" + card + "-0");
        return orders;
    }

    /** An order of its own card, for single uploads. */
    String loneOrder(long n) {
        return order("U" + n, (int) (n % 1_000_000) + 10_000_000, today.minusDays(1), true);
    }

    static String email(long customer) {
        return "customer." + customer + "@example.com";
    }

    static String ip(long customer) {
        return "203.0." + (customer / 250 % 250) + "." + customer % 250;
    }

    private static String order(String id, int card, LocalDate day, boolean withIp) {
        return "{\"id\":\"" + id + "\",\"amount\":" + (1_000 + card % 50_000) + ",\"currency\":\"USD\",\"transactionDate\":\""
                + day + "T12:00:00Z\",\"settledAt\":\"" + day + "\",\"bin\":\"424242\",\"last4\":\""
                + (1_000 + card % 9_000) + "\",\"brand\":\"visa\",\"cardFingerprint\":\"card_" + card + "_token\","
                + (withIp ? "\"ip\":\"" + ip(card) + "\"," : "")
                + "\"customerAccountId\":\"user-" + card + "\",\"deviceId\":\"device-0000-0000-" + card
                + "\",\"descriptor\":\"EXAMPLE SHOP\",\"merchandiseOrServices\":\"merchandise\",\"authCode\":\"A1B2C3\","
                + "\"receipt\":{\"lineItems\":[{\"productName\":\"Tea set\",\"quantity\":1,\"price\":1500},"
                + "{\"productName\":\"Tray, oak\",\"quantity\":2,\"price\":2500}],\"customerEmail\":\"" + email(card)
                + "\",\"name\":{\"givenName\":\"Ann\",\"familyName\":\"Example\"},\"shippingAddress\":{\"line1\":\""
                + (1 + card % 200) + " Example Street\",\"city\":\"London\",\"postalCode\":\"SW1 1AA\",\"country\":\"GB\"}}}";
    }
}
