package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.sighting;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.IpSighting;

/** How sightings are kept and found. */
interface SightingsContract extends StoreUnderTest {
    static long minute(String at) {
        return Instant.parse(at).getEpochSecond() / 60;
    }

    default List<IpSighting> search(long earliest, long from, long until, long latest) {
        return sightings(SHOP, List.of(new SightingSearch(ANN, earliest, from, until, latest)))
                .getFirst();
    }

    @Test
    default void aSearchFindsTheNearestMinuteBeforeInsideAndAfterTheSpan() {
        for (String at : List.of("10:00:00", "10:05:59", "10:10:00", "10:12:00", "10:20:00", "10:30:00")) {
            track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T" + at + "Z"));
        }
        track(SHOP, sighting("bob", "203.0.113.2", "2026-03-01T10:09:00Z"));
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
    default void allAddressesOfAMinuteAreFoundByAscendingKey() {
        track(SHOP, new SightingWrite(ANN, key("3"), sighting("203.0.113.1", "2026-03-01T10:00:03Z")));
        track(SHOP, new SightingWrite(ANN, key("1"), sighting("203.0.113.2", "2026-03-01T10:00:02Z")));
        track(SHOP, new SightingWrite(ANN, key("2"), sighting("2001:db8::1", "2026-03-01T10:00:01Z")));
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
    default void theFirstSightingOfAMinuteIsKept() {
        track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:30.5Z"));
        track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:10Z"));
        track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:59.999Z"));
        long ten = minute("2026-03-01T10:00:00Z");

        assertEquals(List.of(sighting("203.0.113.1", "2026-03-01T10:00:30.5Z")), search(ten, ten, ten, ten));
    }

    @Test
    default void eachSearchHasItsOwnAnswerInItsPlace() {
        track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:00Z"));
        track(SHOP, sighting("bob", "203.0.113.2", "1969-12-31T23:59:30Z"));
        long ten = minute("2026-03-01T10:00:00Z");
        SightingSearch ann = new SightingSearch(ANN, ten, ten, ten, ten);
        SightingSearch bob = new SightingSearch(key("bob"), -1, -1, -1, -1);
        SightingSearch nobody = new SightingSearch(key("nobody"), Long.MIN_VALUE, 0, 0, Long.MAX_VALUE);

        assertEquals(
                List.of(
                        List.of(sighting("203.0.113.2", "1969-12-31T23:59:30Z")),
                        List.of(),
                        List.of(sighting("203.0.113.1", "2026-03-01T10:00:00Z")),
                        List.of(sighting("203.0.113.2", "1969-12-31T23:59:30Z"))),
                sightings(SHOP, List.of(bob, nobody, ann, bob)));
        assertEquals(List.of(), sightings(SHOP, List.of()));
    }

    @Test
    default void customersOfFewAndOfManySightingsAreAnsweredAlike() {
        long ten = minute("2026-03-01T10:00:00Z");
        List<IpSighting> ofMany = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ofMany.add(new IpSighting(
                    OrderFixtures.ip("203.0." + i / 250 + "." + i % 250), Instant.ofEpochSecond((ten + i) * 60)));
            track(SHOP, new SightingWrite(key("many"), key("%05d".formatted(i)), ofMany.get(i)));
        }
        track(SHOP, sighting("few", "203.0.113.1", "2026-03-01T10:20:00Z"));
        SightingSearch some = new SightingSearch(key("many"), ten, ten + 10, ten + 20, ten + 255);
        SightingSearch all = new SightingSearch(key("many"), ten, ten + 290, ten + 299, ten + 299);
        SightingSearch few = new SightingSearch(key("few"), ten, ten + 10, ten + 20, ten + 255);
        List<IpSighting> ofSome = List.of(ofMany.get(9), ofMany.get(10), ofMany.get(21));
        List<IpSighting> ofAll = List.of(ofMany.get(289), ofMany.get(290));
        List<IpSighting> ofFew = List.of(sighting("203.0.113.1", "2026-03-01T10:20:00Z"));

        assertEquals(List.of(ofSome, ofFew, ofAll, ofFew), sightings(SHOP, List.of(some, few, all, few)));
        assertEquals(List.of(ofFew, ofSome), sightings(SHOP, List.of(few, some)));
    }

    @Test
    default void sightingsAreFoundOverTheTurnsOfYears() {
        List<IpSighting> seen = new ArrayList<>();
        for (String at : List.of(
                "1999-06-01T10:00:00Z",
                "2015-06-01T10:00:00Z",
                "2024-06-01T10:00:00Z",
                "2025-12-31T23:59:00Z",
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:01:00Z")) {
            seen.add(sighting("203.0.113.1", at));
            track(SHOP, sighting("ann", "203.0.113.1", at));
        }
        long newYear = minute("2026-01-01T00:00:00Z");
        long summer = minute("2024-06-01T10:00:00Z");

        assertEquals(seen.subList(3, 6), search(newYear - 9, newYear, newYear, newYear + 9));
        assertEquals(seen.subList(3, 5), search(newYear - 9, newYear - 5, newYear - 1, newYear + 9));
        assertEquals(seen.subList(2, 4), search(summer - 1, summer + 1, summer + 1, newYear + 9));
        assertEquals(seen.subList(1, 3), search(Long.MIN_VALUE, summer - 1, summer - 1, newYear), "from the beginning");
    }

    @Test
    default void noMoreThanTheMostAddressesOfAMinuteAreRead() {
        for (int i = 0; i <= SightingSearch.MAX_PER_MINUTE; i++) {
            String address = "203.0." + i / 250 + "." + i % 250;
            track(SHOP, new SightingWrite(ANN, key("%05d".formatted(i)), sighting(address, "2026-03-01T10:00:00Z")));
        }
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> found = search(ten, ten, ten, ten);
        assertEquals(SightingSearch.MAX_PER_MINUTE, found.size());
        assertEquals(sighting("203.0.0.0", "2026-03-01T10:00:00Z"), found.getFirst());
        assertEquals(sighting("203.0.3.249", "2026-03-01T10:00:00Z"), found.getLast());
    }
}
