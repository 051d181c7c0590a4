package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;

/** Settings of platforms without which webhooks lack a value that evidence needs. */
public final class PlatformSwitches {
    /** Minimum number of orders from which a setting can be judged. */
    public static final int LEAST_ORDERS = 10;

    private static final String ADYEN_SETTINGS = "Developers > Webhooks > Additional settings";

    private PlatformSwitches() {}

    /**
     * A setting that seems to be off.
     *
     * @param field what no order had from the platform: the platform's name of it
     * @param place the menu of the platform, or what to do
     */
    public record Off(String field, String place) {}

    /** A setting of a platform, and the field that it brings. */
    private record Switch(String field, String stated, String place) {}

    private static List<Switch> of(Platform platform) {
        return switch (platform) {
            case STRIPE -> List.of();
            case ADYEN ->
                List.of(
                        new Switch("shopperIP", "ip", ADYEN_SETTINGS),
                        new Switch("cardBin", "bin", ADYEN_SETTINGS),
                        new Switch("alias", "cardFingerprint", ADYEN_SETTINGS),
                        new Switch("networkTxReference", "network_id", ADYEN_SETTINGS),
                        new Switch("shopperReference", "customerAccountId", ADYEN_SETTINGS),
                        new Switch("shopperEmail", "receipt.customerEmail", ADYEN_SETTINGS),
                        new Switch("arn", "arn", ADYEN_SETTINGS));
            case SHOPIFY ->
                List.of(
                        new Switch("customer accounts", "customerAccountId", "Settings > Customer accounts"),
                        new Switch("card fingerprint", "cardFingerprint", "connect the card processor too"));
        };
    }

    /**
     * Returns the settings that seem to be off: those whose field no order has from the integration. A field that
     * uploads state is left out, because an upload wins over the platform.
     *
     * @param source the integration
     * @param days the days that were counted
     */
    public static List<Off> off(Platform platform, String source, Collection<CaptureDay> days) {
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
        List<Off> off = new ArrayList<>();
        if (orders >= LEAST_ORDERS) {
            for (Switch each : of(platform)) {
                if (!stated.contains(each.stated())) {
                    off.add(new Off(each.field(), each.place()));
                }
            }
        }
        return off;
    }
}
