package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.order.AccountSpace.Mode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the console shows, exports and erases of a customer. Today is 2026-11-20. */
class CustomerPagesTest extends PageSetup {
    private static final String PATH = "/console/settings/customers";
    private static final Map<String, String> ANN = Map.of("email", "Ann@Example.com");

    @BeforeEach
    void uploadAndSignIn() {
        upload(shop);
        client.signIn(shop.key());
    }

    static void upload(Shop shop) {
        String order = """
                {"id": "%s", "amount": 1999, "currency": "USD", "transactionDate": "%sT10:00:00Z", "ip": "203.0.113.7",
                 "receipt": {"customerEmail": "ann@example.com", "name": {"familyName": "Lee <b>"},
                  "billingAddress": {"line1": "1 Main Street"}, "lineItems": [{"productName": "Two mugs", "price": 1999}],
                  "merchantInfo": {"name": "Tea House"}}}""";
        SampleCase.orders(
                shop,
                order.formatted("old", "2026-01-01"),
                order.formatted("new", "2026-11-01"),
                order.formatted("held", "2026-01-02"));
        shop.send("PUT", "/api/v2/orders/held/hold", "application/json", "{\"reason\": \"case 4711\"}")
                .is(200);
        shop.post("/api/v2/track", """
                {"email": "ann@example.com", "ip": "203.0.113.9", "observedAt": "2026-05-05T10:00:00Z"}""").is(200);
    }

    @Test
    void everythingOfACustomerIsShownWithWhatAnErasureWouldDo() {
        assertTrue(client.get(PATH).is(200).words().contains("Find a customer"));

        Page page = client.post(PATH, ANN).is(200);

        String words = page.words();
        for (String shown : List.of(
                "Order old",
                "Order new",
                "Account profile: name: family name Lee &lt;b&gt;",
                "Amount 19.99 USD",
                "IP 203.0.113.7",
                "2026-05-05 10:00 UTC 203.0.113.9",
                "1 order and 1 sighting would be gone",
                "2 orders would stay.",
                "new Stays A dispute of it can be raised (GDPR, Art. 17(3)(e)). 2027-03-01",
                "held Stays It is held. Nothing of it is removed. it is released")) {
            assertTrue(words.contains(shown), () -> shown + " in " + words);
        }
        assertFalse(words.contains("Tea House"), "it is about the merchant");
        assertTrue(client.post(PATH, Map.of("email", "nobody@example.com"))
                .is(200)
                .words()
                .contains("Nothing is stored"));
        assertTrue(client.post(PATH, Map.of("email", "nobody")).is(422).words().contains("The e-mail address "));
    }

    @Test
    void theExportIsAFile() {
        Page file = client.post(PATH + "/export", ANN).is(200);

        assertEquals("attachment; filename=\"customer.json\"", file.header("content-disposition"));
        JsonNode export = JsonMapper.shared().readTree(file.html());
        assertEquals(
                shop.post("/api/v2/customers/export", "{\"email\": \"ann@example.com\"}")
                        .is(200)
                        .json(),
                export);
    }

    @Test
    void anErasureIsConfirmedAndReported() {
        Page refused = client.post(PATH + "/erase", Map.of("email", "ann@example.com", "confirmed", "ann"))
                .is(422);
        assertTrue(refused.words().contains("Nothing was erased. Enter the e-mail address to confirm."));
        shop.get("/api/v2/orders/old").is(200);

        String report = client.post(
                        PATH + "/erase", Map.of("email", "ann@example.com", "confirmed", "Ann@example.com "))
                .is(200)
                .words();

        for (String shown : List.of(
                "ann@example.com",
                "Time 2026-11-20 12:00 UTC",
                "Account " + shop.account() + " (live)",
                "By key_",
                "Orders erased 1 Orders that stay 2 Sightings erased 1",
                "old Erased – –",
                "new Stays A dispute",
                "held Stays It is held.")) {
            assertTrue(report.contains(shown), () -> shown + " in " + report);
        }
        shop.get("/api/v2/orders/old").is(404);
        shop.get("/api/v2/orders/new").is(200);
    }

    @Test
    void onlyAnAdministratorSeesCustomers() {
        try (ConsoleClient other = new ConsoleClient(service.url())) {
            other.signIn(service.served().key(shop.account(), Mode.LIVE, Scope.READ));
            other.get(PATH).is(403);
            for (String action : List.of("", "/export", "/erase")) {
                other.post(PATH + action, Map.of("email", "ann@example.com", "confirmed", "ann@example.com"))
                        .is(403);
            }
        }
        shop.get("/api/v2/orders/old").is(200);
    }
}
