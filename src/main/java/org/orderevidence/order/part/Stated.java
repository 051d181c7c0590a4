package org.orderevidence.order.part;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;

/**
 * A part that states fields of the order.
 *
 * @param key its key
 * @param version its version
 * @param statement what it states
 */
record Stated(PartKey key, long version, Statement statement) {
    static final Comparator<Stated> NEWEST =
            Comparator.comparingLong(Stated::version).reversed().thenComparing(Stated::key);

    /**
     * Returns the same charge after what happened to it. The times of the events do not count: a charge that was captured
     * is paid, with the sum of its captures that did not fail. Otherwise, one that was cancelled or whose captures failed
     * is failed, also if the charge itself counts as captured because its platform captures by itself.
     *
     * @param events parts about the charge, in any sequence
     */
    Stated after(List<Stated> events) {
        StatedCharge own = statement.charge();
        List<Stated> newest = events.stream().sorted(NEWEST).toList();
        Money charged = first(Stream.concat(Stream.of(this), newest.stream()), StatedCharge::money);
        Set<String> failures = newest.stream()
                .filter(event -> event.is(PaymentState.FAILED))
                .map(event -> event.key.toString())
                .collect(Collectors.toSet());
        List<Stated> captures = newest.stream()
                .filter(event -> event.is(PaymentState.CAPTURED) && event.amountIn(charged) != null)
                .toList();
        boolean isCancelled =
                newest.stream().anyMatch(event -> event.is(PaymentState.FAILED) && event.amountIn(charged) == null);
        boolean isCaptured = newest.stream().anyMatch(event -> event.is(PaymentState.CAPTURED))
                || (own.state() == PaymentState.CAPTURED && !isCancelled);
        boolean isEnded = own.state() == PaymentState.FAILED || !failures.isEmpty();

        long captured = captures.isEmpty() && charged != null ? charged.amountMinor() : sum(captures, charged);
        long failed = sum(
                newest.stream().filter(event -> event.is(PaymentState.FAILED)).toList(), charged);
        boolean isPaid = isCaptured && (failed == 0 || captured > failed);
        Money amount = isPaid && charged != null
                ? new Money(Math.min(captured - failed, Money.MAX_AMOUNT_MINOR), charged.currency())
                : charged;
        List<Stated> lasting = newest.stream()
                .filter(event -> event.is(PaymentState.CAPTURED) && !failures.contains(event.key.failure()))
                .toList();
        StatedCharge charge = own.after(
                amount,
                isPaid
                        ? PaymentState.CAPTURED
                        : isCaptured || isEnded
                                ? PaymentState.FAILED
                                : first(Stream.concat(Stream.of(this), newest.stream()), StatedCharge::state),
                first(lasting.stream(), StatedCharge::settledAt),
                first(lasting.stream(), capture -> capture.references().arn()));
        return new Stated(key, version, new Statement(charge, statement.customer(), statement.receipt()));
    }

    private boolean is(PaymentState state) {
        return statement.charge().state() == state;
    }

    /** What the part states in the currency of a charge; empty if it states no amount, or another currency. */
    private @Nullable Long amountIn(@Nullable Money charged) {
        Money money = statement.charge().money();
        return money == null || charged == null || !money.currency().equals(charged.currency())
                ? null
                : (Long) money.amountMinor();
    }

    private static long sum(List<Stated> parts, @Nullable Money charged) {
        return parts.stream()
                .map(part -> part.amountIn(charged))
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }

    private static <T> @Nullable T first(Stream<Stated> parts, Function<StatedCharge, @Nullable T> value) {
        return parts.map(part -> value.apply(part.statement.charge()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
