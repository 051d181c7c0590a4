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
    default void anOrderThatChangesItsDayStandsOnceInTheList() {
        put(write(order("A", DAY, 1)));
        put(write(order("B", DAY.plusDays(1), 1)));

        put(write(order("A", DAY.plusDays(2), 1)));

        assertEquals(List.of("A", "B"), page(null, 0, 10));
        assertEquals(2, store().count(SHOP).total());
    }
}
