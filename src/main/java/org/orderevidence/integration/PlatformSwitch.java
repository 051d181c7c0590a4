package org.orderevidence.integration;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.orderevidence.order.part.Source;

/**
 * A setting of a platform without which webhooks lack a value that evidence needs.
 *
 * @param field what it brings: the platform's name of it
 * @param stated the field of an order that is then stated
 * @param place the menu of the platform, or what to do
 */
public record PlatformSwitch(String field, String stated, String place) {
    /** Minimum number of orders from which a setting can be judged. */
    public static final int LEAST_ORDERS = 10;

    /**
     * Returns the settings that seem to be off: those whose field no order has from the integration. A field that
     * uploads state is left out, because an upload wins over the platform.
     */
    public static List<PlatformSwitch> off(List<PlatformSwitch> switches, String source, Collection<CaptureDay> days) {
        long orders = 0;
        Set<String> stated = new TreeSet<>();
        for (CaptureDay day : days) {
            orders += day.counts().entrySet().stream()
                    .filter(count -> count.getKey().source().equals(source))
                    .mapToLong(count -> count.getValue().orders())
                    .sum();
            stated.addAll(day.stated().getOrDefault(source, new TreeSet<>()));
            stated.addAll(day.stated().getOrDefault(Source.UPLOAD.name(), new TreeSet<>()));
        }
        return orders < LEAST_ORDERS
                ? List.of()
                : switches.stream()
                        .filter(each -> !stated.contains(each.stated()))
                        .toList();
    }
}
