package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.orderevidence.api.Shop;

/** Three orders of one card, of which the newest is eligible, and some that are not. */
public final class SampleCase {
    /** The eligible order. It was made on 2026-11-01. */
    public static final String ELIGIBLE = "NEW-1";

    /** The e-mail address of the customer of all orders. */
    public static final String EMAIL = "jenny.rosen@example.com";

    private static final String IP = "203.0.113.7";
    private static final String OTHER_IP = "198.51.100.9";

    private static final String ORDER = """
            {"id": "%s", "amount": %d, "currency": "USD", "transactionDate": "%s", "ip": "%s",
             "customerAccountId": "jenny", "bin": "424242", "last4": "4242",
             "brand": "visa", "cardFingerprint": "tok_12345678", "gatewayTransactionId": "%s", "arn": "%s",
             "receipt": {"customerEmail": "%s", "description": "A lamp", "lineItems": [
                 {"productName": "Lamp", "quantity": 2, "price": 1500}, {"productName": "Bulb", "quantity": 1, "price": 499}]}}""";

    private SampleCase() {}

    /** Uploads the orders. */
    public static Shop upload(Shop shop) {
        orders(
                shop,
                ORDER.formatted(ELIGIBLE, 1999, "2026-11-01T10:00:00Z", IP, "ch_new", "74537604221222132710572", EMAIL),
                ORDER.formatted("OLD-1", 2500, "2026-05-10T10:00:00Z", IP, "ch_old1", "74537604221222132710573", EMAIL),
                ORDER.formatted("OLD-2", 3500, "2026-02-10T10:00:00Z", IP, "ch_old2", "74537604221222132710574", EMAIL),
                ORDER.formatted(
                        "RECENT-1",
                        900,
                        "2026-10-31T10:00:00Z",
                        OTHER_IP,
                        "ch_recent",
                        "74537604221222132710575",
                        EMAIL),
                """
                {"id": "LONE-1", "amount": 500, "currency": "JPY", "transactionDate": "2026-11-02", "status": "failed",
                 "bin": "555555", "last4": "4444", "brand": "mastercard"}""");
        return shop;
    }

    /** Uploads orders. */
    public static void orders(Shop shop, String... orders) {
        String body = "{\"orders\": [" + String.join(",", List.of(orders)) + "]}";
        String results = shop.post("/api/v2/orders/upload", body).is(200).text();
        assertTrue(results.contains("\"rejected\":0,"), results);
    }
}
