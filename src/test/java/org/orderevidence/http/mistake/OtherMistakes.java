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
                track("\"email\": \"Ann <ann@example.com>\"", "Send the address alone."),
                track("\"email\": \"ann@example.com, bob@example.com\"", "Send one sighting for each customer."),
                track("\"email\": \"ann @example.com\"", "Remove the space."),
                track("\"email\": \"ann\"", "Send the complete address."),
                track("\"email\": null", "Send the address."),
                track("\"ip\": \"203.0.113.7:443\"", "Remove the port."),
                track("\"ip\": \"203.0.113.7, 10.0.0.1\"", "Send the last address that is not one of your proxies."),
                track("\"ip\": \"192.168.1.1\"", "Send the shopper's address. Read it before your proxy."),
                track("\"observedAt\": \"2026-11-01\"", "Send the time of day too."),
                track("\"observedAt\": \"2026-11-20T13:00:00Z\"", "Check the clock and the time zone."));
    }

    private static Section disputes() {
        return new Section(
                "POST /api/v2/orders/{id}/disputes",
                dispute("\"condition\": \"fraudulent\"", "Send the network's code of the dispute."),
                dispute("\"reasonCode\": \"10.4\"", "Use the name of this interface."),
                dispute("\"condition\": 10.4", "Put the code in quotes."),
                dispute("\"status\": \"needs_response\"", "Send open, won, lost, withdrawn or prevented."),
                dispute("\"openedAt\": \"11/10/2026\"", "Write year, month, day."));
    }

    private static Section changes() {
        return new Section(
                "PATCH /api/v2/orders/{id}",
                patch("[{\"op\": \"replace\", \"path\": \"/status\", \"value\": \"failed\"}]", "Send a merge patch."),
                patch("{\"amount\": 2999}", "Upload the order again."),
                patch("{\"settled_at\": \"2026-11-03\"}", "Write names as documented."),
                patch("{\"refundedAmount\": 2000}", "Check the amount and the unit."),
                patch("{\"refundedAmount\": 1000, \"refunded\": true}", "Send one of the two."),
                patch("{\"receipt\": {\"customerEmail\": \"ann@example.com\"}}", "Upload the order again."));
    }

    private static Section search() {
        return new Section(
                "POST /api/v2/orders/search",
                body("POST", "/api/v2/orders/search", "application/json", "{}", "Send a value to search by."),
                body(
                        "POST",
                        "/api/v2/orders/search",
                        "application/json",
                        "{\"email\": \"ann@example.com\"}",
                        "Use the name of this interface."),
                body("POST", "/api/v2/orders/search", "application/json", "{\"last4\": \"4242\"}", "Send bin too."));
    }

    private static Section receiptLink() {
        String path = "/api/v2/orders/A-0/receipt-link";
        return new Section(
                "POST /api/v2/orders/{id}/receipt-link",
                body("POST", path, "application/json", "{\"days\": 400}", "Send expiresIn, in seconds."),
                body("POST", path, "application/json", "{\"expiresIn\": 60}", "Send at least 300 seconds."));
    }

    private static Section account() {
        return new Section(
                "PUT /api/v2/account",
                body(
                        "PUT",
                        "/api/v2/account",
                        "application/json",
                        "{\"name\": \"Tea House\"}",
                        "Put it into merchantInfo."));
    }
}
