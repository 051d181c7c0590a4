package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.Stored;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code GET /api/v2/changes} promises. The server's time is 12:00 on 2026-11-20. */
public interface ChangesContract extends ServesApi {
    ServedStore store();

    private static AccountSpace space(Shop shop) {
        return new AccountSpace(shop.account(), Mode.LIVE);
    }

    /** Stores a change for each day of a month, together with a record. */
    private void add(Shop shop, int days) {
        ChangeStore changes = store().changes();
        List<Stored> rows = IntStream.range(0, days)
                .mapToObj(i -> Change.of(
                        shop.account() + i,
                        ChangeType.ORDER_ELIGIBLE,
                        ServedApi.NOW.minus(Duration.ofDays(days - i)),
                        Map.of("orderId", "A-" + i)))
                .map(change -> changes.record(space(shop), change))
                .toList();
        RecordKey key = new RecordKey("changes-of-a-test", shop.account());
        store().integrations()
                .add(IntegrationRecord.of(space(shop), key, null, Bytes.EMPTY), rows.toArray(Stored[]::new));
    }

    private static List<String> orders(JsonNode page) {
        return Reply.rows(page.path("changes"), "data/orderId");
    }

    @Test
    default void changesAreListedOldestFirstAndTheCursorLeadsToNewOnes() {
        Shop shop = api().newShop();
        JsonNode none = shop.get("/api/v2/changes").is(200).json();
        assertEquals(ChangeStore.START, none.path("nextCursor").asString());
        add(shop, 29);

        JsonNode first = shop.get("/api/v2/changes?per=25&cursor=" + ChangeStore.START)
                .is(200)
                .json();
        String next = first.path("nextCursor").asString();
        JsonNode second = shop.get("/api/v2/changes?cursor=" + next).is(200).json();
        String last = second.path("nextCursor").asString();

        assertEquals(IntStream.range(0, 25).mapToObj(i -> "A-" + i).toList(), orders(first));
        assertEquals(List.of("A-25", "A-26", "A-27", "A-28"), orders(second));
        assertEquals("order.eligible", first.at("/changes/0/type").asString());
        assertEquals("2026-10-22T12:00:00Z", first.at("/changes/0/timestamp").asString());
        JsonNode end = shop.get("/api/v2/changes?cursor=" + last).is(200).json();
        assertEquals(last, end.path("nextCursor").asString());
        assertEquals(
                List.of(), orders(api().newShop().get("/api/v2/changes").is(200).json()));
        shop.get("/api/v2/changes?cursor=abc").isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void aChangeIsOnlyStoredWithItsRecord() {
        Shop shop = api().newShop();
        add(shop, 1);
        add(shop, 2);

        assertEquals(List.of("A-0"), orders(shop.get("/api/v2/changes").is(200).json()));
    }
}
