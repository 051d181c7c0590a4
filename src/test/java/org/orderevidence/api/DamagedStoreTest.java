package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedSqlite;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;

/** Answers of a service whose database was changed or deleted by something else. */
class DamagedStoreTest {
    private static final Duration NOTICED = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    private int change(String sql) {
        return TestSqlite.change("sqlite:" + folder.resolve("evidence.db"), sql);
    }

    private static void awaitNotReady(Shop shop) {
        long start = System.nanoTime();
        Waits.until(() -> shop.get("/readyz").status() == 503, "/readyz stays 200");
        assertTrue(System.nanoTime() - start < NOTICED.toNanos(), "noticed too late");
    }

    @Test
    void aDeletedDatabaseIsNoticed() throws Exception {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Shop shop = service.newShop();
            shop.get("/readyz").is(200);
            Files.delete(folder.resolve("evidence.db"));

            awaitNotReady(shop);

            shop.get("/readyz").isProblem(Problem.STORE_UNAVAILABLE);
        }
    }

    @Test
    void aDatabaseThatAnotherReplacedIsNoticed() throws Exception {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Shop shop = service.newShop();
            Files.copy(folder.resolve("evidence.db"), folder.resolve("other.db"));
            shop.get("/readyz").is(200);
            Files.move(
                    folder.resolve("other.db"),
                    folder.resolve("evidence.db"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);

            awaitNotReady(shop);
        }
    }

    @Test
    void anAccountThatIsMissingIsAFaultOfTheStore() {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Shop shop = service.newShop();
            shop.uploadOne("A-1");
            assertEquals(1, change("DELETE FROM accounts_records WHERE sort = CAST('" + shop.account() + "' AS BLOB)"));

            shop.get("/api/v2/orders/A-1").isProblem(Problem.STORE_UNAVAILABLE);
            shop.get("/api/v2/orders/A-1/receipt").isProblem(Problem.STORE_UNAVAILABLE);
        }
    }

    @Test
    void aDamagedOrderIsNamedByItsFetchAndHidesNoOther() {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Shop shop = service.newShop();
            shop.uploadOne("A-1");
            shop.uploadOne("A-2");
            assertEquals(1, change("""
                            UPDATE orders_records SET body = substr(body, 1, 40)
                              || CASE substr(body, 41, 1) WHEN x'00' THEN x'01' ELSE x'00' END || substr(body, 42)
                              WHERE part = CAST('A-1' AS BLOB)"""));

            Reply damaged = shop.get("/api/v2/orders/A-1");

            damaged.is(503);
            assertTrue(
                    damaged.text().contains("Stored data is damaged: order A-1: the sealed record is damaged"),
                    damaged::text);
            String list = shop.get("/api/v2/orders").is(200).text();
            assertTrue(list.contains("A-2") && !list.contains("A-1"), list);
            shop.get("/api/v2/orders/A-2").is(200);
            for (String query : List.of("", "?verdicts=true")) {
                List<String> lines = shop.get("/api/v2/orders/export" + query)
                        .is(200)
                        .text()
                        .lines()
                        .toList();
                assertTrue(
                        lines.getFirst()
                                .startsWith("{\"id\":\"A-1\",\"unreadable\":\"order A-1: the sealed record is damaged"),
                        lines::toString);
                assertTrue(lines.get(1).contains("\"charge\":{\"id\":\"A-2\""), lines::toString);
                assertEquals("{\"orders\":2,\"unreadable\":1,\"complete\":true}", lines.getLast());
            }
        }
    }

    @Test
    void aMalformedRowFailsNoOtherOrderOfItsBatch() {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Shop shop = service.newShop();
            shop.uploadOne("A-1");
            assertEquals(1, change("UPDATE orders_records SET head = x'00'"));

            Reply reply = shop.upload(Shop.ORDER.formatted("A-1").replace("1999", "2000"), Shop.ORDER.formatted("A-2"));

            assertEquals(2, reply.is(200).at("/results").size(), reply::toString);
            assertTrue(shop.get("/api/v2/orders/A-1").is(200).text().contains("\"amount\":2000"));
            shop.get("/api/v2/orders/A-2").is(200);
        }
    }
}
