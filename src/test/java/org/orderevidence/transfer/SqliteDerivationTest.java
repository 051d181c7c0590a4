package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;

/** A new derivation for a SQLite file. */
final class SqliteDerivationTest implements DerivationSteps {
    private static final int ORDERS = 40;
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("2099-12-31")));

    @TempDir
    private Path folder;

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    @Test
    void theRowsOfAnOlderReleaseAreDerivedAgain() {
        List<Order> orders = orders(ORDERS);
        fill(Release.BEFORE, orders);
        List<StoredOrder> content = content(orders);
        try (OpenStore store = open(Release.NEW)) {
            Verified before = verify(store);
            assertEquals(List.of(), before.lines, "no damage");
            assertEquals(ORDERS, before.older);

            RenewalWalk walk = walk(store);
            assertEquals(RenewalEnd.RENEWED, end(walk));
            assertEquals(ORDERS, walk.count().renewed());

            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
            assertEquals(
                    List.of(),
                    store.evidence().history(SHOP, CARD_OF_BEFORE, ALL_DAYS, 100),
                    "the rows of before are gone");
            assertEquals(RenewalEnd.DONE, end(walk(store)));
        }
        assertEquals(content, content(orders), "the orders themselves stay, with their versions");
    }

    @Test
    void missingRowsOfAnOlderReleaseAreThereAgain() {
        List<Order> orders = orders(ORDERS);
        fill(Release.SAME_ROWS, orders);
        deleteRows("A-0");
        deleteRows("A-7");
        try (OpenStore store = open(Release.NEW)) {
            assertEquals(RenewalEnd.RENEWED, end(walk(store)));

            Verified after = verify(store);
            assertEquals(List.of(), after.lines, "A-0 has a dispute and a fraud report: its row is marked again");
            assertEquals(0, after.older);
        }
    }

    /** The instance of the release before writes rows of that release until it ends. */
    @Test
    void uploadsDuringTheWalkStay() throws Exception {
        List<Order> orders = List.of("A-0", "A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9").stream()
                .map(OrderFixtures::order)
                .toList();
        fill(Release.BEFORE, orders);
        try (OpenStore before = open(Release.BEFORE);
                OpenStore store = open(Release.NEW)) {
            FutureTask<Integer> uploads = new FutureTask<>(() -> {
                for (int round = 1; round <= 25; round++) {
                    put(round % 2 == 0 ? before : store, changed(orders, round), NOON.plusSeconds(round));
                    Dispute dispute =
                            OrderFixtures.dispute("D", round % 2 == 0 ? Dispute.Status.OPEN : Dispute.Status.WITHDRAWN);
                    before.evidence().putDispute(SHOP, id("A-1"), dispute, null, NOON.plusSeconds(round));
                }
                return 25;
            });
            Thread.ofVirtual().start(uploads);
            while (!uploads.isDone()) {
                end(walk(store));
            }
            int last = uploads.get();
            assertNotEquals(RenewalEnd.EARLY, end(walk(store)));
            assertEquals(RenewalEnd.DONE, end(walk(store)));

            for (Order order : changed(orders, last)) {
                assertEquals(
                        order,
                        store.evidence().order(SHOP, order.id()).orElseThrow().order());
            }
            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
        }
    }

    @Test
    void ordersThatCannotBeReadAreSkippedAndCounted() {
        List<Order> orders = orders(ORDERS);
        fill(Release.BEFORE, orders);
        damage("A-3", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        damage("A-4", "7f112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        try (OpenStore store = open(Release.NEW)) {
            RenewalWalk first = walk(store);
            assertEquals(RenewalEnd.RENEWED, end(first));
            assertEquals(ORDERS - 2, first.count().renewed());
            assertEquals(2, first.count().unreadable());

            assertEquals(RenewalEnd.DONE, end(walk(store)));
            assertEquals(2, notes(store).read().done(2).orElseThrow().unreadable());
        }
    }

    @Test
    void anUploadOfTheSameOrderDerivesItsRowsAgain() {
        List<Order> orders = orders(3);
        fill(Release.BEFORE, orders);
        try (OpenStore store = open(Release.NEW)) {
            assertEquals(3, verify(store).older);

            List<OrderOutcome> outcomes = put(store, orders, NOON.plusSeconds(60));

            outcomes.forEach(outcome -> assertInstanceOf(OrderOutcome.Unchanged.class, outcome));
            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
        }
    }

    @Test
    void anOlderReleaseLeavesTheRowsOfANewerOne() {
        List<Order> orders = orders(3);
        fill(Release.NEW, orders);
        try (OpenStore before = open(Release.BEFORE)) {
            assertEquals(
                    new Renewal.Page(RenewalCount.NONE, null),
                    Renewal.ofDerivedRows(before).renew(null, 100));
            List<String> told = verify(before).lines;
            assertEquals(3, told.size(), told::toString);
            assertTrue(
                    told.getFirst()
                            .endsWith(": its rows have derivation 2, but this release has 1; verify the store with the"
                                    + " newer release, or send the order again"),
                    told::toString);
            assertEquals(0, verify(before).older);
        }
    }

    @Test
    void theFirstReleaseHasNothingToDo() {
        fill(Release.BEFORE, orders(1));
        try (OpenStore before = open(Release.BEFORE)) {
            assertFalse(idle(before).isDue());
        }
    }
}
