package org.orderevidence.wire;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderTime;

/** Reads a day without a time. */
public final class DayText {
    private static final int LENGTH = "yyyy-MM-dd".length();

    private DayText() {}

    /** Returns the day, or null if it does not exist, has another form, or is before {@value OrderTime#MIN_YEAR}. */
    public static @Nullable LocalDate read(String text) {
        try {
            LocalDate day = text.length() == LENGTH ? LocalDate.parse(text) : null;
            return day == null || day.getYear() < OrderTime.MIN_YEAR ? null : day;
        } catch (DateTimeException notADay) {
            return null;
        }
    }
}
