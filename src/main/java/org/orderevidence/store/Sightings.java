package org.orderevidence.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentWriter;

/**
 * Sightings by customer, minute and address. At most one of the same customer, minute and address is stored: the first.
 * {@code SightingsContract} checks them on every engine.
 */
public record Sightings(RecordStore records, RecordSealer sealer) {
    /** A sighting: its address and its time are sealed. */
    public static final Kind SIGHTING =
            Kind.of("sightings", Kind.Mode.FIRST).sealed().ending().inBuckets(Bucket.YEAR_OF_MINUTES);

    /** What walks over a whole store know of sightings. */
    public static final List<Meaning> MEANINGS = List.of(Meaning.of(SIGHTING, "sightings")
            .inWords((record, content) ->
                    "sighting in minute " + sighting(record, content).minute()));

    public static final int MAX_SEARCHES = 1_001;

    /**
     * From this number on, the sightings of a customer are not read at once: each search reads its own. It costs as much
     * as twenty sightings, and nearly all customers have fewer than this.
     */
    private static final int MANY = 256;

    private static final int DOCUMENT = 'S';
    private static final long MINUTE_MICROS = 60_000_000;

    /**
     * Stores sightings, unless there is one of the same customer, minute and address.
     *
     * @param ends returns when a sighting ends; {@code null} if never
     */
    public void track(AccountSpace space, List<SightingWrite> writes, Function<IpSighting, @Nullable Instant> ends) {
        List<Stored> puts = writes.stream()
                .map(write -> stored(space, write, ends.apply(write.sighting())))
                .toList();
        records.merge(puts, List.of());
    }

    private Stored stored(AccountSpace space, SightingWrite write, @Nullable Instant end) {
        IpSighting sighting = write.sighting();
        Bytes sort = start(sighting.minute()).and(write.ipKey().value());
        Key key = new Key(SIGHTING, space, write.customer().value(), sort);
        // The stored one stays, whatever its version.
        return Stored.of(key, 1, Bytes.EMPTY, sealer.seal(key, encode(sighting)))
                .until(end);
    }

    /**
     * Returns for each search the sightings within its bounds that could be the nearest. These are the sightings of
     * three minutes: the newest one before the span, the first one in it and the first one after it. Each minute has at
     * most {@value SightingSearch#MAX_PER_MINUTE}, by ascending address key.
     *
     * @return one list for each search, in the same order
     */
    public List<List<IpSighting>> nearest(AccountSpace space, List<SightingSearch> searches) {
        if (searches.size() > MAX_SEARCHES) {
            throw new IllegalArgumentException("at most " + MAX_SEARCHES + " searches are made at a time");
        }
        Map<KeyedHash, NavigableMap<Long, List<Stored>>> customers = few(space, searches);
        List<SightingSearch> ofMany = new ArrayList<>(searches);
        ofMany.removeIf(search -> customers.containsKey(search.customer()));
        if (!ofMany.isEmpty()) {
            addMany(space, ofMany, customers);
        }
        IdentityHashMap<List<Stored>, List<IpSighting>> opened = new IdentityHashMap<>();
        List<List<IpSighting>> nearest = new ArrayList<>(searches.size());
        for (SightingSearch search : searches) {
            NavigableMap<Long, List<Stored>> minutes = customers.getOrDefault(search.customer(), new TreeMap<>());
            List<IpSighting> found = new ArrayList<>();
            for (Map.Entry<Long, List<Stored>> minute : Arrays.asList(
                    minutes.subMap(search.earliest(), true, search.spanFrom(), false)
                            .lastEntry(),
                    minutes.subMap(search.spanFrom(), true, search.spanUntil(), true)
                            .firstEntry(),
                    minutes.subMap(search.spanUntil(), false, search.latest(), true)
                            .firstEntry())) {
                if (minute != null) {
                    found.addAll(opened.computeIfAbsent(minute.getValue(), this::opened));
                }
            }
            nearest.add(found);
        }
        return nearest;
    }

    /** Reads all sightings in the time of their searches, by minute, of each customer that does not have many. */
    private Map<KeyedHash, NavigableMap<Long, List<Stored>>> few(AccountSpace space, List<SightingSearch> searches) {
        Map<KeyedHash, Range> spans = new LinkedHashMap<>();
        for (SightingSearch search : searches) {
            spans.merge(
                    search.customer(),
                    range(space, search.customer(), search.earliest(), search.latest() + 1, MANY),
                    Sightings::around);
        }
        Iterator<List<Stored>> read =
                records.readAll(List.copyOf(spans.values())).iterator();
        Map<KeyedHash, NavigableMap<Long, List<Stored>>> customers = new LinkedHashMap<>();
        for (KeyedHash customer : spans.keySet()) {
            List<Stored> found = read.next();
            if (found.size() < MANY) {
                found.forEach(record -> add(customers, customer, record));
                customers.computeIfAbsent(customer, none -> new TreeMap<>());
            }
        }
        return customers;
    }

    private static Range around(Range one, Range other) {
        return one.between(
                one.from().compareTo(other.from()) < 0 ? one.from() : other.from(),
                one.until().compareTo(other.until()) > 0 ? one.until() : other.until());
    }

    /** Reads which minutes are the nearest of each search, then all sightings of these minutes. */
    private void addMany(
            AccountSpace space,
            List<SightingSearch> searches,
            Map<KeyedHash, NavigableMap<Long, List<Stored>>> customers) {
        List<Range> nearest = new ArrayList<>(3 * searches.size());
        for (SightingSearch search : searches) {
            KeyedHash customer = search.customer();
            nearest.add(range(space, customer, search.earliest(), search.spanFrom(), 1)
                    .reversed());
            nearest.add(range(space, customer, search.spanFrom(), search.spanUntil() + 1, 1));
            nearest.add(range(space, customer, search.spanUntil() + 1, search.latest() + 1, 1));
        }
        Set<Range> minutes = new LinkedHashSet<>();
        for (List<Stored> found : records.readAll(nearest)) {
            for (Stored record : found) {
                long minute = minute(record);
                minutes.add(range(space, customer(record), minute, minute + 1, SightingSearch.MAX_PER_MINUTE));
            }
        }
        for (List<Stored> found : records.readAll(List.copyOf(minutes))) {
            found.forEach(record -> add(customers, customer(record), record));
        }
    }

    private static void add(
            Map<KeyedHash, NavigableMap<Long, List<Stored>>> customers, KeyedHash customer, Stored record) {
        customers
                .computeIfAbsent(customer, none -> new TreeMap<>())
                .computeIfAbsent(minute(record), none -> new ArrayList<>())
                .add(record);
    }

    /** Returns sightings of a customer, the oldest first. */
    public List<IpSighting> of(AccountSpace space, KeyedHash customer, int limit) {
        return opened(records.readAll(ofCustomer(space, customer), limit));
    }

    private static Range ofCustomer(AccountSpace space, KeyedHash customer) {
        return range(
                space, customer, SightingSearch.FIRST_MINUTE, SightingSearch.LAST_MINUTE + 1, RecordStore.MAX_WRITES);
    }

    /**
     * Erases the sightings of a customer.
     *
     * @param stays for a minute, counted from 1970 in UTC: whether its sightings stay
     * @return how many were erased
     */
    public int erase(AccountSpace space, KeyedHash customer, boolean isPreview, LongPredicate stays) {
        int erased = 0;
        Range next = ofCustomer(space, customer).withoutBodies();
        List<Stored> found;
        do {
            found = records.read(next);
            List<Deletion> deletions = found.stream()
                    .filter(record -> !stays.test(minute(record)))
                    .map(record -> new Deletion(record.key(), record.version()))
                    .toList();
            if (!isPreview) {
                records.merge(List.of(), deletions);
            }
            erased += deletions.size();
            next = found.isEmpty() ? next : next.behind(found.getLast());
        } while (found.size() == RecordStore.MAX_WRITES);
        return erased;
    }

    /** Returns the range of some minutes, the last excluded. What is read to learn only its minute has no body. */
    private static Range range(AccountSpace space, KeyedHash customer, long from, long until, int limit) {
        Range minutes = Range.part(SIGHTING, space, customer.value(), limit).between(start(from), start(until));
        return limit > 1 ? minutes : minutes.withoutBodies();
    }

    /** Returns the first sort key of a minute. */
    private static Bytes start(long minute) {
        if (minute < SightingSearch.FIRST_MINUTE || minute > SightingSearch.LAST_MINUTE + 1) {
            throw new IllegalArgumentException("a sighting is of the years 1900 to 2100");
        }
        return Bytes.ofInt((int) (minute - SightingSearch.FIRST_MINUTE));
    }

    private static long minute(Stored record) {
        return record.key().sort().leading(Integer.BYTES) + SightingSearch.FIRST_MINUTE;
    }

    private static KeyedHash customer(Stored record) {
        return new KeyedHash(record.key().part());
    }

    private List<IpSighting> opened(List<Stored> found) {
        List<IpSighting> opened = new ArrayList<>(found.size());
        found.forEach(record -> opened.add(sighting(record, sealer.open(record))));
        return opened;
    }

    private static byte[] encode(IpSighting sighting) {
        return DocumentWriter.document(DOCUMENT, sighting, (to, it) -> {
            to.bytes(1, Bytes.wrap(it.ip().bytes()));
            to.count(2, Math.floorMod(Micros.of(it.observedAt()), MINUTE_MICROS));
        });
    }

    private static IpSighting sighting(Stored record, byte[] content) {
        return DocumentReader.document(
                DOCUMENT,
                content,
                from -> new IpSighting(
                        IpAddress.ofBytes(from.requiredBytes(1)),
                        Micros.time(minute(record) * MINUTE_MICROS + from.requiredCount(2))));
    }

    /**
     * Looks for the sightings of a customer nearest to a span of time. All in UTC minutes counted from 1970, both ends
     * included; {@code earliest <= spanFrom <= spanUntil <= latest}. There are no sightings before 1900 or after 2100, so
     * times are cut to these years.
     */
    public record SightingSearch(KeyedHash customer, long earliest, long spanFrom, long spanUntil, long latest) {
        public static final int MAX_PER_MINUTE = 1_000;

        static final long FIRST_MINUTE = Instant.parse("1900-01-01T00:00:00Z").getEpochSecond() / 60;
        static final long LAST_MINUTE = Instant.parse("2100-12-31T23:59:00Z").getEpochSecond() / 60;

        public SightingSearch {
            if (earliest > spanFrom || spanFrom > spanUntil || spanUntil > latest) {
                throw new IllegalArgumentException("the span lies within the bounds");
            }
            earliest = Math.clamp(earliest, FIRST_MINUTE, LAST_MINUTE);
            spanFrom = Math.clamp(spanFrom, FIRST_MINUTE, LAST_MINUTE);
            spanUntil = Math.clamp(spanUntil, FIRST_MINUTE, LAST_MINUTE);
            latest = Math.clamp(latest, FIRST_MINUTE, LAST_MINUTE);
        }
    }

    public record SightingWrite(KeyedHash customer, KeyedHash ipKey, IpSighting sighting) {}
}
