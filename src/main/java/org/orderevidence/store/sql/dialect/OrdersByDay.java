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
import org.orderevidence.store.DayIndex;
import org.orderevidence.store.EvidenceStore.DayRange;

/** The orders of a space by transaction day. */
public final class OrdersByDay implements DayIndex<SQLException> {
    public static final String SELECT_FIRST_DAY =
            "SELECT day FROM orders WHERE space = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT 1";

    public static final String SELECT_LAST_DAY =
            "SELECT day FROM orders WHERE space = ? AND day BETWEEN ? AND ? ORDER BY day DESC LIMIT 1";

    public static final String SELECT_IDS =
            "SELECT id FROM orders WHERE space = ? AND day = ? AND id > ? ORDER BY id LIMIT ?";

    private final Session session;
    private final OpenSpace space;

    public OrdersByDay(Session session, OpenSpace space) {
        this.session = session;
        this.space = space;
    }

    @Override
    public Optional<LocalDate> next(DayRange days, boolean ascending) throws SQLException {
        PreparedStatement select = session.prepare(ascending ? SELECT_FIRST_DAY : SELECT_LAST_DAY);
        select.setInt(1, space.number());
        select.setInt(2, day(days.from()));
        select.setInt(3, day(days.until()));
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(LocalDate.ofEpochDay(row.getInt(1))) : Optional.empty();
        }
    }

    @Override
    public List<OrderId> ids(LocalDate day, @Nullable OrderId after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_IDS);
        select.setInt(1, space.number());
        select.setInt(2, day(day));
        // Every id is greater than the empty text.
        select.setString(3, after == null ? "" : after.value());
        select.setInt(4, limit);
        List<OrderId> ids = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                ids.add(new OrderId(Columns.text(row, 1)));
            }
        }
        return ids;
    }

    private static int day(LocalDate day) {
        return Math.toIntExact(day.toEpochDay());
    }
}
