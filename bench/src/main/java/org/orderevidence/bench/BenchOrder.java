package org.orderevidence.bench;

import java.time.LocalDate;

/**
 * One order of the workload, and how it looks where it is sent to.
 *
 * @param id the merchant's
 * @param card its card and customer
 * @param day on which it was made
 * @param withIp false when its customer was tracked instead
 */
record BenchOrder(String id, int card, LocalDate day, boolean withIp) {
    private static final String JSON = """
            {"id":"%s","amount":%d,"currency":"USD","transactionDate":"%sT12:00:00Z","settledAt":"%s","bin":"424242",\
            "last4":"%d","brand":"visa","cardFingerprint":"card_%s_token",%s"customerAccountId":"user-%s",\
            "deviceId":"device-0000-0000-%s","descriptor":"EXAMPLE SHOP","merchandiseOrServices":"merchandise",\
            "authCode":"A1B2C3","receipt":{"lineItems":[{"productName":"Tea set","quantity":1,"price":1500},\
            {"productName":"Tray, oak","quantity":2,"price":2500}],"customerEmail":"customer.%s@example.com",\
            "name":{"givenName":"Ann","familyName":"Example"},"shippingAddress":{"line1":"%s Example Street",\
            "city":"London","postalCode":"SW1 1AA","country":"GB"}}}""";

    /** As uploaded. */
    String json() {
        String ip = withIp ? "\"ip\":\"" + ip() + "\"," : "";
        return JSON.formatted(id, amount(), day, day, last4(), card, ip, card, card, card, 1 + card % 200);
    }

    /** The sightings that were tracked with it. */
    String sightingJson() {
        return "{\"email\":\"%s\",\"ip\":\"%s\",\"observedAt\":\"%sT11:58:00Z\"}".formatted(email(), ip(), day);
    }

    /** An order of its own card with {@code #} for its number and {@code $} for its IP address. */
    static String template(LocalDate day) {
        return JSON.formatted("U#", 4_999, day, day, 4_242, "#", "\"ip\":\"$\",", "#", "#", "#", "1");
    }

    int amount() {
        return 1_000 + card % 50_000;
    }

    int last4() {
        return 1_000 + card % 9_000;
    }

    String email() {
        return "customer." + card + "@example.com";
    }

    String ip() {
        return "203.0." + (card / 250 % 250) + "." + card % 250;
    }
}
