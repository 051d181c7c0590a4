package org.orderevidence.store.sql.dialect;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryPart;
import org.orderevidence.store.HistoryRow;

/**
 * Where the history around an order is.
 *
 * @param credential key of the order's first history row
 * @param days around the order
 */
public record HistoryPlace(KeyedHash credential, DayRange days) {
    /**
     * The place of the order whose transaction day, history day and credential stand in the columns from {@code first}
     * on; null if it has no credential.
     */
    public static @Nullable HistoryPlace of(ResultSet row, int first, int daysBefore, int daysAfter)
            throws SQLException {
        KeyedHash credential = Columns.key(row, first + 2);
        LocalDate from = LocalDate.ofEpochDay(row.getInt(first)).minusDays(daysBefore);
        LocalDate until = LocalDate.ofEpochDay(row.getInt(first + 1)).plusDays(daysAfter);
        // Were an order to count from a day long before its transaction, there would be no days.
        return credential == null || until.isBefore(from)
                ? null
                : new HistoryPlace(credential, new DayRange(from, until));
    }

    /** The rows of this place; null if they may not be all, as they are more than the limit. */
    @Nullable
    public HistoryPart part(List<HistoryRow> rows, int limit) {
        return rows.size() > limit ? null : new HistoryPart(credential, days, rows);
    }
}
