package org.orderevidence.integration;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;

/**
 * Decides when a share is so much lower than before that it is an alarm.
 *
 * <p>The recent orders are those of the fewest last days that have at least {@value #LEAST_RECENT} orders together, and
 * also those of all of the last {@value #RECENT_DAYS} days. Both are compared with the {@value #USUAL_DAYS} days before
 * them. It is an alarm if there were at least {@value #LEAST_USUAL} orders, the share is at most three quarters of what it
 * was, and it is at least four standard deviations lower than chance explains.
 */
public final class AlarmRule {
    /** The days with which the recent ones are compared. */
    public static final int USUAL_DAYS = 28;

    /** The most days that count as recent. */
    public static final int RECENT_DAYS = 7;

    static final int LEAST_RECENT = 20;
    static final int LEAST_USUAL = 100;

    private static final double MOST_OF_USUAL = 0.75;
    private static final double LEAST_DEVIATIONS = 4;

    private AlarmRule() {}

    /**
     * Returns the alarms of a day.
     *
     * @param days the days that were counted, in any sequence; those after {@code today} do not count
     */
    public static List<CaptureAlarm> alarms(Collection<CaptureDay> days, LocalDate today) {
        SortedMap<LocalDate, CaptureDay> byDay = new TreeMap<>();
        TreeSet<CapturePath> paths = new TreeSet<>();
        for (CaptureDay day : days) {
            if (!day.day().isAfter(today) && day.day().isAfter(today.minusDays(USUAL_DAYS + RECENT_DAYS))) {
                byDay.put(day.day(), day);
                paths.addAll(day.counts().keySet());
            }
        }
        List<CaptureAlarm> alarms = new ArrayList<>();
        for (CapturePath path : paths) {
            Course course = new Course(path, byDay, today);
            for (CapturedField field : CapturedField.values()) {
                course.alarm(field).ifPresent(alarms::add);
            }
        }
        return alarms;
    }

    private record Course(CapturePath path, SortedMap<LocalDate, CaptureDay> days, LocalDate today) {
        private CaptureCount on(LocalDate day) {
            CaptureDay counted = days.get(day);
            return counted == null ? CaptureCount.NONE : counted.of(path);
        }

        private CaptureCount between(LocalDate first, LocalDate last) {
            CaptureCount sum = CaptureCount.NONE;
            for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
                sum = sum.plus(on(day));
            }
            return sum;
        }

        Optional<CaptureAlarm> alarm(CapturedField field) {
            LocalDate first = today;
            CaptureCount recent = on(first);
            LocalDate earliest = today.minusDays(RECENT_DAYS - 1);
            while (recent.orders() < LEAST_RECENT && first.isAfter(earliest)) {
                first = first.minusDays(1);
                recent = recent.plus(on(first));
            }
            Optional<CaptureAlarm> shortest = alarm(field, first, recent);
            return shortest.isPresent() ? shortest : alarm(field, earliest, between(earliest, today));
        }

        private Optional<CaptureAlarm> alarm(CapturedField field, LocalDate first, CaptureCount recent) {
            CaptureCount usual = between(first.minusDays(USUAL_DAYS), first.minusDays(1));
            if (!isDrop(field, recent, usual)) {
                return Optional.empty();
            }
            return Optional.of(new CaptureAlarm(
                    path,
                    field,
                    since(field, first, (recent.share(field) + usual.share(field)) / 2),
                    recent.orders(),
                    recent.having(field),
                    usual.orders(),
                    usual.having(field)));
        }

        private static boolean isDrop(CapturedField field, CaptureCount recent, CaptureCount usual) {
            if (recent.orders() < LEAST_RECENT || usual.orders() < LEAST_USUAL) {
                return false;
            }
            double now = recent.share(field);
            double before = usual.share(field);
            double deviation = Math.sqrt(before * (1 - before) / recent.orders());
            return now <= MOST_OF_USUAL * before && before - now >= LEAST_DEVIATIONS * deviation && before > 0;
        }

        /** The drop may have started before the recent days, or within them. */
        private LocalDate since(CapturedField field, LocalDate first, double limit) {
            LocalDate start = first;
            while (start.isBefore(today) && !isLow(field, start, limit)) {
                start = start.plusDays(1);
            }
            LocalDate earliest = today.minusDays(USUAL_DAYS);
            LocalDate before = start.minusDays(1);
            while (before.isAfter(earliest) && isLow(field, before, limit)) {
                start = before;
                before = before.minusDays(1);
            }
            return start;
        }

        private boolean isLow(CapturedField field, LocalDate day, double limit) {
            CaptureCount count = on(day);
            return count.orders() > 0 && count.share(field) <= limit;
        }
    }

    /**
     * Orders of a source and a way of payment have a field less often than before.
     *
     * @param since the first day of the drop
     * @param recentOrders how many recent orders were compared
     * @param recentHaving how many of them have the field
     * @param usualOrders how many earlier orders they were compared with
     * @param usualHaving how many of these have the field
     */
    public record CaptureAlarm(
            CapturePath path,
            CapturedField field,
            LocalDate since,
            int recentOrders,
            int recentHaving,
            int usualOrders,
            int usualHaving) {
        /** Returns the alarm as a sentence, with shares in percent. */
        public String sentence() {
            String share = recentHaving == 0 ? "none" : "only " + percent(recentHaving, recentOrders);
            return "Since " + since + ", " + share + " of the orders of " + path.source() + " paid with "
                    + path.method().replace('_', ' ') + " have the " + field.words() + ". Before, "
                    + percent(usualHaving, usualOrders) + " had it.";
        }

        private static String percent(int having, int orders) {
            return Math.round(100.0 * having / orders) + " %";
        }
    }
}
