package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.erasure.Purge;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.service.SpaceWork.Lease;

/** How long orders and sightings are stored, on any store. Today is 2026-11-20; 545 days before is 2025-05-24. */
public interface RetentionContract extends ServesApi {
    /** The store that is served. */
    ServedStore store();

    private static Reply retention(Shop shop, String days) {
        return shop.put("/api/v2/account", "{\"retentionDays\": " + days + "}");
    }

    private static String order(String id, String day, String more) {
        return """
                {"id": "%s", "amount": 4250, "currency": "EUR", "transactionDate": "%sT00:00:00Z", "bin": "424242",
                 "last4": "4242", "merchandiseOrServices": "merchandise",
                 "receipt": {"customerEmail": "ann@example.com", "description": "Tea"}%s}""".formatted(id, day, more);
    }

    private static List<String> outcomes(Reply upload) {
        return upload.is(200).rows("/results", "outcome");
    }

    @Test
    default void anAccountSaysHowLongOrdersAreStored() {
        Shop shop = api().newShop();
        for (String wrong : List.of("544", "1", "-1", "36501", "600.5", "\"600\"")) {
            assertEquals("/retentionDays", retention(shop, wrong).is(422).text("/errors/0/pointer"));
        }
        for (int days : List.of(545, 36_500, 0)) {
            retention(shop, String.valueOf(days)).is(200);
            assertEquals(
                    days,
                    shop.get("/api/v2/account").is(200).at("/retentionDays").asInt(-1));
        }
    }

    @Test
    default void aSightingIsNotOlderThanTheRetention() {
        Shop shop = api().newShop();
        retention(shop, "545").is(200);
        String track = "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.7\", \"observedAt\": \"%s\"}";
        shop.post("/api/v2/track", track.formatted("2025-05-24T13:00:00Z")).is(200);
        assertEquals(
                List.of("/observedAt out_of_range"),
                shop.post("/api/v2/track", track.formatted("2025-05-24T11:00:00Z"))
                        .is(422)
                        .errors());
    }

    @Test
    default void anOldOrderStaysThirtyDaysAfterItsUpload() {
        Merchant merchant = new Merchant(this, store());
        retention(merchant.shop, "545").is(200);
        assertEquals(List.of("created"), outcomes(merchant.shop.upload(order("old", "2025-05-23", ""))));

        merchant.clock.move(Duration.ofDays(30).minusSeconds(1));
        merchant.purge(Purge.LEAST_STAY).work().pass(() -> true);
        assertEquals(Set.of("old"), stored(merchant.shop));

        merchant.clock.move(Duration.ofDays(1));
        merchant.purge(Purge.LEAST_STAY).work().pass(() -> true);
        assertEquals(Set.of(), stored(merchant.shop));
    }

    private static void purge(Merchant merchant) {
        merchant.purge(Duration.ZERO).work().pass(() -> true);
    }

    /** Removed, held, disputed, evidence. */
    private static List<Long> run(Merchant merchant) {
        Purge.Run run = merchant.purge(Duration.ZERO).run(merchant.space).orElseThrow();
        assertNotNull(run.endedAt());
        return List.of(run.removed(), run.held(), run.disputed(), run.evidence());
    }

    private static Set<String> stored(Shop shop) {
        return shop.get("/api/v2/orders?per=100")
                .is(200)
                .at("/orders")
                .valueStream()
                .map(charge -> charge.path("id").asString())
                .collect(Collectors.toSet());
    }

    @Test
    default void olderOrdersAreRemovedWithoutATrace() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        AccountSpace other = new AccountSpace(api().newShop().account(), Mode.LIVE);
        for (int i = 0; i < 150; i++) {
            shop.upload(order("old-" + i, "2025-0" + (1 + i % 5) + "-01", "")).is(200);
        }
        shop.upload(
                        order("first", "2025-05-24", ""),
                        order("before", "2025-05-23", ""),
                        order("settled", "2025-05-20", ", \"settledAt\": \"2025-05-24\""))
                .is(200);
        shop.post("/api/v2/orders/before/receipt-link", "{}").is(201);
        purge(merchant);
        assertEquals(153, shop.get("/api/v2/orders").is(200).at("/total").asInt());
        retention(shop, "545").is(200);

        purge(merchant);

        assertEquals(List.of(151L, 0L, 0L, 0L), run(merchant));
        assertEquals(Set.of("first", "settled"), stored(shop));
        assertEquals(2, shop.get("/api/v2/orders").is(200).at("/total").asInt());
        assertEquals(
                Set.of("audit entries about data"),
                ErasureContract.traces(store(), merchant.space, Set.of("before")),
                "the receipt link was made");
        assertEquals(Set.of(), ErasureContract.traces(store(), other, Set.of("before")));
        retention(shop, "0").is(200);
        assertEquals(List.of("created"), outcomes(shop.upload(order("before", "2025-05-23", ""))));
    }

    @Test
    default void anOrderWithAReasonStaysUntilTheReasonEnds() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        String initial = ", \"recurring\": true, \"initialOrderId\": \"%s\"";
        shop.upload(
                        order("held", "2025-01-01", ""),
                        order("open", "2025-02-02", ""),
                        order("prior", "2025-02-01", ""),
                        order("card", "2024-01-01", ", \"cardFingerprint\": \"fpRenewed0000001\""),
                        order("customer", "2024-01-02", "").replace("\"4242\"", "\"1881\""),
                        order(
                                "renewal",
                                "2026-10-01",
                                initial.formatted("card") + ", \"cardFingerprint\": \"fpRenewed0000001\""),
                        order("renewal-2", "2026-10-02", initial.formatted("customer")))
                .is(200);
        shop.put("/api/v2/orders/held/hold", "{\"reason\": \"case 4711\"}").is(200);
        String dispute =
                "{\"disputeId\": \"D\", \"condition\": \"10.4\", \"openedAt\": \"2025-03-01\", \"status\": \"%s\"}";
        shop.post("/api/v2/orders/open/disputes", dispute.formatted("open")).is(201);
        retention(shop, "545").is(200);

        purge(merchant);

        assertEquals(List.of(0L, 1L, 1L, 3L), run(merchant));
        assertEquals(7, stored(shop).size());
        shop.post("/api/v2/orders/open/disputes", dispute.formatted("won")).is(200);
        shop.send("DELETE", "/api/v2/orders/held/hold").is(200);
        merchant.clock.move(Duration.ofHours(23));
        purge(merchant);
        assertEquals(7, stored(shop).size());

        merchant.clock.move(Duration.ofHours(1));
        purge(merchant);
        assertEquals(Set.of("card", "customer", "renewal", "renewal-2"), stored(shop));
        assertEquals(List.of(3L, 0L, 0L, 2L), run(merchant));

        merchant.clock.move(Duration.ofDays(520));
        purge(merchant);
        assertEquals(Set.of(), stored(shop));
    }

    /** Settled after 60 days, an order is disputed on its first day and 180 days later. */
    @Test
    default void noVerdictChangesForWhichADisputeCanBeRaised() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        String more = ", \"brand\": \"visa\", \"ip\": \"203.0.113.7\", \"deviceId\": \"device-of-ann-1234\"";
        String disputed = more + ", \"settledAt\": \"2026-07-23\"";
        shop.upload(
                        order("disputed", "2026-05-24", disputed),
                        order("p-1", "2025-05-24", more),
                        order("p-2", "2025-05-25", more),
                        order("p-3", "2025-05-23", more),
                        order("p-4", "2025-10-01", more))
                .is(200);
        List<String> before = verdicts(shop);
        assertTrue(before.contains("qualified"), before::toString);
        retention(shop, "545").is(200);

        purge(merchant);

        assertEquals(List.of(1L, 0L, 0L, 0L), run(merchant));
        assertEquals(before, verdicts(shop));
    }

    private static List<String> verdicts(Shop shop) {
        return Stream.iterate(LocalDate.of(2026, 5, 24), day -> day.plusDays(6))
                .limit(31)
                .flatMap(day -> Stream.of("visa", "stripe")
                        .map(profile -> shop.get("/api/v2/orders/disputed?asOf=" + day + "&profile=" + profile)
                                .is(200)
                                .text("/compellingEvidence/status")))
                .toList();
    }

    @Test
    default void anotherInstanceContinuesARunThatWasStopped() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        for (int i = 0; i < 5; i++) {
            shop.upload(order("old-" + i, "2025-01-01", "")).is(200);
        }
        retention(shop, "545").is(200);
        Lease other = new Lease(store().integrations(), Purge.NAME, merchant.clock);
        assertTrue(other.isHeld(merchant.space));

        purge(merchant);
        assertEquals(5, stored(shop).size(), "another one has the lease");
        other.end();
        Purge stopped = merchant.purge(Duration.ZERO);
        stopped.work().pass(() -> stopped.run(merchant.space).isEmpty());
        assertEquals(5, stored(shop).size());
        assertNull(stopped.run(merchant.space).orElseThrow().endedAt());
        purge(merchant);

        assertEquals(Set.of(), stored(shop));
        assertEquals(List.of(5L, 0L, 0L, 0L), run(merchant));
    }

    /** What the run had left was erased, or the retention was changed. */
    @Test
    default void aRunThatWasStoppedEndsWhenNothingIsLeftForIt() {
        Merchant merchant = new Merchant(this, store());
        merchant.shop.upload(order("old", "2025-01-01", "")).is(200);
        retention(merchant.shop, "545").is(200);
        Purge stopped = merchant.purge(Duration.ZERO);
        stopped.work().pass(() -> stopped.run(merchant.space).isEmpty());
        retention(merchant.shop, "0").is(200);

        purge(merchant);

        assertEquals(List.of(0L, 0L, 0L, 0L), run(merchant));
        assertEquals(Set.of("old"), stored(merchant.shop));
    }
}
