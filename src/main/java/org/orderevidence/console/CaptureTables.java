package org.orderevidence.console;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.integration.CaptureAlarm;
import org.orderevidence.integration.CaptureCount;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CapturePath;

/** Sums the capture rates of an account over the days that were counted. */
final class CaptureTables {
    private CaptureTables() {}

    static CaptureTable of(List<CaptureDay> days, List<CaptureAlarm> alarms) {
        SortedMap<CapturePath, CaptureCount> sums = new TreeMap<>();
        days.forEach(day -> day.counts().forEach((path, count) -> sums.merge(path, count, CaptureCount::plus)));
        return new CaptureTable(
                alarms.stream().map(CaptureAlarm::sentence).toList(),
                sums.entrySet().stream()
                        .map(sum -> CaptureTable.row(
                                sum.getKey().source(), sum.getKey().method(), sum.getValue()))
                        .toList());
    }
}
