package org.orderevidence.api;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.service.OrderFilter;
import org.orderevidence.wire.DayText;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;
import org.orderevidence.wire.SearchReader;

/** Reads the filters of a list: {@code from}, {@code to}, {@code status} and {@code order}. */
final class ListFilters {
    private ListFilters() {}

    static OrderFilter read(QueryParameters query, Faults faults) {
        LocalDate from = day(query, "from", faults);
        LocalDate to = day(query, "to", faults);
        Charge.Status status = status(query, faults);
        boolean ascending = isAscending(query, faults);
        boolean fits = fits(query, from, to, faults);
        return OrderFilter.of(fits ? from : null, fits ? to : null, status, ascending);
    }

    private static boolean fits(
            QueryParameters query, @Nullable LocalDate from, @Nullable LocalDate to, Faults faults) {
        if (query.has("from") != query.has("to")) {
            String missing = query.has("from") ? "to" : "from";
            QueryParameters.error(
                    missing,
                    "send from and to together, at most " + SearchReader.MAX_DAYS + " days; " + missing + " is missing",
                    faults);
            return false;
        }
        if (from != null
                && to != null
                && (to.isBefore(from) || ChronoUnit.DAYS.between(from, to) >= SearchReader.MAX_DAYS)) {
            QueryParameters.error(
                    "to",
                    "to must be from 0 to " + (SearchReader.MAX_DAYS - 1) + " days after from; both days are included",
                    faults);
            return false;
        }
        return true;
    }

    private static @Nullable LocalDate day(QueryParameters query, String name, Faults faults) {
        String text = query.single(name, faults);
        if (text == null) {
            return null;
        }
        LocalDate day = DayText.read(text);
        if (day != null) {
            return day;
        }
        QueryParameters.error(name, name + " must be a day from 2000-01-01 on, such as 2026-11-20", faults);
        return null;
    }

    private static Charge.@Nullable Status status(QueryParameters query, Faults faults) {
        String text = query.single("status", faults);
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "succeeded" -> Charge.Status.SUCCEEDED;
            case "failed" -> Charge.Status.FAILED;
            default -> {
                QueryParameters.error("status", "status must be succeeded or failed", faults);
                yield null;
            }
        };
    }

    private static boolean isAscending(QueryParameters query, Faults faults) {
        String text = query.single("order", faults);
        if (text != null && !text.equals("asc") && !text.equals("desc")) {
            QueryParameters.error("order", "order must be desc (newest first) or asc; default desc", faults);
        }
        return "asc".equals(text);
    }
}
