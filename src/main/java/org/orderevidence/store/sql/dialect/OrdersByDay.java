package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.list.DayIndex;

/** The orders of a space by transaction day: all, or those with one reference. */
public final class OrdersByDay implements DayIndex<SQLException> {
    public static final String SELECT_FIRST_DAY =
            "SELECT day FROM orders WHERE space = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT 1";

    public static final String SELECT_LAST_DAY =
            "SELECT day FROM orders WHERE space = ? AND day BETWEEN ? AND ? ORDER BY day DESC LIMIT 1";

    public static final String SELECT_IDS =
            "SELECT id FROM orders WHERE space = ? AND day = ? AND id > ? ORDER BY id LIMIT ?";

    public static final String SELECT_FIRST_DAY_OF_REFERENCE =
            "SELECT day FROM orders_by_reference WHERE space = ? AND reference = ? AND day BETWEEN ? AND ?"
                    + " ORDER BY day LIMIT 1";

    public static final String SELECT_LAST_DAY_OF_REFERENCE =
            "SELECT day FROM orders_by_reference WHERE space = ? AND reference = ? AND day BETWEEN ? AND ?"
                    + " ORDER BY day DESC LIMIT 1";

    public static final String SELECT_IDS_OF_REFERENCE =
            "SELECT order_id FROM orders_by_reference WHERE space = ? AND reference = ? AND day = ? AND order_id > ?"
                    + " ORDER BY order_id LIMIT ?";

    private final Session session;
    private final OpenSpace space;
    private final @Nullable OrderReference reference;

    private OrdersByDay(Session session, OpenSpace space, @Nullable OrderReference reference) {
        this.session = session;
        this.space = space;
        this.reference = reference;
    }

    /**
     * Returns the orders of a space.
     *
     * @param reference only orders with this one; empty for all
     */
    public static OrdersByDay of(Session session, OpenSpace space, @Nullable OrderReference reference) {
        return new OrdersByDay(session, space, reference);
    }

    @Override
    public Optional<LocalDate> next(DayRange days, boolean ascending) throws SQLException {
        PreparedStatement select = session.prepare(
                reference == null
                        ? ascending ? SELECT_FIRST_DAY : SELECT_LAST_DAY
                        : ascending ? SELECT_FIRST_DAY_OF_REFERENCE : SELECT_LAST_DAY_OF_REFERENCE);
        int column = bindKey(select);
        select.setInt(column, day(days.from()));
        select.setInt(column + 1, day(days.until()));
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(LocalDate.ofEpochDay(row.getInt(1))) : Optional.empty();
        }
    }

    @Override
    public List<OrderId> ids(LocalDate day, @Nullable OrderId after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(reference == null ? SELECT_IDS : SELECT_IDS_OF_REFERENCE);
        int column = bindKey(select);
        select.setInt(column, day(day));
        // Every id is greater than the empty text.
        select.setString(column + 1, after == null ? "" : after.value());
        select.setInt(column + 2, limit);
        List<OrderId> ids = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                ids.add(new OrderId(Columns.text(row, 1)));
            }
        }
        return ids;
    }

    /** Binds the space and the reference, and returns the next column. */
    private int bindKey(PreparedStatement select) throws SQLException {
        select.setInt(1, space.number());
        if (reference == null) {
            return 2;
        }
        select.setBytes(2, reference.bytes());
        return 3;
    }

    private static int day(LocalDate day) {
        return Math.toIntExact(day.toEpochDay());
    }
}
