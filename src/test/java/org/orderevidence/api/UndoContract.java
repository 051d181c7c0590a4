package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.account.Accounts;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.store.Key;
import org.orderevidence.store.Stored;
import org.orderevidence.store.UploadLists;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the undo of an upload removes, what stays, and why. */
interface UndoContract extends ServesApi {
    String ORDERS = "/api/v2/orders";
    String UPLOADS = "/api/v2/uploads";

    ServedStore store();

    private static String order(String id, int amount) {
        return """
                {"id": "%s", "amount": %d, "currency": "EUR", "transactionDate": "2026-10-01T10:00:00Z",
                 "bin": "424242", "last4": "4242", "customerAccountId": "C-1", "ip": "203.0.113.7",
                 "receipt": {"customerEmail": "ann@example.com"}}""".formatted(id, amount).replace("\n", "");
    }

    private static JsonNode upload(Shop shop, String upload, String... orders) {
        return shop.post(ORDERS + "/upload?upload=" + upload, "{\"orders\": [" + String.join(",", orders) + "]}")
                .is(200)
                .json();
    }

    private static JsonNode undo(Shop shop, String upload) {
        return shop.send("POST", UPLOADS + "/" + upload + "/undo").is(200).json();
    }

    private static List<String> kept(JsonNode answer) {
        return Reply.rows(answer.path("kept"), "id", "reason").stream().sorted().toList();
    }

    /** Returns all records of a space, but those of the audit log and of uploads. */
    private Map<Key, Stored> records(Shop shop) {
        AccountSpace space = new AccountSpace(shop.account(), Mode.LIVE);
        Map<Key, Stored> records = new HashMap<>();
        store().eachRecord((meaning, record) -> {
            boolean isOther = List.of("audit", "audit_of_data", "upload_lists")
                    .contains(meaning.kind().name());
            if (record.key().space().equals(space) && !isOther) {
                records.put(record.key(), record);
            }
        });
        return records;
    }

    /** Where the store is not atomic, the total of a list is up to a minute old. */
    private static String answer(Shop shop, String path) {
        return shop.get(path).is(200).text().replaceAll("\"total(AsOf)?\":[^,}]*", "");
    }

    @Test
    default void anUndoneUploadLeavesTheOtherOrdersAsTheyWere() {
        Shop shop = api().newShop();
        shop.upload(order("A-1", 100), order("A-2", 200)).is(200);
        List<String> paths = List.of(ORDERS, ORDERS + "/A-1", ORDERS + "/A-2", ORDERS + "/A-1/evidence.html");
        List<String> before = paths.stream().map(path -> answer(shop, path)).toList();
        Map<Key, Stored> records = records(shop);
        int count = store().records().isAtomic() ? Faults.rounds(1_500, 100_000) : 250;
        String file =
                IntStream.range(0, count).mapToObj(i -> order("W-" + i, 300)).collect(Collectors.joining("\n"));

        JsonNode answer = shop.send("POST", ORDERS + "/upload", "application/x-ndjson", file)
                .is(200)
                .json();

        assertEquals(count, answer.path("created").asInt());
        String upload = answer.path("upload").asString();
        JsonNode listed = shop.get(UPLOADS).is(200).at("/uploads/0");
        assertEquals(upload, listed.path("id").asString());
        assertEquals(count, listed.path("orders").asInt());
        assertEquals(count, listed.path("created").asInt());
        assertTrue(listed.path("undoneAt").isMissingNode());
        int removed = 0;
        JsonNode undone;
        do {
            undone = undo(shop, upload);
            assertEquals(List.of(), kept(undone));
            removed += undone.path("removed").asInt();
        } while (!undone.path("complete").asBoolean());

        assertEquals(count, removed);
        assertEquals(before, paths.stream().map(path -> answer(shop, path)).toList());
        assertEquals(records, records(shop));
        assertEquals(0, undo(shop, upload).path("removed").asInt());
        assertTrue(shop.get(UPLOADS).is(200).at("/uploads/0").has("undoneAt"));
        assertEquals(
                "created",
                upload(shop, "again", order("W-1", 300))
                        .at("/results/0/outcome")
                        .asString());
    }

    @Test
    default void whatOthersHaveWrittenStays() {
        Shop shop = api().newShop();
        upload(shop, "before", order("older", 100));
        upload(
                shop,
                "wrong",
                order("older", 101),
                order("same", 1),
                order("corrected", 1),
                order("patched", 1),
                order("disputed", 1),
                order("reported", 1),
                order("held", 1),
                order("erased", 1));
        upload(shop, "wrong", order("same", 2), order("late", 1));
        upload(shop, "right", order("same", 2), order("corrected", 2));
        shop.patch(ORDERS + "/patched", "{\"arn\": \"74537604221222132710415\"}")
                .is(200);
        shop.dispute("disputed", "D", "10.4", "2026-11-12");
        shop.report("reported", "F", "2026-11-12");
        shop.send("DELETE", ORDERS + "/erased").is(200);
        shop.put(ORDERS + "/held/hold", "{\"reason\": \"Case 7\"}").is(200);

        JsonNode undone = undo(shop, "wrong");

        assertEquals(2, undone.path("removed").asInt());
        assertEquals(
                List.of("corrected changed", "disputed disputed", "held held", "patched changed", "reported disputed"),
                kept(undone));
        assertEquals(kept(undone), kept(undo(shop, "wrong")), "it may be repeated");
        shop.get(ORDERS + "/same").isProblem(Problem.ORDER_NOT_FOUND);
        shop.get(ORDERS + "/late").isProblem(Problem.ORDER_NOT_FOUND);
        assertEquals(
                101, shop.get(ORDERS + "/older").is(200).at("/charge/amount").asInt());
        assertEquals(
                "erased",
                upload(shop, "right", order("erased", 1))
                        .at("/results/0/outcome")
                        .asString());
        assertEquals(6, shop.get(ORDERS).is(200).at("/total").asInt());
    }

    @Test
    default void anUndoneUploadStoresNothingMore() {
        Shop shop = api().newShop();
        upload(shop, "wrong", order("A", 1));
        undo(shop, "wrong");

        shop.post(ORDERS + "/upload?upload=wrong", "{\"orders\": [" + order("A", 1) + "]}")
                .isProblem(Problem.UPLOAD_UNDONE);
        JsonNode lines = shop.send("POST", ORDERS + "/upload?upload=wrong", "application/x-ndjson", order("A", 1))
                .is(200)
                .json();

        assertEquals(
                "the upload was undone; the lines after 0 were not stored",
                lines.path("endedBecause").asString());
        shop.get(ORDERS + "/A").isProblem(Problem.ORDER_NOT_FOUND);
    }

    /** The list is there before the orders are: an instance that ends in between leaves it. */
    @Test
    default void theServiceCompletesAnUndoAndFindsWhatWasOnItsWay() {
        Shop shop = api().newShop();
        AccountSpace space = new AccountSpace(shop.account(), Mode.LIVE);
        upload(shop, "wrong", order("A", 1), order("B", 1));
        undo(shop, "wrong");
        UploadLists.UploadList list = UploadLists.listOf(List.of(new OrderId("late")), ServedApi.NOW);
        store().uploads().put(space, "wrong", list);
        JsonNode late = JsonMapper.shared().readTree(order("late", 1));
        switch (OrderReader.read(late, "", ServedApi.NOW, true, FaultRoom.none())) {
            case Read.Good<UploadedOrder> good -> service().upload(space, List.of(good.value()), "wrong");
            case Read.Bad<UploadedOrder> bad -> throw new AssertionError(bad);
        }

        MovedClock clock = new MovedClock(ServedApi.NOW);
        passing(clock).pass();
        shop.get(ORDERS + "/late").is(200);
        clock.move(Duration.ofMinutes(6));
        passing(clock).pass();

        shop.get(ORDERS + "/late").isProblem(Problem.ORDER_NOT_FOUND);
        assertEquals(0, shop.get(ORDERS).is(200).at("/total").asInt());
    }

    private EvidenceService service() {
        return ServedApi.service(
                store().evidence(),
                store().sightings(),
                store().accounts(),
                ServedApi.pending(store().evidence(), store().pending()));
    }

    private Uploads passing(Clock clock) {
        Accounts accounts = new Accounts(store().accounts(), clock, new Random(1));
        return new Uploads(service(), store().uploads(), store().integrations(), accounts, clock);
    }

    @Test
    default void anUploadWithoutAnIdHasNoLists() {
        Shop shop = api().newShop();
        JsonNode answer = shop.upload(order("A", 1), order("B", 1)).is(200).json();

        assertFalse(answer.has("upload"));
        assertEquals(0, shop.get(UPLOADS).is(200).at("/uploads").size());
        shop.send("POST", UPLOADS + "/%20/undo").isProblem(Problem.UPLOAD_NOT_FOUND);
        shop.post(ORDERS + "/upload?upload=a%20b", "{\"orders\": []}").isProblem(Problem.INVALID_PARAMETER);
    }
}
