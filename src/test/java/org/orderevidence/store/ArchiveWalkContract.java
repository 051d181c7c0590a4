package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.RowPlace;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.document.StoredFact;

/** How all of the evidence is walked over. */
interface ArchiveWalkContract extends StoreUnderTest {
    List<AccountSpace> SPACES = List.of(SHOP, SHOP_TEST, OTHER);
    List<String> IDS = List.of(
            "A-1", "A-10", "A-2", "a-1", "%", "'", "1:2", ":", "Ä", "中", "\uFFFD", "\uD83D\uDE00", "x".repeat(128));

    /** Reads a page of a kind of record. */
    @FunctionalInterface
    interface Walk<T> {
        Page<T> page(@Nullable String after, int limit);
    }

    /** All pages from a place on. */
    static <T> List<Found<T>> walk(Walk<T> walk, @Nullable String from, int limit) {
        List<Found<T>> all = new ArrayList<>();
        Set<String> places = new HashSet<>();
        String after = from;
        do {
            Page<T> page = walk.page(after, limit);
            assertTrue(
                    page.records().size() <= limit,
                    () -> "a page of " + page.records().size());
            all.addAll(page.records());
            after = page.next();
            assertTrue(after == null || places.add(after), "a walk goes on");
        } while (after != null);
        return all;
    }

    /** All whole records from a place on, in an order that all stores share. */
    static <T extends Record> List<T> whole(Walk<T> walk, @Nullable String from, int limit) {
        List<T> records = new ArrayList<>();
        for (Found<T> found : walk(walk, from, limit)) {
            records.add(record(found));
        }
        return sorted(records);
    }

    static <T> T record(Found<T> found) {
        return switch (found) {
            case Whole<T>(T record) -> record;
            case Damaged<T> damaged -> throw new AssertionError(damaged.key() + ": " + damaged.fault());
        };
    }

    static <T extends Record> List<T> sorted(List<T> records) {
        return records.stream().sorted(Comparator.comparing(Object::toString)).toList();
    }

    /** Orders in three spaces, most under one card, some with later facts. */
    default List<ArchivedOrder> manyOrders() {
        List<ArchivedOrder> expected = new ArrayList<>();
        for (AccountSpace space : SPACES) {
            List<OrderWrite> writes = new ArrayList<>();
            for (int i = 0; i < IDS.size(); i++) {
                KeyedHash second = i % 3 == 0 ? OTHER_CARD : key("card " + i);
                writes.add(write(order(IDS.get(i), DAY.plusDays(i % 4), i), ANN, CARD, second));
            }
            writes.add(write(everyField("every field"), key("bob"), key("card of bob")));
            store().put(space, OrderFixtures.parts(writes), NOON);
            putDispute(space, id("1:2"), dispute("D-2", Dispute.Status.OPEN));
            putDispute(space, id("1:2"), dispute("D-1", Dispute.Status.WITHDRAWN));
            putFraudReport(space, id("中"), report("F-1"));
            for (OrderWrite write : writes) {
                StoredOrder stored = store().order(space, write.order().id()).orElseThrow();
                expected.add(new ArchivedOrder(
                        space,
                        write.storedParts(),
                        stored,
                        Derivation.CURRENT,
                        stored.disputes().stream()
                                .map(dispute -> StoredFact.of(dispute, FIRST_VERSION))
                                .toList(),
                        stored.fraudReports().stream()
                                .map(report -> StoredFact.of(report, FIRST_VERSION))
                                .toList()));
            }
        }
        return sorted(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, EvidenceArchive.MAX_PAGE})
    default void aWalkSeesEveryOrderOnceWithItsLaterFacts(int limit) {
        List<ArchivedOrder> expected = manyOrders();

        assertEquals(expected, whole(archive()::orders, null, limit));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, EvidenceArchive.MAX_PAGE})
    default void aWalkSeesEveryHistoryRowOnce(int limit) {
        List<ArchivedRow> expected = new ArrayList<>();
        for (ArchivedOrder archived : manyOrders()) {
            StoredOrder held = Objects.requireNonNull(archived.order());
            boolean disputed = held.order().id().equals(id("1:2"));
            boolean reported = held.order().id().equals(id("中"));
            HistoryRow row = new HistoryRow(
                    held.order().id(),
                    held.order().charge().countsFrom().day(),
                    held.version(),
                    OrderFixtures.facts("facts of " + held.order().id()),
                    disputed ? ActiveDisputes.FRAUD : ActiveDisputes.NONE,
                    reported);
            int place = IDS.indexOf(held.order().id().value());
            if (place < 0) {
                expected.add(new ArchivedRow(archived.space(), key("card of bob"), row));
            } else {
                expected.add(new ArchivedRow(archived.space(), CARD, row));
                expected.add(
                        new ArchivedRow(archived.space(), place % 3 == 0 ? OTHER_CARD : key("card " + place), row));
            }
        }

        assertEquals(sorted(expected), whole(archive()::history, null, limit));
    }

    @Test
    default void anEmptyStoreHasNothingToWalkOver() {
        assertEquals(List.of(), walk(archive()::orders, null, 7));
        assertEquals(List.of(), walk(archive()::history, null, 7));
    }

    @Test
    default void aWalkGoesOnWhereItEndedAfterTheStoreWasClosed() {
        List<ArchivedOrder> expected = manyOrders();
        List<ArchivedRow> rows = whole(archive()::history, null, 100);
        Page<ArchivedOrder> orders = archive().orders(null, 10);
        Page<ArchivedRow> history = archive().history(null, 10);

        reopen();

        List<ArchivedOrder> seen = new ArrayList<>(whole(archive()::orders, orders.next(), 10));
        orders.records().forEach(found -> seen.add(record(found)));
        assertEquals(expected, sorted(seen));
        List<ArchivedRow> seenRows = new ArrayList<>(whole(archive()::history, history.next(), 10));
        history.records().forEach(found -> seenRows.add(record(found)));
        assertEquals(rows, sorted(seenRows));
    }

    @Test
    default void twoWalksGoTheSameWay() {
        manyOrders();

        assertEquals(walk(archive()::orders, null, 3), walk(archive()::orders, null, 100));
        assertEquals(walk(archive()::history, null, 3), walk(archive()::history, null, 100));
    }

    @Test
    default void aDamagedOrderIsToldAndDoesNotEndTheWalk() {
        List<ArchivedOrder> all = new ArrayList<>(manyOrders());
        damage(SHOP_TEST, id("A-2"));
        all.removeIf(a -> a.space().equals(SHOP_TEST) && a.id().equals(id("A-2")));

        List<ArchivedOrder> whole = new ArrayList<>();
        List<Damaged<ArchivedOrder>> damaged = new ArrayList<>();
        for (Found<ArchivedOrder> found : walk(archive()::orders, null, 4)) {
            switch (found) {
                case Whole<ArchivedOrder>(ArchivedOrder record) -> whole.add(record);
                case Damaged<ArchivedOrder> one -> damaged.add(one);
            }
        }

        assertEquals(all, sorted(whole));
        assertEquals(
                List.of(new Damaged<ArchivedOrder>(
                        SHOP_TEST,
                        "order A-2",
                        "the sealed record is damaged, or was moved from another place; restore it from a backup")),
                damaged);
    }

    @Test
    default void rowsAreFoundWhereTheyStandAndNowhereElse() {
        manyOrders();
        ArchivedRow row = whole(archive()::history, null, 100).stream()
                .filter(r -> r.space().equals(SHOP)
                        && r.credential().equals(CARD)
                        && r.row().id().equals(id("1:2")))
                .findFirst()
                .orElseThrow();
        RowPlace there = row.place();

        assertEquals(
                List.of(row),
                archive()
                        .historyAt(List.of(
                                new RowPlace(SHOP, CARD, there.day().plusDays(1), there.id()),
                                new RowPlace(SHOP, key("card of bob"), there.day(), there.id()),
                                there,
                                new RowPlace(SHOP, CARD, there.day(), id("1")),
                                new RowPlace(
                                        new AccountSpace("nobody", AccountSpace.Mode.LIVE),
                                        CARD,
                                        there.day(),
                                        there.id()))));
        assertEquals(List.of(), archive().historyAt(List.of()));
    }

    @Test
    default void aPageIsNeitherEmptyByDemandNorTooLarge() {
        for (int limit : new int[] {-1, 0, EvidenceArchive.MAX_PAGE + 1}) {
            assertThrows(IllegalArgumentException.class, () -> archive().orders(null, limit));
            assertThrows(IllegalArgumentException.class, () -> archive().history(null, limit));
        }
        assertNull(archive().orders(null, EvidenceArchive.MAX_PAGE).next());
    }
}
