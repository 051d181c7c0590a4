package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturedField;

/**
 * How often orders have what evidence needs, as a page shows it.
 *
 * @param alarms one sentence for each share that fell
 * @param rows one for each source and way of payment
 */
public record CaptureTable(List<String> alarms, List<Row> rows) {
    public CaptureTable {
        alarms = List.copyOf(alarms);
        rows = List.copyOf(rows);
    }

    /**
     * Orders that were paid in one way.
     *
     * @param name where the orders came from; empty if the page is about one source
     * @param method how they were paid
     * @param orders how many there are
     * @param shares the share of them that have each field
     */
    public record Row(String name, String method, String orders, List<Share> shares) {
        public Row {
            shares = List.copyOf(shares);
        }
    }

    /**
     * The share of orders that have a field.
     *
     * @param field the field in words
     * @param text the share in percent
     */
    public record Share(String field, String text) {}

    /**
     * Returns a row.
     *
     * @param name where the orders came from
     * @param method how they were paid
     * @param count the orders
     */
    public static Row row(String name, String method, CaptureCount count) {
        List<Share> shares = new ArrayList<>();
        for (CapturedField field : CapturedField.values()) {
            shares.add(new Share(field.words(), percent(count.having(field), count.orders())));
        }
        return new Row(name, method.replace('_', ' '), Shown.count(count.orders()), shares);
    }

    /** Returns a share rounded down, so that 100 % means all orders. */
    private static String percent(int having, int orders) {
        return orders == 0 ? "–" : 100L * having / orders + " %";
    }
}
