package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;

/**
 * Sightings by customer, minute and address. The first of a minute stays without being looked for: time stamps of these
 * writes count downwards, so that each later one is the older to the cluster.
 */
final class SightingTable {
    private static final String SIGHTING = "sighting";

    private final Cluster cluster;
    private final InstantSource clock;

    SightingTable(Cluster cluster, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    void keep(String space, SightingWrite write) {
        IpSighting sighting = write.sighting();
        UserDefinedType type = (UserDefinedType) cluster.prepared(Statement.PUT_SIGHTING)
                .getVariableDefinitions()
                .get(SIGHTING)
                .getType();
        UdtValue cell = type.newValue()
                .setByteBuffer("ip", ByteBuffer.wrap(sighting.ip().bytes()))
                .setLong("observed_at", Times.micros(sighting.observedAt()));
        cluster.write(
                Statement.PUT_SIGHTING,
                space,
                Cells.blob(write.customer()),
                Buckets.yearOfMinute(sighting.minute()),
                sighting.minute(),
                Cells.blob(write.ipKey()),
                cell,
                -Times.micros(clock.instant()));
    }

    List<IpSighting> nearest(String space, SightingSearch search) {
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

    private @Nullable Long lastMinute(String space, KeyedHash customer, long from, long until) {
        for (int year = Buckets.yearOfMinute(until); year >= Buckets.yearOfMinute(from); year--) {
            Row row = cluster.readOne(Statement.SELECT_LAST_MINUTE, space, Cells.blob(customer), year, from, until);
            if (row != null) {
                return row.getLong("minute");
            }
        }
        return null;
    }

    private @Nullable Long firstMinute(String space, KeyedHash customer, long from, long until) {
        for (int year = Buckets.yearOfMinute(from); year <= Buckets.yearOfMinute(until); year++) {
            Row row = cluster.readOne(Statement.SELECT_FIRST_MINUTE, space, Cells.blob(customer), year, from, until);
            if (row != null) {
                return row.getLong("minute");
            }
        }
        return null;
    }

    private void addMinute(List<IpSighting> found, String space, KeyedHash customer, @Nullable Long minute) {
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
            UdtValue sighting = rows.next().getUdtValue(SIGHTING);
            if (sighting == null) {
                throw Cells.missing(SIGHTING);
            }
            found.add(sighting(sighting));
        }
    }

    static IpSighting sighting(UdtValue cell) {
        return new IpSighting(IpAddress.ofBytes(Cells.bytes(cell, "ip")), Times.instant(cell.getLong("observed_at")));
    }
}
