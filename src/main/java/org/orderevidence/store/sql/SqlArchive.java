package org.orderevidence.store.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.sql.BatchRows.SightingRow;

/** All of the evidence in an SQL database, by its keys. */
final class SqlArchive implements EvidenceArchive {
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final Spaces spaces;
    private final ArchiveWrites writes;
    private final SightingTable sightings;

    SqlArchive(Dialect dialect, GroupCommitter committer, ReaderPool readers) {
        this.committer = committer;
        this.readers = readers;
        this.spaces = new Spaces(dialect, committer, readers);
        this.writes = new ArchiveWrites(dialect);
        this.sightings = new SightingTable(dialect.rows());
    }

    @Override
    public Page<ArchivedOrder> orders(@Nullable String after, int limit) {
        ArchivePlace.OfOrder place = ArchivePlace.OfOrder.parse(after);
        return readers.readSnapshot(session -> new ArchivedOrders(session).page(place, checked(limit)));
    }

    @Override
    public Page<ArchivedSighting> sightings(@Nullable String after, int limit) {
        ArchivePlace.OfSighting place = ArchivePlace.OfSighting.parse(after);
        return readers.readSnapshot(session -> new ArchivedSightings(session).page(place, checked(limit)));
    }

    @Override
    public Page<ArchivedRow> history(@Nullable String after, int limit) {
        ArchivePlace.OfRow place = ArchivePlace.OfRow.parse(after);
        return readers.readSnapshot(session -> new ArchivedHistory(session).page(place, checked(limit)));
    }

    @Override
    public List<ArchivedRow> historyAt(List<RowPlace> places) {
        checked(places);
        List<Integer> numbers = new ArrayList<>(places.size());
        for (RowPlace place : places) {
            Integer number = spaces.held(place.space());
            numbers.add(number == null ? ArchivePlace.BEFORE_ALL : number);
        }
        return readers.read(session -> ArchivedHistory.at(session, places, numbers));
    }

    @Override
    public void keepOrders(List<KeptOrder> orders) {
        List<ArchiveWrites.NumberedOrder> numbered = checked(orders).stream()
                .map(order -> ArchiveWrites.NumberedOrder.of(spaces.numbered(order.space()), order))
                .sorted(Comparator.comparing(ArchiveWrites.NumberedOrder::key))
                .toList();
        if (!numbered.isEmpty()) {
            committer.write(numbered.size(), session -> {
                writes.keepOrders(session, numbered);
                return true;
            });
        }
    }

    @Override
    public void keepSightings(List<ArchivedSighting> kept) {
        List<SightingRow> rows = checked(kept).stream()
                .map(each -> new SightingRow(spaces.numbered(each.space()), each.sighting()))
                .toList();
        if (!rows.isEmpty()) {
            committer.write(rows.size(), session -> sightings.perform(session, rows, false));
        }
    }

    @Override
    public void deleteHistory(ArchivedRow row) {
        Integer number = spaces.held(row.space());
        if (number != null) {
            committer.write(1, session -> ArchiveWrites.deleteHistory(session, number, row));
        }
    }

    private static int checked(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " records");
        }
        return limit;
    }

    private static <T> List<T> checked(List<T> records) {
        if (records.size() > MAX_PAGE) {
            throw new IllegalArgumentException("at most " + MAX_PAGE + " records are handed in at a time");
        }
        return records;
    }
}
