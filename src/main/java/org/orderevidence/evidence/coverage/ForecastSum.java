package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;

/** Counts the orders that are eligible on each of the next days, from their windows. */
final class ForecastSum {
    /** How far the forecast looks ahead. */
    static final int DAYS = 30;

    private final LocalDate today;
    /** At position i, by how much the number of eligible orders of day i differs from that of the day before. */
    private final long[] entering = new long[DAYS + 1];

    private final long[] leaving = new long[DAYS + 1];
    private final long[] ended = new long[DAYS + 1];
    private long now;

    ForecastSum(LocalDate today) {
        this.today = today;
    }

    void add(OrderSnapshot order) {
        for (DateRange window : order.windows()) {
            long from = ChronoUnit.DAYS.between(today, window.from());
            long until = ChronoUnit.DAYS.between(today, window.until());
            if (from <= 0 && until >= 0) {
                now++;
            }
            if (from > 0 && from <= DAYS) {
                entering[(int) from]++;
            }
            if (until >= 0 && until < DAYS) {
                leaving[(int) until + 1]++;
                if (window.until().equals(order.disputable().until())) {
                    ended[(int) until + 1]++;
                }
            }
        }
    }

    List<ForecastDay> days(Scale scale) {
        List<ForecastDay> days = new ArrayList<>(DAYS + 1);
        long eligible = now;
        for (int i = 0; i <= DAYS; i++) {
            eligible += entering[i] - leaving[i];
            days.add(new ForecastDay(
                    today.plusDays(i),
                    scale.of(eligible),
                    scale.of(entering[i]),
                    scale.of(leaving[i]),
                    scale.of(ended[i])));
        }
        return days;
    }
}
