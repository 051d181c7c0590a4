package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.table.Spaces;

/** All evidence in an SQL database, in key order. */
public final class SqlArchive implements EvidenceArchive {
    private static final String LAST_SPACE = "SELECT max(number) FROM spaces";

    private final EvidenceCodec codec;
    private final Dialect dialect;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final Spaces spaces;
    private final ArchiveWrites writes;
    private final DerivedRows derived;

    public SqlArchive(Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.codec = codec;
        this.dialect = dialect;
        this.committer = committer;
        this.readers = readers;
        this.spaces = new Spaces(dialect, committer, readers);
        this.writes = new ArchiveWrites(dialect, codec);
        this.derived = new DerivedRows(dialect, committer, readers, codec);
    }

    @Override
    public Page<ArchivedOrder> orders(@Nullable String after, int limit) {
        ArchivePlace.OfOrder place = ArchivePlace.OfOrder.parse(after);
        return DamagedPages.read(
                EvidenceArchive.checkedLimit(limit),
                rows -> readers.readSnapshot(session -> new ArchivedOrders(session, codec).page(place, rows)),
                () -> readOver(place));
    }

    @Override
    public Map<OrderId, Found<ArchivedOrder>> ordersAt(AccountSpace space, Collection<OrderId> ids) {
        Integer number = spaces.held(space);
        return number == null
                ? Map.of()
                : readers.readSnapshot(session -> new ArchivedOrders(session, codec).at(number, ids));
    }

    /** The index still contains the key of an order whose own page is damaged. */
    private Page<ArchivedOrder> readOver(ArchivePlace.OfOrder place) {
        try {
            Optional<ArchivePlace.OfOrder> behind = readers.read(session -> ArchivedOrders.keyBehind(session, place));
            if (behind.isEmpty()) {
                return new Page<>(List.of(), null);
            }
            ArchivePlace.OfOrder next = behind.get();
            Damaged<ArchivedOrder> damaged = new Damaged<>(
                    spaceOf(next.space()),
                    "table orders, order " + next.id(),
                    "it or a later fact cannot be read: " + DamagedPages.FAULT);
            return new Page<>(List.of(damaged), next.text());
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            String where = place.id().isEmpty() ? "table orders" : "table orders, after order " + place.id();
            return new Page<>(
                    List.of(new Damaged<>(
                            spaceOf(place.space()),
                            where,
                            DamagedPages.FAULT + "; the rest of this table was not read")),
                    null);
        }
    }

    @Override
    public Page<ArchivedRow> history(@Nullable String after, int limit) {
        ArchivePlace.OfRow place = ArchivePlace.OfRow.parse(after);
        return DamagedPages.read(
                EvidenceArchive.checkedLimit(limit),
                rows -> history(place, rows),
                () -> DamagedPages.goOver(
                        new DamagedPages.Place(place.space(), place.credential()),
                        lastSpace(),
                        (space, key) -> history(new ArchivePlace.OfRow(space, key, 0, ""), 1),
                        until -> damaged("history", "credential", place.credential(), until),
                        until -> new ArchivePlace.OfRow(until.space(), until.key(), 0, "").text()));
    }

    private Page<ArchivedRow> history(ArchivePlace.OfRow place, int rows) {
        return readers.readSnapshot(session -> new ArchivedHistory(session).page(place, rows));
    }

    private <T> Damaged<T> damaged(String table, String column, String from, DamagedPages.Place until) {
        String begin = from.isEmpty() ? "the first one" : from;
        return new Damaged<>(
                spaceOf(until.space()),
                "table " + table + ", rows from " + column + " " + begin + " to " + until.key(),
                DamagedPages.FAULT);
    }

    @Override
    public List<ArchivedRow> historyAt(List<RowPlace> places) {
        EvidenceArchive.checkedRecords(places);
        List<Integer> numbers = numbers(places.stream().map(RowPlace::space).toList());
        return oneByOneIfDamaged(
                places.size(),
                (from, to) -> readers.read(
                        session -> ArchivedHistory.at(session, places.subList(from, to), numbers.subList(from, to))),
                damagedRow -> List.of());
    }

    @Override
    public List<Difference> differences(List<KeptOrder> orders) {
        EvidenceArchive.checkedRecords(orders);
        List<Integer> numbers = numbers(orders.stream().map(KeptOrder::space).toList());
        return oneByOneIfDamaged(
                orders.size(),
                (from, to) -> readers.readSnapshot(session -> {
                    List<Difference> found = new ArrayList<>(0);
                    for (int i = from; i < to; i++) {
                        PlainColumns.compare(session, numbers.get(i), codec, orders.get(i), found);
                    }
                    return found;
                }),
                at -> List.of(new Difference(
                        orders.get(at).space(),
                        orders.get(at).id(),
                        "its columns cannot be compared: " + DamagedPages.FAULT)));
    }

    /** Reads a range of the requested records. */
    @FunctionalInterface
    private interface Range<T> {
        List<T> read(int from, int to);
    }

    private static <T> List<T> oneByOneIfDamaged(int size, Range<T> range, IntFunction<List<T>> damaged) {
        try {
            return range.read(0, size);
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
        }
        List<T> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            try {
                all.addAll(range.read(i, i + 1));
            } catch (StoreUnavailable error) {
                if (!error.isDamaged()) {
                    throw error;
                }
                all.addAll(damaged.apply(i));
            }
        }
        return all;
    }

    private List<Integer> numbers(List<AccountSpace> of) {
        List<Integer> numbers = new ArrayList<>(of.size());
        for (AccountSpace space : of) {
            Integer number = spaces.held(space);
            numbers.add(number == null ? ArchivePlace.BEFORE_ALL : number);
        }
        return numbers;
    }

    @Override
    public Page<Stray> strays(@Nullable String after, int limit) {
        return DamagedPages.read(
                EvidenceArchive.checkedLimit(limit),
                rows -> readers.readSnapshot(session -> StrayRows.page(session, after, rows)),
                () -> StrayRows.beyond(spaceOf(ArchivePlace.BEFORE_ALL), after));
    }

    @Override
    public void deleteStray(Stray stray) {
        Integer number = spaces.held(stray.space());
        OrderReference reference = stray.reference();
        Instant time = stray.time();
        if (number != null && reference != null && time != null) {
            committer.write(1, session -> {
                PreparedStatement delete = session.prepare(StrayRows.DELETE_REFERENCE);
                delete.setInt(1, number);
                delete.setBytes(2, reference.bytes());
                delete.setLong(3, ListRange.rank(time));
                delete.setString(4, stray.order().value());
                return delete.executeUpdate();
            });
        }
    }

    @Override
    public List<Claim> claims() {
        return readers.readSnapshot(session -> {
            List<Claim> claims = new ArrayList<>();
            try (ResultSet row = session.prepare(dialect.selectClaims()).executeQuery()) {
                while (row.next()) {
                    AccountSpace space = Spaces.named(Columns.text(row, 1), Columns.text(row, 2));
                    claims.add(new Claim(space, row.getLong(3), true));
                }
            }
            return claims;
        });
    }

    @Override
    public List<String> engineFaults() {
        try {
            return readers.read(dialect::faults);
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            return List.of(String.valueOf(error.getMessage()));
        }
    }

    private int lastSpace() {
        return readers.read(session -> {
            try (ResultSet row = session.prepare(LAST_SPACE).executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        });
    }

    /** The space of a number, for a message; another name if that cannot be read either. */
    private AccountSpace spaceOf(int number) {
        try {
            return readers.read(session -> new SpaceNames(session).of(number));
        } catch (StoreUnavailable | IllegalStateException unknown) {
            return new AccountSpace("unknown", AccountSpace.Mode.LIVE);
        }
    }

    @Override
    public void keepOrders(List<KeptOrder> orders) {
        List<ArchiveWrites.NumberedOrder> numbered = EvidenceArchive.checkedRecords(orders).stream()
                .map(order -> ArchiveWrites.NumberedOrder.of(
                        new OpenSpace(spaces.numbered(order.space()), order.space(), codec), order))
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
    public int derivation() {
        return codec.derivation();
    }

    @Override
    public Derived deriveAgain(@Nullable String after, int limit) {
        return derived.page(ArchivePlace.OfOrder.parse(after), EvidenceArchive.checkedLimit(limit));
    }

    @Override
    public void deleteHistory(ArchivedRow row) {
        Integer number = spaces.held(row.space());
        if (number != null) {
            committer.write(1, session -> ArchiveWrites.deleteHistory(session, number, row));
        }
    }
}
