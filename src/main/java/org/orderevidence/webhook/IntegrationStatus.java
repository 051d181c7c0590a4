package org.orderevidence.webhook;

import java.util.List;
import org.orderevidence.integration.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.PlatformSwitch;

/**
 * The data of an integration for its owner.
 *
 * @param days the days whose orders were counted, of all sources of its account
 * @param switches the settings of its platform that seem to be off
 */
public record IntegrationStatus(
        Integration integration,
        PrivacyTasks.Count tasks,
        EventCounts.Counted events,
        List<CaptureDay> days,
        List<CaptureAlarm> alarms,
        List<PlatformSwitch> switches) {
    public IntegrationStatus {
        days = List.copyOf(days);
        alarms = List.copyOf(alarms);
        switches = List.copyOf(switches);
    }

    /** Returns the orders of this integration by day and way of payment, the oldest day first. */
    public List<CaptureDay.Rate> rates() {
        String source = integration.source().name();
        return days.stream()
                .flatMap(CaptureDay::rates)
                .filter(rate -> rate.path().source().equals(source))
                .toList();
    }
}
