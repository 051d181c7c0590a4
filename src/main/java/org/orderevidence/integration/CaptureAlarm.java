package org.orderevidence.integration;

import java.time.LocalDate;

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
