package org.orderevidence.console.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.console.CaptureTable;
import tools.jackson.databind.JsonNode;

/** Sums the capture rates in the status of an integration over its days. */
final class CaptureRows {
    private static final List<String> NAMES = List.of("card", "ip", "login", "address", "items");
    private static final List<String> FIELDS =
            List.of("card", "IP address", "login", "shipping address", "product description");

    private CaptureRows() {}

    static CaptureTable of(JsonNode status) {
        SortedMap<String, long[]> sums = new TreeMap<>();
        for (JsonNode rate : status.path("captureRates")) {
            long[] sum = sums.computeIfAbsent(Values.text(rate, "method"), _ -> new long[NAMES.size() + 1]);
            for (int i = 0; i < NAMES.size(); i++) {
                sum[i] += rate.path(NAMES.get(i)).asLong(0);
            }
            sum[NAMES.size()] += rate.path("orders").asLong(0);
        }
        List<CaptureTable.Row> rows = new ArrayList<>();
        sums.forEach((method, sum) -> rows.add(CaptureTable.row(
                "",
                method,
                sum[NAMES.size()],
                FIELDS,
                Arrays.stream(sum, 0, NAMES.size()).boxed().toList())));
        return new CaptureTable(
                status.path("alarms")
                        .valueStream()
                        .map(alarm -> Values.text(alarm, "detail"))
                        .toList(),
                rows);
    }
}
