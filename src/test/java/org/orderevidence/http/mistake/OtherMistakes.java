package org.orderevidence.http.mistake;

import static org.orderevidence.http.mistake.Mistake.body;
import static org.orderevidence.http.mistake.Mistake.dispute;
import static org.orderevidence.http.mistake.Mistake.patch;
import static org.orderevidence.http.mistake.Mistake.track;

import java.util.List;

/** Mistakes with the fields of the other operations. */
final class OtherMistakes {
    private OtherMistakes() {}

    static List<Section> all() {
        return List.of(sighting(), disputes(), changes(), search(), account(), receiptLink());
    }

    private static Section sighting() {
        return new Section(
                "POST /api/v2/track",
                track("\"email\": \"Ann <ann@example.com>\""),
                track("\"email\": \"ann@example.com, bob@example.com\""),
                track("\"email\": \"ann @example.com\""),
                track("\"email\": \"ann\""),
                track("\"email\": null"),
                track("\"ip\": \"203.0.113.7:443\""),
                track("\"ip\": \"203.0.113.7, 10.0.0.1\""),
                track("\"ip\": \"192.168.1.1\""),
                track("\"observedAt\": \"2026-11-01\""),
                track("\"observedAt\": \"2026-11-20T13:00:00Z\""));
    }

    private static Section disputes() {
        return new Section(
                "POST /api/v2/orders/{id}/disputes",
                dispute("\"condition\": \"fraudulent\""),
                dispute("\"reasonCode\": \"10.4\""),
                dispute("\"condition\": 10.4"),
                dispute("\"status\": \"needs_response\""),
                dispute("\"openedAt\": \"11/10/2026\""));
    }

    private static Section changes() {
        return new Section(
                "PATCH /api/v2/orders/{id}",
                patch("[{\"op\": \"replace\", \"path\": \"/status\", \"value\": \"failed\"}]"),
                patch("{\"amount\": 2999}"),
                patch("{\"settled_at\": \"2026-11-03\"}"),
                patch("{\"refundedAmount\": 2000}"),
                patch("{\"refundedAmount\": 1000, \"refunded\": true}"),
                patch("{\"receipt\": {\"customerEmail\": \"ann@example.com\"}}"));
    }

    private static Section search() {
        return new Section(
                "POST /api/v2/orders/search",
                body("POST", "/api/v2/orders/search", "application/json", "{}"),
                body("POST", "/api/v2/orders/search", "application/json", "{\"email\": \"ann@example.com\"}"),
                body("POST", "/api/v2/orders/search", "application/json", "{\"last4\": \"4242\"}"));
    }

    private static Section receiptLink() {
        String path = "/api/v2/orders/A-0/receipt-link";
        return new Section(
                "POST /api/v2/orders/{id}/receipt-link",
                body("POST", path, "application/json", "{\"days\": 400}"),
                body("POST", path, "application/json", "{\"expiresIn\": 60}"));
    }

    private static Section account() {
        return new Section(
                "PUT /api/v2/account", body("PUT", "/api/v2/account", "application/json", "{\"name\": \"Tea House\"}"));
    }
}
