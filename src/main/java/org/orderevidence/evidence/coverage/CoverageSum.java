package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.Left;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;

/** Adds up the orders of an account space, one by one, by ascending transaction day. Its memory is limited. */
public final class CoverageSum {
    private final LocalDate today;
    private final Profile profile;
    private final Map<Status, Examples> byStatus = new EnumMap<>(Status.class);
    private final Map<MissingField, Examples> byField = new EnumMap<>(MissingField.class);
    private final Map<StatusReason, Examples> byReason = new HashMap<>();
    private final SortedMap<LocalDate, Map<Status, Long>> byDay = new TreeMap<>();
    private final ForecastSum forecast;
    private final SharedAddresses addresses = new SharedAddresses();
    private long failed;
    private long disputed;
    private long unreadable;

    private record StatusReason(Status status, ReasonCode code) {}

    public CoverageSum(LocalDate today, Profile profile) {
        this.today = today;
        this.profile = profile;
        this.forecast = new ForecastSum(today);
        for (Status status : Status.values()) {
            byStatus.put(status, new Examples());
        }
    }

    /** Adds an order that can be disputed today. */
    public void add(OrderSnapshot order) {
        byStatus.computeIfAbsent(order.status(), status -> new Examples()).add(order.id());
        order.unlocking()
                .forEach(field ->
                        byField.computeIfAbsent(field, f -> new Examples()).add(order.id()));
        order.reasons()
                .forEach(code -> byReason.computeIfAbsent(
                                new StatusReason(order.status(), code), reason -> new Examples())
                        .add(order.id()));
        byDay.computeIfAbsent(order.day(), day -> new EnumMap<>(Status.class)).merge(order.status(), 1L, Long::sum);
        forecast.add(order);
        addresses.add(order);
    }

    /** Counts an order that is not judged. */
    public void addOther(OrderScope scope) {
        switch (scope) {
            case DISPUTABLE -> throw new IllegalArgumentException("an order that can be disputed has a snapshot");
            case FAILED -> failed++;
            case DISPUTED -> disputed++;
            case CLOSED -> {}
        }
    }

    /** Counts an order that cannot be read. */
    public void addUnreadable() {
        unreadable++;
    }

    /**
     * Returns the sums.
     *
     * @param sample the sample that was added; empty if all orders were added
     */
    public Coverage coverage(@Nullable Sample sample) {
        Scale scale = sample == null ? Scale.ALL : new Scale(sample.judged(), sample.total());
        return new Coverage(
                today,
                profile,
                of(Status.QUALIFIED).counted(scale),
                of(Status.REQUIRES_ACTION).counted(scale),
                of(Status.NOT_QUALIFIED).counted(scale),
                new Left(scale.of(failed), scale.of(disputed), scale.of(unreadable)),
                sample,
                missingFields(scale),
                reasons(scale),
                days(scale),
                forecast.days(scale),
                addresses.customers(scale),
                addresses.shared(scale));
    }

    private Examples of(Status status) {
        return byStatus.getOrDefault(status, new Examples());
    }

    private List<FieldCount> missingFields(Scale scale) {
        return byField.entrySet().stream()
                .map(entry -> new FieldCount(entry.getKey(), entry.getValue().counted(scale)))
                .sorted(Comparator.comparingLong(
                                (FieldCount field) -> field.unlocked().orders())
                        .reversed()
                        .thenComparing(FieldCount::field))
                .toList();
    }

    private List<ReasonCount> reasons(Scale scale) {
        return byReason.entrySet().stream()
                .map(entry -> new ReasonCount(
                        entry.getKey().status(),
                        entry.getKey().code(),
                        entry.getValue().counted(scale)))
                .sorted(Comparator.comparingLong(
                                (ReasonCount reason) -> reason.counted().orders())
                        .reversed()
                        .thenComparing(ReasonCount::status)
                        .thenComparing(reason -> reason.code().code()))
                .toList();
    }

    private List<DayCount> days(Scale scale) {
        return byDay.entrySet().stream()
                .map(entry -> new DayCount(
                        entry.getKey(),
                        scale.of(entry.getValue().getOrDefault(Status.QUALIFIED, 0L)),
                        scale.of(entry.getValue().getOrDefault(Status.REQUIRES_ACTION, 0L)),
                        scale.of(entry.getValue().getOrDefault(Status.NOT_QUALIFIED, 0L))))
                .toList();
    }
}
