package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderDocument;
import org.orderevidence.store.OrderWrite;

/** Writes orders with the rows beside them: history, customer, count. */
final class OrderTables {
    private static final String UPSERT = """
            INSERT INTO orders (space, id, version, uploaded_at, day, amount_minor, currency, status, revision,
              history_day, credential_1, credential_2, customer, document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, id) DO UPDATE SET version = excluded.version, uploaded_at = excluded.uploaded_at,
              day = excluded.day, amount_minor = excluded.amount_minor, currency = excluded.currency,
              status = excluded.status, revision = excluded.revision, history_day = excluded.history_day,
              credential_1 = excluded.credential_1, credential_2 = excluded.credential_2,
              customer = excluded.customer, document = excluded.document""";

    private static final String ADD_TO_COUNT = "UPDATE spaces SET orders = orders + ? WHERE number = ?";

    private OrderTables() {}

    /**
     * An order as it will stand in its rows. Made by the caller, outside the committer's transaction.
     *
     * @param write the order and what is derived from it
     * @param keys the keys of the rows beside it
     * @param document its bytes
     */
    record Encoded(OrderWrite write, DerivedKeys keys, Bytes document) {
        static Encoded of(OrderWrite write) {
            return new Encoded(write, DerivedKeys.of(write), Bytes.wrap(OrderDocument.encode(write.order())));
        }

        String id() {
            return write.order().id().value();
        }
    }

    /** Keeps orders one after the other; part of the committer's transaction. */
    static List<OrderOutcome> put(Session session, int space, List<Encoded> orders, Instant now) throws SQLException {
        List<OrderOutcome> outcomes = new ArrayList<>(orders.size());
        int created = 0;
        for (Encoded order : orders) {
            OrderOutcome outcome = put(session, space, order, Times.micros(now));
            outcomes.add(outcome);
            if (outcome instanceof OrderOutcome.Created) {
                created++;
            }
        }
        addToCount(session, space, created);
        return outcomes;
    }

    /** Counts orders that were not held before. */
    static void addToCount(Session session, int space, int created) throws SQLException {
        if (created > 0) {
            PreparedStatement count = session.prepare(ADD_TO_COUNT);
            count.setInt(1, created);
            count.setInt(2, space);
            count.executeUpdate();
        }
    }

    private static OrderOutcome put(Session session, int space, Encoded order, long now) throws SQLException {
        OrderWrite write = order.write();
        HeldOrder held = HeldOrder.find(session, space, order.id());
        Long expected = write.expectedVersion();
        if (expected != null && (held == null || held.version() != expected)) {
            return new OrderOutcome.Conflict();
        }
        if (held == null) {
            putRows(session, space, order, now, now, 0);
            return new OrderOutcome.Created(now);
        }
        Long revision = write.order().revision();
        Long heldRevision = held.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        boolean unchanged = held.document().equals(order.document());
        if (unchanged && rowsAreHeld(session, space, order, held)) {
            return new OrderOutcome.Unchanged(held.version());
        }
        // The same content under other keys or facts: how they are derived has changed, which is no change of the
        // order.
        long version = unchanged ? held.version() : Math.max(now, held.version() + 1);
        long uploadedAt = unchanged ? held.uploadedAt() : now;
        putRows(session, space, order, version, uploadedAt, held.marks());
        deleteOldRows(session, space, order, held);
        return unchanged ? new OrderOutcome.Unchanged(version) : new OrderOutcome.Updated(version);
    }

    private static boolean rowsAreHeld(Session session, int space, Encoded order, HeldOrder held) throws SQLException {
        return held.keys().equals(order.keys())
                && HistoryTable.holds(
                        session,
                        space,
                        order.id(),
                        held.keys(),
                        held.version(),
                        order.write().facts());
    }

    /** Deletes the rows beside an order that stand where the new ones do not. */
    static void deleteOldRows(Session session, int space, Encoded order, HeldOrder held) throws SQLException {
        HistoryTable.deleteOld(session, space, order.id(), held.keys(), order.keys());
        if (!Objects.equals(held.keys().customer(), order.keys().customer())) {
            CustomerTable.delete(session, space, held.keys().customer(), order.id());
        }
    }

    /** Writes the row of an order and those beside it. */
    static void putRows(Session session, int space, Encoded order, long version, long uploadedAt, int marks)
            throws SQLException {
        upsert(session, space, order, version, uploadedAt);
        HistoryTable.put(
                session,
                space,
                order.id(),
                order.keys(),
                version,
                marks,
                order.write().facts());
        CustomerTable.put(session, space, order.keys().customer(), order.id());
    }

    private static void upsert(Session session, int space, Encoded encoded, long version, long uploadedAt)
            throws SQLException {
        Order order = encoded.write().order();
        Charge charge = order.charge();
        DerivedKeys keys = encoded.keys();
        PreparedStatement upsert = session.prepare(UPSERT);
        upsert.setInt(1, space);
        upsert.setString(2, encoded.id());
        upsert.setLong(3, version);
        upsert.setLong(4, uploadedAt);
        upsert.setInt(5, Math.toIntExact(charge.transactionTime().day().toEpochDay()));
        upsert.setLong(6, charge.money().amountMinor());
        upsert.setString(7, charge.money().currency().getCurrencyCode());
        upsert.setString(8, name(charge.status()));
        Columns.bind(upsert, 9, order.revision());
        upsert.setInt(10, keys.historyDay());
        Columns.bind(upsert, 11, keys.credential1());
        Columns.bind(upsert, 12, keys.credential2());
        Columns.bind(upsert, 13, keys.customer());
        upsert.setBytes(14, encoded.document().toArray());
        upsert.executeUpdate();
    }

    private static String name(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
        };
    }
}
