package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.Sightings.SightingWrite;

/** Lists of orders, and sightings. */
final class ListsTest extends StoreUnderTest {
    private List<String> places(@Nullable OrderReference reference, DateRange days, boolean ascending, int limit) {
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
    void theOrdersOfADayAreNewestFirstAndStableOverPages() {
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

        DateRange day = new DateRange(DAY, DAY);
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

    private static long minute(String at) {
        return Instant.parse(at).getEpochSecond() / 60;
    }

    private List<IpSighting> search(long earliest, long from, long until, long latest) {
        return sightings(List.of(new SightingSearch(ANN, earliest, from, until, latest)))
                .getFirst();
    }

    @Test
    void aSearchFindsTheNearestMinuteBeforeInsideAndAfterTheSpan() {
        for (String at : List.of("10:00:00", "10:05:59", "10:10:00", "10:12:00", "10:20:00", "10:30:00")) {
            track(sighting("ann", "203.0.113.1", "2026-03-01T" + at + "Z"));
        }
        track(sighting("bob", "203.0.113.2", "2026-03-01T10:09:00Z"));
        long ten = minute("2026-03-01T10:00:00Z");
        IpSighting at5 = sighting("203.0.113.1", "2026-03-01T10:05:59Z");
        IpSighting at10 = sighting("203.0.113.1", "2026-03-01T10:10:00Z");
        IpSighting at12 = sighting("203.0.113.1", "2026-03-01T10:12:00Z");
        IpSighting at20 = sighting("203.0.113.1", "2026-03-01T10:20:00Z");

        assertEquals(List.of(at5, at10, at20), search(ten, ten + 6, ten + 15, ten + 60));
        assertEquals(List.of(at5, at10, at12), search(ten, ten + 10, ten + 10, ten + 60), "a span of one minute");
        assertEquals(List.of(at5, at10, at20), search(ten + 5, ten + 10, ten + 12, ten + 20), "bounds are included");
        assertEquals(List.of(at10), search(ten + 6, ten + 7, ten + 15, ten + 19), "nothing beyond the bounds");
        assertEquals(List.of(at5, at10), search(ten, ten + 7, ten + 9, ten + 60), "nothing inside");
        assertEquals(List.of(), search(ten + 13, ten + 14, ten + 15, ten + 16));
    }

    @Test
    void allAddressesOfAMinuteAreFoundByAscendingKey() {
        track(new SightingWrite(ANN, key("3"), sighting("203.0.113.1", "2026-03-01T10:00:03Z")));
        track(new SightingWrite(ANN, key("1"), sighting("203.0.113.2", "2026-03-01T10:00:02Z")));
        track(new SightingWrite(ANN, key("2"), sighting("2001:db8::1", "2026-03-01T10:00:01Z")));
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> expected = List.of(
                sighting("203.0.113.2", "2026-03-01T10:00:02Z"),
                sighting("2001:db8::1", "2026-03-01T10:00:01Z"),
                sighting("203.0.113.1", "2026-03-01T10:00:03Z"));
        assertEquals(expected, search(ten, ten, ten, ten), "inside");
        assertEquals(expected, search(ten - 9, ten - 5, ten - 1, ten), "after");
        assertEquals(expected, search(ten, ten + 1, ten + 5, ten + 9), "before");
    }

    @Test
    void theFirstSightingOfAMinuteIsKept() {
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:30.5Z"));
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:10Z"));
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:59.999Z"));
        long ten = minute("2026-03-01T10:00:00Z");

        assertEquals(List.of(sighting("203.0.113.1", "2026-03-01T10:00:30.5Z")), search(ten, ten, ten, ten));
    }

    @Test
    void customersOfFewAndOfManySightingsAreAnsweredAlike() {
        long ten = minute("2026-03-01T10:00:00Z");
        List<IpSighting> ofMany = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ofMany.add(new IpSighting(
                    OrderFixtures.ip("203.0." + i / 250 + "." + i % 250), Instant.ofEpochSecond((ten + i) * 60)));
            track(new SightingWrite(key("many"), key("%05d".formatted(i)), ofMany.get(i)));
        }
        track(sighting("few", "203.0.113.1", "2026-03-01T10:20:00Z"));
        SightingSearch some = new SightingSearch(key("many"), ten, ten + 10, ten + 20, ten + 255);
        SightingSearch all = new SightingSearch(key("many"), ten, ten + 290, ten + 299, ten + 299);
        SightingSearch few = new SightingSearch(key("few"), ten, ten + 10, ten + 20, ten + 255);
        List<IpSighting> ofSome = List.of(ofMany.get(9), ofMany.get(10), ofMany.get(21));
        List<IpSighting> ofAll = List.of(ofMany.get(289), ofMany.get(290));
        List<IpSighting> ofFew = List.of(sighting("203.0.113.1", "2026-03-01T10:20:00Z"));

        assertEquals(List.of(ofSome, ofFew, ofAll, ofFew), sightings(List.of(some, few, all, few)));
        assertEquals(List.of(ofFew, ofSome), sightings(List.of(few, some)));
    }

    @Test
    void sightingsAreFoundOverTheTurnsOfYears() {
        List<IpSighting> seen = new ArrayList<>();
        for (String at : List.of(
                "1999-06-01T10:00:00Z",
                "2015-06-01T10:00:00Z",
                "2024-06-01T10:00:00Z",
                "2025-12-31T23:59:00Z",
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:01:00Z")) {
            seen.add(sighting("203.0.113.1", at));
            track(sighting("ann", "203.0.113.1", at));
        }
        long newYear = minute("2026-01-01T00:00:00Z");
        long summer = minute("2024-06-01T10:00:00Z");

        assertEquals(seen.subList(3, 6), search(newYear - 9, newYear, newYear, newYear + 9));
        assertEquals(seen.subList(3, 5), search(newYear - 9, newYear - 5, newYear - 1, newYear + 9));
        assertEquals(seen.subList(2, 4), search(summer - 1, summer + 1, summer + 1, newYear + 9));
        assertEquals(seen.subList(1, 3), search(Long.MIN_VALUE, summer - 1, summer - 1, newYear), "from the beginning");
    }

    @Test
    void noMoreThanTheMostAddressesOfAMinuteAreRead() {
        for (int i = 0; i <= SightingSearch.MAX_PER_MINUTE; i++) {
            String address = "203.0." + i / 250 + "." + i % 250;
            track(new SightingWrite(ANN, key("%05d".formatted(i)), sighting(address, "2026-03-01T10:00:00Z")));
        }
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> found = search(ten, ten, ten, ten);
        assertEquals(SightingSearch.MAX_PER_MINUTE, found.size());
        assertEquals(sighting("203.0.0.0", "2026-03-01T10:00:00Z"), found.getFirst());
        assertEquals(sighting("203.0.3.249", "2026-03-01T10:00:00Z"), found.getLast());
    }
}
