package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;

/** How orders are listed. */
interface ListContract extends StoreUnderTest {
    @Test
    default void theListIsNewestFirstThenByCodePointOfId() {
        // UTF-16 order would put the emoji (a surrogate pair) before U+FFFF.
        List<String> ascending = List.of("!", "10", "9", "A", "Z", "a", "\u00e9", "\uFFFF", "\uD83D\uDE00");
        List<OrderWrite> writes = new ArrayList<>();
        for (String id : ascending) {
            writes.add(write(order(id)));
        }
        writes.add(write(order("new", DAY.plusDays(1), 1)));
        writes.add(write(order("old", DAY.minusDays(1), 1)));
        writes.add(write(order("first", LocalDate.parse("2000-01-01"), 1)));
        writes.add(write(order("last", LocalDate.parse("9999-12-31"), 1)));
        Collections.shuffle(writes, new Random(11));
        store().put(SHOP, OrderFixtures.parts(writes), NOON);

        List<String> expected = new ArrayList<>(List.of("last", "new"));
        expected.addAll(ascending);
        expected.addAll(List.of("old", "first"));
        assertEquals(expected, page(null, 0, 100));
    }

    @Test
    default void placesOfDaysAreReadInBothDirections() {
        List<OrderWrite> writes = new ArrayList<>();
        for (int day : List.of(0, 1, 40, 70)) {
            for (int i = 0; i < 3; i++) {
                writes.add(write(order("A-" + i + "-" + day, DAY.plusDays(day), 1)));
            }
        }
        store().put(SHOP, OrderFixtures.parts(writes), NOON);
        DayRange days = new DayRange(DAY.plusDays(1), DAY.plusDays(69));
        List<String> oldestFirst = List.of("A-0-1", "A-1-1", "A-2-1", "A-0-40", "A-1-40", "A-2-40");
        List<String> newestFirst = List.of("A-0-40", "A-1-40", "A-2-40", "A-0-1", "A-1-1", "A-2-1");

        for (int limit = 1; limit <= 7; limit++) {
            assertEquals(oldestFirst, places(null, days, true, limit));
            assertEquals(newestFirst, places(null, days, false, limit));
        }
        assertEquals(List.of(), places(null, new DayRange(DAY.plusDays(2), DAY.plusDays(39)), true, 5));
        assertEquals(List.of(), store().places(OrderFixtures.SHOP_TEST, null, days, true, null, 5));
    }

    private List<String> places(@Nullable OrderReference reference, DayRange days, boolean ascending, int limit) {
        List<String> ids = new ArrayList<>();
        ListPlace after = null;
        while (true) {
            List<ListPlace> page = store().places(SHOP, reference, days, ascending, after, limit);
            page.forEach(place -> ids.add(place.id().value()));
            if (page.size() < limit) {
                return ids;
            }
            after = page.getLast();
        }
    }

    @Test
    default void ordersAreFoundByEachOfTheirReferencesUntilTheseChange() {
        for (Kind kind : Kind.values()) {
            OrderReference reference = new OrderReference(kind, OrderFixtures.key("value"));
            OrderReference other = new OrderReference(kind, OrderFixtures.key("other"));
            store().put(
                            SHOP,
                            OrderFixtures.parts(List.of(
                                    found(kind + "-1", 0, reference, other),
                                    found(kind + "-2", 400, reference),
                                    found(kind + "-3", 400, other))),
                            NOON);

            assertEquals(List.of(kind + "-2", kind + "-1"), placesOf(reference, false), kind::name);
            assertEquals(List.of(kind + "-1", kind + "-2"), placesOf(reference, true), kind::name);
            assertEquals(List.of(kind + "-3", kind + "-1"), placesOf(other, false), kind::name);

            store().put(
                            SHOP,
                            OrderFixtures.parts(List.of(found(kind + "-1", 1, other), found(kind + "-2", 400, other))),
                            NOON.plusSeconds(1));
            assertEquals(List.of(), placesOf(reference, false), kind::name);
            assertEquals(List.of(kind + "-1", kind + "-2", kind + "-3"), placesOf(other, true), kind::name);
        }
    }

    private static OrderWrite found(String id, int day, OrderReference... references) {
        OrderWrite write = write(order(id, DAY.plusDays(day), 1 + references.length));
        return new OrderWrite(
                write.order(), List.of(references), write.historyDay(), write.credentials(), write.facts(), null);
    }

    private List<String> placesOf(OrderReference reference, boolean ascending) {
        DayRange days = new DayRange(DAY.minusDays(1), DAY.plusDays(800));
        return store().places(SHOP, reference, days, ascending, null, 100).stream()
                .map(place -> place.id().value())
                .toList();
    }

    @Test
    default void everyPageOfTheListFollowsTheOneBefore() {
        List<OrderWrite> writes = new ArrayList<>();
        for (int day = 0; day < 4; day++) {
            for (int i = 0; i < 5; i++) {
                writes.add(write(order("A-" + i + "-" + day, DAY.plusDays(day), 1)));
            }
        }
        store().put(SHOP, OrderFixtures.parts(writes), NOON);
        List<String> all = page(null, 0, 100);
        assertEquals("A-0-3", all.getFirst());
        assertEquals("A-4-0", all.getLast());

        for (int limit = 1; limit <= 21; limit++) {
            List<String> bySkip = new ArrayList<>();
            for (int skip = 0; skip < 20; skip += limit) {
                bySkip.addAll(page(null, skip, limit));
            }
            assertEquals(all, bySkip, "pages of " + limit);

            List<String> byPlace = new ArrayList<>();
            ListPlace place = null;
            for (List<StoredOrder> page = store().page(SHOP, place, 0, limit);
                    !page.isEmpty();
                    page = store().page(SHOP, place, 0, limit)) {
                page.forEach(stored -> byPlace.add(stored.order().id().value()));
                Order last = page.getLast().order();
                place = ListPlace.of(last);
            }
            assertEquals(all, byPlace, "pages of " + limit);
        }
    }

    private static ListPlace place(LocalDate day, String id) {
        return new ListPlace(ListPlace.time(OrderTime.on(day)), id(id));
    }

    @Test
    default void theOrdersOfADayAreNewestFirstAndStableOverPages() {
        List<OrderWrite> writes = new ArrayList<>();
        OrderReference card = new OrderReference(Kind.CARD, OrderFixtures.key("card"));
        for (int minute : List.of(0, 7, 30, 599, 1_439)) {
            Instant time = DAY.atStartOfDay(ZoneOffset.UTC).toInstant().plus(Duration.ofMinutes(minute));
            for (String name : List.of("b", "a")) {
                OrderWrite write = write(at(name + minute, time));
                writes.add(new OrderWrite(
                        write.order(), List.of(card), write.historyDay(), write.credentials(), write.facts(), null));
            }
        }
        writes.add(write(order("date", DAY, 1)));
        writes.add(
                write(at("milli", DAY.atStartOfDay(ZoneOffset.UTC).toInstant().plusMillis(1))));
        store().put(SHOP, OrderFixtures.parts(writes), NOON);
        List<String> ofCard = List.of("a1439", "b1439", "a599", "b599", "a30", "b30", "a7", "b7", "a0", "b0");
        List<String> all = new ArrayList<>(ofCard.subList(0, 8));
        all.addAll(List.of("milli", "a0", "b0", "date"));

        List<String> oldestOfCard = List.of("a0", "b0", "a7", "b7", "a30", "b30", "a599", "b599", "a1439", "b1439");
        List<String> oldestFirst = new ArrayList<>(List.of("a0", "b0", "date", "milli"));
        oldestFirst.addAll(oldestOfCard.subList(2, 10));

        DayRange day = new DayRange(DAY, DAY);
        assertEquals(all, page(null, 0, 100));
        for (int limit = 1; limit <= 13; limit++) {
            assertEquals(all, places(null, day, false, limit), "pages of " + limit);
            assertEquals(oldestFirst, places(null, day, true, limit), "pages of " + limit);
            assertEquals(ofCard, places(card, day, false, limit), "pages of " + limit);
            assertEquals(oldestOfCard, places(card, day, true, limit), "pages of " + limit);
        }
    }

    private static Order at(String id, Instant time) {
        Charge charge = ChargeBuilder.at(OrderTime.at(time)).amount(1, "USD").build();
        return new Order(id(id), null, charge, Customer.NONE, Receipt.EMPTY);
    }

    @Test
    default void aPlaceNeedsNoOrderAndCanBeSkippedFrom() {
        for (String id : List.of("A", "C", "E")) {
            put(write(order(id)));
        }
        put(write(order("old", DAY.minusDays(1), 1)));

        assertEquals(List.of("C", "E", "old"), page(place(DAY, "B"), 0, 10));
        assertEquals(List.of("E", "old"), page(place(DAY, "C"), 0, 10));
        assertEquals(List.of("old"), page(place(DAY, "C"), 1, 10));
        assertEquals(List.of("A", "C"), page(place(DAY.plusDays(9), "Z"), 0, 2));
        assertEquals(List.of(), page(place(DAY.minusDays(1), "old"), 0, 10));
        assertEquals(List.of(), page(null, 4, 10));
    }

    @Test
    default void anOrderThatChangesItsDayStandsOnceInTheList() {
        put(write(order("A", DAY, 1)));
        put(write(order("B", DAY.plusDays(1), 1)));

        put(write(order("A", DAY.plusDays(2), 1)));

        assertEquals(List.of("A", "B"), page(null, 0, 10));
        assertEquals(2, store().count(SHOP).total());
    }
}
