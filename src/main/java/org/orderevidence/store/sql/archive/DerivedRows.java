package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.EvidenceArchive.Derived;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.OrderChanges;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/**
 * Derives the columns and rows of orders again. Each order is read again in the transaction that writes its rows, so
 * that an upload in the meantime counts.
 */
public final class DerivedRows {
    public static final String SELECT_DERIVATIONS =
            "SELECT space, id, derivation FROM orders WHERE (space, id) > (?, ?) ORDER BY space, id LIMIT ?";

    private final BatchRows rows;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceCodec codec;

    DerivedRows(Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.rows = dialect.rows();
        this.committer = committer;
        this.readers = readers;
        this.codec = codec;
    }

    /** A page of a walk, and the orders of it that have an older derivation, with their spaces. */
    private record Found(SortedMap<OrderKey, Optional<AccountSpace>> older, ArchivePlace.@Nullable OfOrder next) {}

    /** Orders of a page, by their outcome. */
    private record Count(long old, long derived, long unreadable) {
        static final Count NONE = new Count(0, 0, 0);
        static final Count UNREADABLE = new Count(0, 0, 1);

        Count plus(Count other) {
            return new Count(old + other.old, derived + other.derived, unreadable + other.unreadable);
        }
    }

    Derived page(ArchivePlace.OfOrder after, int limit) {
        Found found = null;
        for (int most = limit; most > 0 && found == null; most /= 2) {
            found = readUnlessDamaged(after, most);
        }
        if (found == null) {
            return readOver(after);
        }
        Count count = derive(new ArrayList<>(found.older().entrySet()));
        ArchivePlace.OfOrder next = found.next();
        return new Derived(count.old(), count.derived(), count.unreadable(), next == null ? null : next.text());
    }

    private @Nullable Found readUnlessDamaged(ArchivePlace.OfOrder after, int limit) {
        try {
            return readers.readSnapshot(session -> read(session, after, limit));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            return null;
        }
    }

    /**
     * The index still contains the key of an order whose own page is damaged. If the index is damaged, the walk ends.
     */
    private Derived readOver(ArchivePlace.OfOrder after) {
        try {
            return readers.read(session -> ArchivedOrders.keyBehind(session, after))
                    .map(damaged -> new Derived(0, 0, 1, damaged.text()))
                    .orElse(new Derived(0, 0, 0, null));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            return new Derived(0, 0, 1, null);
        }
    }

    private Found read(Session session, ArchivePlace.OfOrder after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_DERIVATIONS);
        select.setInt(1, after.space());
        select.setString(2, after.id());
        select.setInt(3, limit);
        ArchivePlace.OfOrder last = null;
        int read = 0;
        List<OrderKey> older = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                read++;
                last = new ArchivePlace.OfOrder(row.getInt(1), Columns.text(row, 2));
                if (row.getInt(3) < codec.derivation()) {
                    older.add(new OrderKey(last.space(), last.id()));
                }
            }
        }
        SpaceNames names = new SpaceNames(session);
        SortedMap<OrderKey, Optional<AccountSpace>> spaces = new TreeMap<>();
        for (OrderKey key : older) {
            spaces.put(key, space(names, key.space()));
        }
        return new Found(spaces, read < limit ? null : last);
    }

    private static Optional<AccountSpace> space(SpaceNames names, int number) throws SQLException {
        try {
            return Optional.of(names.of(number));
        } catch (IllegalStateException | IllegalArgumentException noSuchSpace) {
            return Optional.empty();
        }
    }

    /** A damaged page of the database must not keep the other orders from being derived. */
    private Count derive(List<Map.Entry<OrderKey, Optional<AccountSpace>>> older) {
        if (older.isEmpty()) {
            return Count.NONE;
        }
        try {
            return committer.write(older.size(), session -> derive(session, older));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
        }
        if (older.size() == 1) {
            return Count.UNREADABLE;
        }
        Count sum = Count.NONE;
        for (Map.Entry<OrderKey, Optional<AccountSpace>> order : older) {
            sum = sum.plus(derive(List.of(order)));
        }
        return sum;
    }

    private Count derive(Session session, List<Map.Entry<OrderKey, Optional<AccountSpace>>> older) throws SQLException {
        Map<OrderKey, HeldOrder> held =
                rows.held(session, older.stream().map(Map.Entry::getKey).toList(), true);
        OrderChanges changes = OrderChanges.of(false);
        long derived = 0;
        long unreadable = 0;
        for (Map.Entry<OrderKey, Optional<AccountSpace>> order : older) {
            HeldOrder before = held.get(order.getKey());
            if (before == null || before.derivation() >= codec.derivation()) {
                continue;
            }
            Optional<EncodedOrder> encoded = encoded(order.getKey(), order.getValue(), before);
            if (encoded.isPresent()) {
                derived++;
                changes.put(
                        new OrderChanges.OrderRow(
                                order.getKey(), encoded.get(), before.version(), before.uploadedAt(), before),
                        before.marks());
            } else {
                unreadable++;
            }
        }
        if (!changes.isEmpty()) {
            rows.write(session, changes);
        }
        return new Count(older.size() - unreadable, derived, unreadable);
    }

    /** Returns the order with what is derived from it now, or empty if it cannot be read. */
    private Optional<EncodedOrder> encoded(OrderKey key, Optional<AccountSpace> space, HeldOrder held) {
        try {
            OrderId id = new OrderId(key.id());
            return space.map(known -> codec.order(
                    known, id, codec.parts(known, id, held.document().toArray())));
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
