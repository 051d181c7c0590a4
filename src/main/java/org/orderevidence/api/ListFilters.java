package org.orderevidence.api;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Query;
import org.orderevidence.order.Charge;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.wire.DayText;
import org.orderevidence.wire.SearchReader;

/** Reads the filters of a list: {@code from}, {@code to}, {@code status} and {@code order}. */
final class ListFilters {
    private ListFilters() {}

    static OrderFilter read(Query query) {
        LocalDate from = day(query, "from");
        LocalDate to = day(query, "to");
        Charge.Status status = status(query);
        boolean ascending = isAscending(query);
        boolean fits = fits(query, from, to);
        return OrderFilter.of(fits ? from : null, fits ? to : null, status, ascending);
    }

    private static boolean fits(Query query, @Nullable LocalDate from, @Nullable LocalDate to) {
        if (query.has("from") != query.has("to")) {
            String missing = query.has("from") ? "to" : "from";
            query.error(
                    missing,
                    "send from and to together, at most " + SearchReader.MAX_DAYS + " days; " + missing
                            + " is missing");
            return false;
        }
        if (from != null
                && to != null
                && (to.isBefore(from) || ChronoUnit.DAYS.between(from, to) >= SearchReader.MAX_DAYS)) {
            query.error(
                    "to",
                    "to must be from 0 to " + (SearchReader.MAX_DAYS - 1) + " days after from; both days are included");
            return false;
        }
        return true;
    }

    private static @Nullable LocalDate day(Query query, String name) {
        return query.value(
                name,
                text -> Optional.ofNullable(DayText.read(text)),
                name + " must be a day from 2000-01-01 on, such as 2026-11-20");
    }

    private static Charge.@Nullable Status status(Query query) {
        String status = query.matching("status", "succeeded|failed", "status must be succeeded or failed");
        return status == null ? null : Charge.Status.valueOf(status.toUpperCase(Locale.ROOT));
    }

    private static boolean isAscending(Query query) {
        return "asc"
                .equals(query.matching("order", "asc|desc", "order must be desc (newest first) or asc; default desc"));
    }
}
