package org.orderevidence.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturedField;
import tools.jackson.databind.JsonNode;

/** Prints how often new orders have what evidence needs, from an answer of the service. */
public final class CaptureText {
    private static final int DAYS_SHOWN = 7;

    private CaptureText() {}

    /** Prints the alarms. */
    public static void printAlarms(Terminal terminal, JsonNode answer) {
        for (JsonNode alarm : answer.path("alarms")) {
            terminal.out().println("ALARM: " + alarm.path("detail").asString(""));
        }
    }

    /** Prints how often the orders of the last days have each field, by source and way of payment. */
    public static void printRates(Terminal terminal, JsonNode answer) {
        SortedMap<String, CaptureCount> byPath = new TreeMap<>();
        SortedMap<String, Boolean> days = new TreeMap<>();
        answer.path("captureRates").forEach(rate -> days.put(rate.path("day").asString(""), true));
        String first = days.keySet().stream()
                .skip(Math.max(0, days.size() - DAYS_SHOWN))
                .findFirst()
                .orElse("");
        for (JsonNode rate : answer.path("captureRates")) {
            if (rate.path("day").asString("").compareTo(first) >= 0) {
                Map<CapturedField, Integer> having = new LinkedHashMap<>();
                for (CapturedField field : CapturedField.values()) {
                    having.put(field, rate.path(field.wireName()).asInt(0));
                }
                byPath.merge(
                        rate.path("source").asString("")
                                + ' '
                                + rate.path("method").asString(""),
                        new CaptureCount(rate.path("orders").asInt(0), having),
                        CaptureCount::plus);
            }
        }
        if (byPath.isEmpty()) {
            return;
        }
        Table table = new Table("SINCE " + first, "ORDERS", "CARD", "IP", "LOGIN", "ADDRESS", "ITEMS");
        byPath.forEach((path, count) -> table.row(
                path,
                Integer.toString(count.orders()),
                percent(count, CapturedField.CARD),
                percent(count, CapturedField.IP),
                percent(count, CapturedField.LOGIN),
                percent(count, CapturedField.ADDRESS),
                percent(count, CapturedField.ITEMS)));
        table.print(terminal);
    }

    private static String percent(CaptureCount count, CapturedField field) {
        return Math.round(100 * count.share(field)) + " %";
    }
}
