package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.api.Shop;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.Key;
import org.orderevidence.store.Stored;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;

/** Erasing orders and undoing an upload while the same orders arrive from everywhere, on any store. */
public interface ErasureRaceContract extends ServesApi {
    String PATH = "/api/v2/orders";
    int TOGETHER = 8;
    int CONTESTED = 24;
    int ROUNDS = 20;

    /** The store that is served. */
    ServedStore store();

    private static String order(String id, int amount) {
        return """
                {"id": "%s", "amount": %d, "currency": "EUR", "transactionDate": "2026-10-01T10:00:00Z",
                 "gatewayTransactionId": "ch_%s", "bin": "424242", "last4": "4242", "ip": "203.0.113.7",
                 "receipt": {"customerEmail": "ann@example.com"}}""".formatted(id, amount, id);
    }

    private static byte[] charge(String id) {
        return new String(Samples.bytes("stripe/charge-succeeded"), StandardCharsets.UTF_8)
                .replace("1OrderEvidence0001", id)
                .replace("MugsForAnn0001", id)
                .replace("A-1001", id)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the orders of a space with the rows that are derived from them. What is left of an erased one is left out. */
    private Map<Key, Stored> orders(AccountSpace space) {
        Map<Key, Stored> records = new HashMap<>();
        store().eachRecord((meaning, record) -> {
            boolean isOfOrders = List.of("orders", "history", "order_references", "order_days", "order_disputes")
                    .contains(meaning.kind().name());
            if (isOfOrders && record.key().space().equals(space) && !meaning.isErased(record)) {
                records.put(record.key(), record);
            }
        });
        return records;
    }

    private static boolean isOf(Key key, String order) {
        return Stream.of(key.part(), key.sort())
                .anyMatch(names -> new String(names.toArray(), StandardCharsets.ISO_8859_1).contains(order));
    }

    private static void together(List<Callable<Boolean>> work, long seed) throws ExecutionException {
        Collections.shuffle(work, new Random(seed));
        try (ExecutorService threads = Executors.newFixedThreadPool(TOGETHER)) {
            assertFalse(Waits.results(threads, work).contains(false));
        }
    }

    private static boolean sendAndMap(Merchant merchant, String id) {
        merchant.send(charge(id));
        synchronized (merchant) {
            merchant.webhooks().worker().pass();
        }
        return true;
    }

    private static String outcome(Shop shop, String order) {
        return shop.upload(order).is(200).text("/results/0/outcome");
    }

    @Test
    default void anErasedOrderNeverReturns() throws ExecutionException {
        for (int round = 0; round < Faults.rounds(1, ROUNDS); round++) {
            Merchant merchant = new Merchant(this, store());
            Shop shop = merchant.shop;
            shop.upload(order("Z-1", 1), order("Z-2", 2)).is(200);
            Map<Key, Stored> others = orders(merchant.space);
            List<String> ids =
                    IntStream.range(0, CONTESTED).mapToObj(i -> "R-" + i).toList();
            Set<String> erased = ConcurrentHashMap.newKeySet();
            List<Callable<Boolean>> work = new ArrayList<>();
            for (String id : ids) {
                for (int amount : List.of(1, 2, 1)) {
                    work.add(() -> {
                        boolean isErased = erased.contains(id);
                        return outcome(shop, order(id, amount)).equals("erased") || !isErased;
                    });
                }
                work.add(() -> sendAndMap(merchant, id));
                for (int i = 0; i < 2; i++) {
                    work.add(() -> {
                        int status = shop.send("DELETE", PATH + "/" + id).status();
                        return status == 200 ? erased.add(id) || erased.contains(id) : status == 404;
                    });
                }
            }
            together(work, round);

            for (String id : ids) {
                shop.send("DELETE", PATH + "/" + id).is(200);
                assertEquals("erased", outcome(shop, order(id, 3)), id);
            }
            merchant.passAfter(Duration.ofHours(2));
            ids.forEach(id -> shop.get(PATH + "/" + id).is(404));
            assertEquals(List.of("Z-1", "Z-2"), merchant.listed());
            assertEquals(others, orders(merchant.space));
        }
    }

    private static int upload(Shop shop, String upload, String... orders) {
        return shop.post(PATH + "/upload?upload=" + upload, "{\"orders\": [" + String.join(",", orders) + "]}")
                .status();
    }

    @Test
    default void whatOnlyTheUndoneUploadHasCreatedIsGone() throws ExecutionException {
        for (int round = 0; round < Faults.rounds(1, ROUNDS); round++) {
            Merchant merchant = new Merchant(this, store());
            Shop shop = merchant.shop;
            shop.upload(order("Z-1", 1), order("Z-2", 2)).is(200);
            Map<Key, Stored> others = orders(merchant.space);
            String undo = "/api/v2/uploads/wrong/undo";
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < CONTESTED; i++) {
                String wrong = "WRONG-" + i;
                String shared = "S-" + i;
                String charged = "C-" + i;
                work.add(() -> Set.of(200, 409)
                        .contains(upload(shop, "wrong", order(wrong, 1), order(shared, 1), order(charged, 1))));
                work.add(() -> upload(shop, "right", order(shared, 2)) == 200);
                work.add(() -> sendAndMap(merchant, charged));
            }
            work.add(() -> Set.of(200, 404).contains(shop.send("POST", undo).status()));
            work.add(() -> Set.of(200, 404).contains(shop.send("POST", undo).status()));
            together(work, round);

            JsonNode undone;
            do {
                undone = shop.send("POST", undo).is(200).json();
            } while (!undone.path("complete").asBoolean());
            merchant.undoAfter(Duration.ofMinutes(6));
            merchant.passAfter(Duration.ofHours(2));

            List<String> staying = Stream.concat(
                            Stream.of("Z-1", "Z-2"),
                            IntStream.range(0, CONTESTED).boxed().flatMap(i -> Stream.of("S-" + i, "C-" + i)))
                    .sorted()
                    .toList();
            List<String> listed = shop.get(PATH + "?per=100").is(200).rows("/orders", "id").stream()
                    .sorted()
                    .toList();
            assertEquals(staying, listed);
            Map<Key, Stored> now = orders(merchant.space);
            others.forEach((key, record) -> assertEquals(record, now.get(key)));
            assertFalse(now.keySet().stream().anyMatch(key -> isOf(key, "WRONG-")));
        }
    }
}
