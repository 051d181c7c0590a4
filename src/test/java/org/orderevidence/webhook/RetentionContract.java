package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;

/** How long orders and sightings are stored, on any store. Today is 2026-11-20; 545 days before is 2025-05-24. */
public interface RetentionContract extends ServesApi {
    private static Reply retention(Shop shop, String days) {
        return shop.send("PUT", "/api/v2/account", "application/json", "{\"retentionDays\": " + days + "}");
    }

    private static String order(String id, String day, String more) {
        return """
                {"id": "%s", "amount": 4250, "currency": "EUR", "transactionDate": "%sT00:00:00Z", "bin": "424242",
                 "last4": "4242", "receipt": {"customerEmail": "ann@example.com"}%s}""".formatted(id, day, more);
    }

    private static List<String> outcomes(Reply upload) {
        return upload.is(200)
                .json()
                .path("results")
                .valueStream()
                .map(result -> result.path("outcome").asString())
                .toList();
    }

    @Test
    default void anAccountSaysHowLongOrdersAreStored() {
        Shop shop = api().newShop();
        for (String wrong : List.of("544", "1", "-1", "36501", "600.5", "\"600\"")) {
            assertEquals(
                    "/retentionDays",
                    retention(shop, wrong)
                            .is(422)
                            .json()
                            .at("/errors/0/pointer")
                            .asString());
        }
        for (int days : List.of(545, 36_500, 0)) {
            retention(shop, String.valueOf(days)).is(200);
            assertEquals(
                    days,
                    shop.get("/api/v2/account")
                            .is(200)
                            .json()
                            .path("retentionDays")
                            .asInt(-1));
        }
    }

    @Test
    default void whatIsOlderIsNotStored() {
        Shop shop = api().newShop();
        String settledLater = ", \"settledAt\": \"2025-05-24\"";
        shop.upload(order("before", "2025-04-01", "")).is(200);
        retention(shop, "545").is(200);

        Reply upload = shop.upload(
                order("old", "2025-05-23", ""),
                order("first", "2025-05-24", ""),
                order("settled", "2025-05-20", settledLater),
                order("before", "2025-04-01", settledLater));

        assertEquals(List.of("erased", "created", "created", "updated"), outcomes(upload));
        shop.get("/api/v2/orders/old").is(404);
        String track = "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.7\", \"observedAt\": \"%s\"}";
        shop.post("/api/v2/track", track.formatted("2025-05-24T13:00:00Z")).is(200);
        assertEquals(
                List.of("/observedAt out_of_range"),
                shop.post("/api/v2/track", track.formatted("2025-05-24T11:00:00Z"))
                        .is(422)
                        .errors());
    }
}
