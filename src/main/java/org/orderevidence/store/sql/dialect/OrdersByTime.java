package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.ListRange;

/** The orders of a space by transaction time: all, or those with one reference. */
public final class OrdersByTime {
    public static final String SELECT_NEWEST = """
            SELECT id, list_rank FROM orders WHERE space = ? AND (list_rank, id) > (?, ?) AND list_rank <= ?
            ORDER BY list_rank, id LIMIT ? OFFSET ?""";

    public static final String SELECT_OLDEST = """
            SELECT id, list_rank FROM orders WHERE space = ? AND (list_rank, id) < (?, ?) AND list_rank >= ?
            ORDER BY list_rank DESC, id DESC LIMIT ? OFFSET ?""";

    public static final String SELECT_NEWEST_OF_REFERENCE = """
            SELECT order_id, list_rank FROM orders_by_reference
            WHERE space = ? AND reference = ? AND (list_rank, order_id) > (?, ?) AND list_rank <= ?
            ORDER BY list_rank, order_id LIMIT ? OFFSET ?""";

    public static final String SELECT_OLDEST_OF_REFERENCE = """
            SELECT order_id, list_rank FROM orders_by_reference
            WHERE space = ? AND reference = ? AND (list_rank, order_id) < (?, ?) AND list_rank >= ?
            ORDER BY list_rank DESC, order_id DESC LIMIT ? OFFSET ?""";

    private OrdersByTime() {}

    /**
     * Returns the places of orders of a space.
     *
     * @param reference only orders with this one; empty for all
     * @param skip how many are passed over first
     */
    public static List<ListPlace> places(
            Session session, OpenSpace space, @Nullable OrderReference reference, ListRange range, int skip, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(
                reference == null
                        ? range.ascending() ? SELECT_OLDEST : SELECT_NEWEST
                        : range.ascending() ? SELECT_OLDEST_OF_REFERENCE : SELECT_NEWEST_OF_REFERENCE);
        int column = 1;
        select.setInt(column++, space.number());
        if (reference != null) {
            select.setBytes(column++, reference.bytes());
        }
        select.setLong(column++, range.rank());
        select.setString(column++, range.id());
        select.setLong(column++, range.last());
        select.setInt(column++, limit);
        select.setInt(column, skip);
        List<ListPlace> places = new ArrayList<>(limit);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                places.add(ListRange.place(row.getLong(2), new OrderId(Columns.text(row, 1))));
            }
        }
        return places;
    }
}
