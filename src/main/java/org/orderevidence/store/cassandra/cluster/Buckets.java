package org.orderevidence.store.cassandra.cluster;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * The last part of a partition's key. It spreads the rows of one key over time, which limits the size of a partition.
 * The first year's bucket also contains all earlier rows, and the last year's bucket all later rows. A range of all
 * time therefore has a bounded number of buckets.
 */
public final class Buckets {
    /** First year that has its own bucket. */
    static final int FIRST_YEAR = 2000;

    /** Last year that has one. */
    static final int LAST_YEAR = 2100;

    private static final int MONTHS = 12;

    private Buckets() {}

    /** The bucket of a day's year. */
    public static int year(LocalDate day) {
        return Math.clamp(day.getYear(), FIRST_YEAR, LAST_YEAR);
    }

    /** The buckets of the years of some days, the newest first. */
    public static List<Integer> yearsBackwards(DayRange days) {
        int newest = year(days.until());
        return IntStream.rangeClosed(0, newest - year(days.from()))
                .mapToObj(ago -> newest - ago)
                .toList();
    }

    /** The bucket of a day's month: months counted from year 0, in which the list of orders goes back without limit. */
    public static int month(LocalDate day) {
        return day.getYear() * MONTHS + day.getMonthValue() - 1;
    }
}
