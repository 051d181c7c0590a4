package org.orderevidence.console;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.integration.CaptureCount;
import org.orderevidence.integration.CapturedField;
import tools.jackson.databind.JsonNode;

/** Sums the capture rates in the status of an integration over its days. */
final class CaptureRows {
    private CaptureRows() {}

    static CaptureTable of(JsonNode status) {
        SortedMap<String, CaptureCount> sums = new TreeMap<>();
        for (JsonNode rate : status.path("captureRates")) {
            sums.merge(Values.text(rate, "method"), count(rate), CaptureCount::plus);
        }
        return new CaptureTable(
                status.path("alarms")
                        .valueStream()
                        .map(alarm -> Values.text(alarm, "detail"))
                        .toList(),
                sums.entrySet().stream()
                        .map(sum -> CaptureTable.row("", sum.getKey(), sum.getValue()))
                        .toList());
    }

    private static CaptureCount count(JsonNode rate) {
        Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            having.put(field, rate.path(field.wireName()).asInt(0));
        }
        return new CaptureCount(rate.path("orders").asInt(0), having);
    }
}
