package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.sighting.FewSightings;
import org.orderevidence.store.sighting.SightingSearch;
import org.orderevidence.store.sighting.SightingSpan;
import org.orderevidence.store.sighting.SightingWrite;

/**
 * Sightings by customer, minute and address. The first of a minute stays without being looked for: time stamps of these
 * writes count downwards, so that each later one is the older to the cluster.
 */
public final class SightingTable {
    private static final String SIGHTING = "sighting";

    /** Partitions of a span that are read at once; a card's orders that count are of two or three years. */
    private static final int MOST_YEARS = 4;

    private final Cluster cluster;
    private final EvidenceCodec codec;
    private final InstantSource clock;

    public SightingTable(Cluster cluster, EvidenceCodec codec, InstantSource clock) {
        this.cluster = cluster;
        this.codec = codec;
        this.clock = clock;
    }

    public void keep(AccountSpace space, SightingWrite write) {
        IpSighting sighting = write.sighting();
        cluster.write(put(
                space,
                write.customer(),
                sighting.minute(),
                write.ipKey(),
                codec.ip(space, write).buffer(),
                Times.micros(sighting.observedAt()),
                -Times.micros(clock.instant())));
    }

    /** Returns the write of a sighting with a sealed address at a time stamp. */
    public BoundStatement put(
            AccountSpace space,
            KeyedHash customer,
            long minute,
            KeyedHash ipKey,
            ByteBuffer ip,
            long observedAt,
            long written) {
        UserDefinedType type = (UserDefinedType) cluster.prepared(Statement.PUT_SIGHTING)
                .getVariableDefinitions()
                .get(SIGHTING)
                .getType();
        UdtValue cell = type.newValue().setByteBuffer("ip", ip).setLong("observed_at", observedAt);
        return cluster.bind(
                Statement.PUT_SIGHTING,
                space,
                Cells.blob(customer),
                Buckets.yearOfMinute(minute),
                minute,
                Cells.blob(ipKey),
                cell,
                written);
    }

    /** See {@link org.orderevidence.store.EvidenceStore#sightings}. */
    public List<List<IpSighting>> nearest(AccountSpace space, List<SightingSearch> searches) {
        FewSightings few = few(space, SightingSpan.of(searches));
        return few.answers(searches, Fanout.map(few.others(searches), search -> nearest(space, search)));
    }

    private FewSightings few(AccountSpace space, List<SightingSpan> spans) {
        List<YearOfSpan> years = spans.stream().flatMap(YearOfSpan::of).toList();
        List<List<IpSighting>> found = Fanout.map(years, year -> sightings(space, year));
        Map<SightingSpan, List<IpSighting>> ascending = HashMap.newHashMap(spans.size());
        for (int i = 0; i < years.size(); i++) {
            ascending
                    .computeIfAbsent(years.get(i).span, none -> new ArrayList<>())
                    .addAll(found.get(i));
        }
        FewSightings few = new FewSightings();
        ascending.forEach(few::add);
        return few;
    }

    /** The part of a span that is in one partition. */
    private record YearOfSpan(SightingSpan span, int year) {
        /** Oldest first; none of a span of so many years that its searches had better be made by themselves. */
        static Stream<YearOfSpan> of(SightingSpan span) {
            int first = Buckets.yearOfMinute(span.earliest());
            int last = Buckets.yearOfMinute(span.latest());
            return last - first < MOST_YEARS
                    ? IntStream.rangeClosed(first, last).mapToObj(year -> new YearOfSpan(span, year))
                    : Stream.empty();
        }
    }

    private List<IpSighting> sightings(AccountSpace space, YearOfSpan part) {
        return cluster
                .readAll(
                        Statement.SELECT_FEW_SIGHTINGS,
                        space,
                        Cells.blob(part.span.customer()),
                        part.year,
                        part.span.earliest(),
                        part.span.latest(),
                        SightingSpan.MOST)
                .stream()
                .map(row -> sighting(space, part.span.customer(), row))
                .toList();
    }

    private List<IpSighting> nearest(AccountSpace space, SightingSearch search) {
        List<IpSighting> found = new ArrayList<>();
        if (search.earliest() < search.spanFrom()) {
            addMinute(
                    found,
                    space,
                    search.customer(),
                    lastMinute(space, search.customer(), search.earliest(), search.spanFrom() - 1));
        }
        addMinute(
                found,
                space,
                search.customer(),
                firstMinute(space, search.customer(), search.spanFrom(), search.spanUntil()));
        if (search.spanUntil() < search.latest()) {
            addMinute(
                    found,
                    space,
                    search.customer(),
                    firstMinute(space, search.customer(), search.spanUntil() + 1, search.latest()));
        }
        return found;
    }

    private @Nullable Long lastMinute(AccountSpace space, KeyedHash customer, long from, long until) {
        for (int year = Buckets.yearOfMinute(until); year >= Buckets.yearOfMinute(from); year--) {
            Row row = cluster.readOne(Statement.SELECT_LAST_MINUTE, space, Cells.blob(customer), year, from, until);
            if (row != null) {
                return row.getLong("minute");
            }
        }
        return null;
    }

    private @Nullable Long firstMinute(AccountSpace space, KeyedHash customer, long from, long until) {
        for (int year = Buckets.yearOfMinute(from); year <= Buckets.yearOfMinute(until); year++) {
            Row row = cluster.readOne(Statement.SELECT_FIRST_MINUTE, space, Cells.blob(customer), year, from, until);
            if (row != null) {
                return row.getLong("minute");
            }
        }
        return null;
    }

    private void addMinute(List<IpSighting> found, AccountSpace space, KeyedHash customer, @Nullable Long minute) {
        if (minute == null) {
            return;
        }
        Iterator<Row> rows = cluster.read(
                Statement.SELECT_MINUTE,
                space,
                Cells.blob(customer),
                Buckets.yearOfMinute(minute),
                minute,
                SightingSearch.MAX_PER_MINUTE);
        while (rows.hasNext()) {
            found.add(sighting(space, customer, rows.next()));
        }
    }

    private IpSighting sighting(AccountSpace space, KeyedHash customer, Row row) {
        return sighting(codec, space, customer, row);
    }

    /** Returns the sighting in a row with minute, address key and cell. */
    public static IpSighting sighting(EvidenceCodec codec, AccountSpace space, KeyedHash customer, Row row) {
        UdtValue cell = row.getUdtValue(SIGHTING);
        KeyedHash ipKey = Cells.key(row, "ip_key");
        if (cell == null || ipKey == null) {
            throw Cells.missing(SIGHTING);
        }
        IpAddress ip = codec.ip(space, customer, row.getLong("minute"), ipKey, Cells.bytes(cell, "ip"));
        return new IpSighting(ip, Times.instant(cell.getLong("observed_at")));
    }
}
