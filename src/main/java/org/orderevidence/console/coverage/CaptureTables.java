package org.orderevidence.console.coverage;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.console.CaptureTable;
import org.orderevidence.integration.capture.CaptureAlarm;
import org.orderevidence.integration.capture.CaptureCount;
import org.orderevidence.integration.capture.CaptureDay;
import org.orderevidence.integration.capture.CapturePath;
import org.orderevidence.integration.capture.CapturedField;

/** Sums the capture rates of an account over the days that were counted. */
final class CaptureTables {
    private static final List<String> FIELDS =
            Arrays.stream(CapturedField.values()).map(CapturedField::words).toList();

    private CaptureTables() {}

    static CaptureTable of(List<CaptureDay> days, List<CaptureAlarm> alarms) {
        SortedMap<CapturePath, CaptureCount> sums = new TreeMap<>();
        days.forEach(day -> day.counts().forEach((path, count) -> sums.merge(path, count, CaptureCount::plus)));
        return new CaptureTable(
                alarms.stream().map(CaptureAlarm::sentence).toList(),
                sums.entrySet().stream()
                        .map(sum -> row(sum.getKey(), sum.getValue()))
                        .toList());
    }

    private static CaptureTable.Row row(CapturePath path, CaptureCount count) {
        List<Long> having = Arrays.stream(CapturedField.values())
                .map(field -> (long) count.having(field))
                .toList();
        return CaptureTable.row(path.source(), path.method(), count.orders(), FIELDS, having);
    }
}
